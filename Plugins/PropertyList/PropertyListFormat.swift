public import Mimeograph
import MimeographTree

/// Reads any `Codable` value from a property list of every format, and writes it as XML or binary.
///
/// ```swift
/// let format = PropertyListFormat(writing: .binary)
/// let user = try format.decode(User.self, from: body)
/// let bytes = try format.encode(user)
/// ```
///
/// It decides as Foundation's `PropertyListDecoder` and `PropertyListEncoder` do: nil is written as the string `$null`, and
/// that string is read as nil; dates and data are values of their own, while `URL` and `Decimal` are dictionaries; what is a
/// single string, number, boolean or date is not written as a whole list. It differs in these points:
/// - `Int128` and `UInt128` are read and written where a property list can hold the integer, and refused elsewhere.
/// - Keys are compared scalar by scalar, not by canonical equivalence.
/// - What XML cannot hold, such as control characters in strings, is an error and no broken list.
/// - Misuse of an encoder (two kinds of container for one value) is an error and no trap.
/// - A `Float` is read from XML by way of `Double`.
/// - Keys are written in the order in which they are encoded, unless ``PropertyListWritingOptions/sortedKeys`` is set.
///
/// Decoding recurses only where types nest, and no deeper than the depth that the limits allow.
public struct PropertyListFormat: Sendable {
    /// What the reader accepts and how it treats null.
    public var reading: PropertyListReadingOptions
    /// XML or binary, and the order of keys.
    public var writing: PropertyListWritingOptions
    /// What values find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The media type of what it writes. Default `application/x-plist` for either format.
    public var contentType: MediaType = "application/x-plist"

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - reading: What the reader accepts.
    ///   - writing: XML, which is the default, or binary.
    public init(reading: PropertyListReadingOptions = .standard, writing: PropertyListWritingOptions = .xml) {
        self.reading = reading
        self.writing = writing
    }
}

extension PropertyListFormat: CodableFormat {
    /// `application/x-plist`, `application/x-apple-plist` and `application/x-bplist`.
    public var acceptedTypes: [MediaRange] { PropertyListResponseSerializer().acceptedTypes }

    /// Decodes a value from a whole body, whose format is found in its first bytes.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/unsupportedCharset``,
    ///   ``SerializationError/Code/emptyBody`` and ``SerializationError/Code/limitExceeded`` for bad bytes; the last
    ///   also for a key of a `Dictionary` with more than 30 combining marks in a row;
    ///   ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, for good bytes of another shape.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        let document = try PropertyListReader.read(body, charset: mediaType?.charset, options: reading, limits: limits)
        // Foundation rounds what is text, and refuses a double of the binary format that is no float.
        let hasExactFloats = document.format == .binary
        let strategies = CodingStrategies(userInfo: userInfo)
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
            var context = TreeEncodingContext.begin(.propertyList, CodingStrategies(userInfo: userInfo))
            defer { TreeEncodingContext.end(&context) }
            try context.encode(value)
            return try written(context.document(form: PropertyListFileFormat.binary.form), of: V.self)
        } catch {
            throw TreeFormat.propertyList.errors.encoding(error, of: V.self)
        }
    }
}

extension CodableFormat where Self == PropertyListFormat {
    /// Property lists, read in each format and written as XML, for any `Codable` type.
    public static var propertyList: PropertyListFormat { PropertyListFormat() }
}
