public import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads and writes any `Codable` value as JSON, with the strategies that users of Foundation's coders know.
///
/// ```swift
/// let format = JSONFormat(dates: .iso8601, keys: .snakeCase)
/// let user = try format.decode(User.self, from: body)
/// ```
///
/// It decides as Foundation's `JSONDecoder` and `JSONEncoder` do, apart from these points, where the standard or the
/// safety of the program asks for something else:
/// - Of two members with one name the last counts (or the body is refused; see ``JSONReadingOptions``).
/// - Names of members are compared byte by byte, as RFC 8259 §8.3 says, not by canonical equivalence.
/// - A comma after the last element or member is refused, unless ``JSONReadingOptions/allowsTrailingCommas`` is set.
/// - UTF-32 is read with a byte order mark in either order, as UTF-16 is.
/// - Integers are exact for every width: `18446744073709551615.0` is a `UInt64`, `1e20` fits an `Int128`, and neither
///   `0.99999999999999999` nor `1e-400` is an `Int`.
/// - A number too small for `Double` or `Float` is zero. One too large is an error that has its coding path.
/// - A `Decimal` is read wherever it can hold the number: `1.0e-128` and `0e999`, too.
/// - ``DateStrategy/iso8601`` is RFC 3339: `t` and `z` may be small; month and day, hour, minute and second have two
///   digits each and exist, so that February 30, the hour 24 and the minute 60 are refused; years have four digits, and 10000 is
///   neither read nor written. Dates before 1582-10-15 count in the Gregorian calendar, where Foundation changes to the Julian.
/// - Pretty text is indented up to 32 levels; see ``JSONWritingOptions/pretty-property``.
/// - Misuse of an encoder (two kinds of container for one value) is an error and no trap.
///
/// Decoding recurses only where types nest, and no deeper than the depth that the limits allow.
public struct JSONFormat: Sendable {
    /// What the reader accepts and how it treats null and repeated members.
    public var reading: JSONReadingOptions
    /// How the text is laid out: compact or pretty, sorted or not.
    public var writing: JSONWritingOptions
    /// How a `Date` is coded. JSON has no dates, so the native way, which is the default, is ``DateStrategy/deferredToDate``.
    public var dateStrategy: DateStrategy<Date>
    /// How `Data` is coded. JSON has no data, so the native way, which is the default, is ``DataStrategy/base64``.
    public var dataStrategy: DataStrategy<Data> = .native
    /// How coding keys and the names of members become each other. Default: they are the same.
    public var keyStrategy: KeyStrategy
    /// How infinities and not-a-number are coded. JSON has none, so the native way, which is the default, is an error.
    public var floatStrategy: FloatStrategy = .native
    /// What values find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format; what is not given has its default. The other strategies are properties.
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
    ///   ``SerializationError/Code/invalidText`` and ``SerializationError/Code/limitExceeded`` for bad bytes; the last also for
    ///   a key of a `Dictionary` with more than 30 combining marks in a row;
    ///   ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, for good bytes of another shape.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        if reading.treatsWhitespaceAsEmpty, reading.isEmpty(body) { return try Self.nothing() }
        var context: TreeDecodingContext
        // A body of a few kilobytes is decoded without a document, whose arrays would take as long as it.
        if let small = JSONScanner.parseSmall(body, options: reading, limits: limits) {
            context = .begin(small, .json, decodingStrategies)
        } else {
            context = decoding(try JSONScanner.parseAny(body, options: reading, limits: limits))
        }
        defer { TreeDecodingContext.end(&context) }
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
        // What was read, and is the whole, is written straight from its tape.
        if V.self == JSON.self, let json = value as? JSON, case .read = json.node.storage {
            return try json.serialized(writing)
        }
        var context = TreeEncodingContext.begin(.json, encodingStrategies)
        defer { TreeEncodingContext.end(&context) }
        do {
            try context.encode(value)
            return JSONWriter.bytes(of: context, writing)
        } catch {
            throw TreeFormat.json.errors.encoding(error, of: V.self)
        }
    }
}

extension JSONFormat {
    /// What stands for an empty body: nil, or the type's own empty value.
    private static func nothing<V>() throws(SerializationError) -> V {
        if let type = V.self as? any ExpressibleByNilLiteral.Type, let value = type.init(nilLiteral: ()) as? V {
            return value
        }
        if let type = V.self as? any EmptyRepresentable.Type, let value = type.emptyValue as? V { return value }
        throw SerializationError(
            .emptyBody,
            "The body has nothing but white space, and \(V.self) cannot be made of nothing.",
            remedy: "Ask for \(V.self)? to get nil, or conform the type to EmptyRepresentable."
        )
    }
}

extension CodableFormat where Self == JSONFormat {
    /// JSON with standard options, for any `Codable` type.
    public static var json: JSONFormat { JSONFormat() }
}
