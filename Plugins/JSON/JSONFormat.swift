public import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A format that reads and writes any `Codable` value as JSON, with the strategies known from Foundation's coders.
///
/// ```swift
/// let format = JSONFormat(dates: .iso8601, keys: .snakeCase)
/// let user = try format.decode(User.self, from: body)
/// ```
///
/// It behaves like Foundation's `JSONDecoder` and `JSONEncoder`, except where the standard or safety requires otherwise:
/// - If two members have the same name, the last counts (or the body is rejected; see ``JSONReadingOptions``).
/// - Member names are compared byte by byte, as RFC 8259 §8.3 says, not by canonical equivalence.
/// - A comma after the last element or member is rejected, unless ``JSONReadingOptions/allowsTrailingCommas`` is set.
/// - UTF-32 with a byte order mark is read in either byte order, as UTF-16 is.
/// - Integers are exact at every width: `18446744073709551615.0` decodes as `UInt64`, `1e20` as `Int128`, and neither
///   `0.99999999999999999` nor `1e-400` as `Int`.
/// - A number too small for `Double` or `Float` is zero. A number too large throws an error with its coding path.
/// - A `Decimal` is read whenever it can hold the number, even for `1.0e-128` and `0e999`.
/// - ``DateStrategy/iso8601`` is RFC 3339: `t` and `z` may be lowercase. Month, day, hour, minute and second have two digits each
///   and must exist: February 30, hour 24 and minute 60 are rejected. Years have four digits; the year 10000 is neither read nor
///   written. Dates before 1582-10-15 use the Gregorian calendar, while Foundation changes to the Julian.
/// - Pretty text is indented up to 32 levels; see ``JSONWritingOptions/pretty-property``.
/// - Misuse of an encoder (two kinds of container for one value) throws an error instead of trapping.
///
/// Decoding recurses only into nested types, and no deeper than the limits allow.
public struct JSONFormat: Sendable {
    /// The options for reading: what is accepted, and how null and duplicate keys are treated.
    public var reading: JSONReadingOptions
    /// The layout of the text: compact or pretty, sorted or not.
    public var writing: JSONWritingOptions
    /// The strategy for `Date`. JSON has no dates, so the default, native coding, is ``DateStrategy/deferredToDate``.
    public var dateStrategy: DateStrategy<Date>
    /// The strategy for `Data`. JSON has no data, so the default, native coding, is ``DataStrategy/base64``.
    public var dataStrategy: DataStrategy<Data> = .native
    /// The strategy that converts between coding keys and member names. By default they are the same.
    public var keyStrategy: KeyStrategy
    /// The strategy for infinities and NaN. JSON has neither, so the default, native coding, throws an error.
    public var floatStrategy: FloatStrategy = .native
    /// The values that types find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format. The other strategies are properties.
    ///
    /// - Parameters:
    ///   - dates: The ``dateStrategy``.
    ///   - keys: The ``keyStrategy``.
    ///   - reading: The options for reading.
    ///   - writing: The layout of the text.
    public init(
        dates: DateStrategy<Date> = .native,
        keys: KeyStrategy = .useDefaultKeys,
        reading: JSONReadingOptions = JSONReadingOptions(),
        writing: JSONWritingOptions = JSONWritingOptions()
    ) {
        dateStrategy = dates
        keyStrategy = keys
        self.reading = reading
        self.writing = writing
    }
}

extension JSONFormat: CodableFormat {
    /// `application/json`.
    public var contentType: MediaType { "application/json" }

    /// `application/json`, `text/json` and every type with the suffix `+json`.
    public var acceptedTypes: [MediaRange] { ["application/json", "text/json", "*/*+json"] }

    /// Decodes a value from a whole body.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText`` and ``SerializationError/Code/limitExceeded`` for malformed bytes; the last also
    ///   for a dictionary key with more than 30 combining marks in a row; ``SerializationError/Code/dataShape``, with the
    ///   `DecodingError` in `underlying`, for valid JSON of another shape.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        if reading.treatsWhitespaceAsEmpty, reading.isEmpty(body) { return try Self.nothing() }
        var context = TreeDecodingContext.begin(.json, decodingStrategies)
        defer { TreeDecodingContext.end(&context) }
        if MemoryLayout<V>.alignment <= PlanMemory.alignment, let shape = unsafe context.plannedShape(of: type),
            let value = unsafe JSONPlanReader.read(shape, from: body, context, reading, limits)
        {
            // SAFETY: the shape is that of the type, and the value is taken before the memory is used again.
            return unsafe value.assumingMemoryBound(to: type).move()
        }
        // The type may have kept a decoder, whose words stay as they are.
        if !isKnownUniquelyReferenced(&context) { context = TreeDecodingContext.begin(.json, decodingStrategies) }
        // A body of a few kilobytes is decoded without a document, because allocating its arrays would take as long as decoding.
        if !JSONScanner.parseSmall(body, in: context, options: reading, limits: limits) {
            let document = try JSONScanner.parseAny(body, options: reading, limits: limits)
            context.read(document, hasUniqueNames: reading.duplicateKeys == .refuse)
        }
        do {
            return try context.root(type)
        } catch {
            var (report, index) = context.report(error, of: V.self)
            if let index { report.location = JSONScanner.location(of: index, in: context.document, of: body, reading) }
            throw report
        }
    }

    /// Encodes a value to a whole body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path and the `EncodingError` in
    ///   `underlying`.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        // A parsed value that is encoded on its own is written straight from its tape.
        if V.self == JSON.self, let json = value as? JSON, case .read = json.node.storage {
            return try json.serialized(writing)
        }
        var context = TreeEncodingContext.begin(.json, encodingStrategies)
        defer { TreeEncodingContext.end(&context) }
        if let bytes = JSONPlanSink.bytes(of: value, context, writing) { return bytes }
        do {
            try context.encode(value)
            return JSONWriter.bytes(of: context, writing)
        } catch {
            throw TreeFormat.json.errors.encoding(error, of: V.self)
        }
    }
}

extension JSONFormat {
    /// Returns the value of an empty body: nil, or the type's own empty value.
    private static func nothing<V>() throws(SerializationError) -> V {
        if let type = V.self as? any ExpressibleByNilLiteral.Type, let value = type.init(nilLiteral: ()) as? V {
            return value
        }
        if let type = V.self as? any EmptyRepresentable.Type, let value = type.emptyValue as? V { return value }
        throw SerializationError(
            .emptyBody,
            "The body contains nothing but white space, and \(V.self) has no empty value.",
            remedy: "Ask for \(V.self)? to get nil, or conform the type to EmptyRepresentable."
        )
    }
}

extension CodableFormat where Self == JSONFormat {
    /// JSON with standard options, for any `Codable` type.
    public static var json: JSONFormat { JSONFormat() }
}
