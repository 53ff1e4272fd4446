public import Mimeograph
import MimeographTree

/// A format that reads any `Codable` value from a property list in any format, and writes it as XML or binary.
///
/// ```swift
/// let format = PropertyListFormat(writing: .binary)
/// let user = try format.decode(User.self, from: body)
/// let bytes = try format.encode(user)
/// ```
///
/// It behaves like Foundation's `PropertyListDecoder` and `PropertyListEncoder`. Nil is written as the string `$null`, which is
/// read as nil. Dates and data are values of their own, while `URL` and `Decimal` are dictionaries. A single string, number,
/// Boolean or date cannot be a whole list. The differences are:
/// - `Int128` and `UInt128` are read and written if a property list can hold the integer, and rejected otherwise.
/// - Keys are compared scalar by scalar, not by canonical equivalence.
/// - Text that XML cannot hold, such as control characters in strings, throws an error instead of writing a broken list.
/// - Misuse of an encoder (two kinds of container for one value) throws an error instead of trapping.
/// - A `Float` in XML is read by way of `Double`.
/// - Keys are written in the order in which they are encoded, unless ``PropertyListWritingOptions/sortedKeys`` is set.
///
/// Decoding recurses only into nested types, and no deeper than the limits allow.
public struct PropertyListFormat: Sendable {
    /// The options for reading: what is accepted, and how null is treated.
    public var reading: PropertyListReadingOptions
    /// The options for writing: XML or binary, and the order of keys.
    public var writing: PropertyListWritingOptions
    /// The values that types find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The media type of written lists. Default `application/x-plist` for either format.
    public var contentType: MediaType = "application/x-plist"

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - reading: The options for reading.
    ///   - writing: XML, which is the default, or binary.
    public init(reading: PropertyListReadingOptions = .standard, writing: PropertyListWritingOptions = .xml) {
        self.reading = reading
        self.writing = writing
    }
}

extension PropertyListFormat: CodableFormat {
    /// `application/x-plist`, `application/x-apple-plist` and `application/x-bplist`.
    public var acceptedTypes: [MediaRange] { PropertyListResponseSerializer().acceptedTypes }

    /// Decodes a value from a whole body, whose format is detected from its first bytes.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/unsupportedCharset``,
    ///   ``SerializationError/Code/emptyBody`` and ``SerializationError/Code/limitExceeded`` for malformed bytes; the last also
    ///   for a dictionary key with more than 30 combining marks in a row; ``SerializationError/Code/dataShape``, with the
    ///   `DecodingError` in `underlying`, for a valid list of another shape.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        let document = try PropertyListReader.read(body, charset: mediaType?.charset, options: reading, limits: limits)
        // Foundation rounds numbers in text, but rejects a double of the binary format that is not exact as a float.
        let hasExactFloats = document.format == .binary
        let strategies = CodingStrategies.unlessDefault(userInfo: userInfo)
        var context = TreeDecodingContext.begin(document, .propertyList, strategies, hasExactFloats: hasExactFloats)
        defer { TreeDecodingContext.end(&context) }
        do {
            return try context.root(type)
        } catch {
            var (report, index) = context.report(error, of: V.self)
            if let index { report.location = document.location(of: index, in: body) }
            throw report
        }
    }

    /// Encodes a value to a whole body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path and the `EncodingError` in
    ///   `underlying`.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        do {
            var context = TreeEncodingContext.begin(.propertyList, CodingStrategies.unlessDefault(userInfo: userInfo))
            defer { TreeEncodingContext.end(&context) }
            try context.encode(value)
            return try written(context.document(form: PropertyListFileFormat.binary.form), of: V.self)
        } catch {
            throw TreeFormat.propertyList.errors.encoding(error, of: V.self)
        }
    }
}

extension CodableFormat where Self == PropertyListFormat {
    /// Property lists, read in any format and written as XML, for any `Codable` type.
    public static var propertyList: PropertyListFormat { PropertyListFormat() }
}
