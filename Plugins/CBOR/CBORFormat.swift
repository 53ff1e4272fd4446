public import Mimeograph
import MimeographBinaryTree
import MimeographTree

/// Reads and writes any `Codable` value as CBOR.
///
/// ```swift
/// let user = try CBORFormat().decode(User.self, from: body)
/// let bytes = try CBORFormat().encode(user)
/// ```
/// - A `Date` is tag 1 with seconds since 1970, and is read from tag 0, which is RFC 3339 text, too; `Data` is a byte string,
///   unless a strategy says otherwise. A `URL` is text. A `Date` counts from 2001, so that what it has of a second may change in
///   the last digits, below a microsecond, where CBOR's number is a double since 1970; whole seconds stay as they are.
/// - Integers of more than 64 bits are bignums (tags 2 and 3). A `Decimal` is an integer or a floating-point number where that
///   has its digits, else a decimal fraction (tag 4). Each number takes as few bytes as it needs.
/// - `undefined` is read as nil. Tags that say nothing about a wanted type are passed over.
/// - A `Dictionary` with `String` keys is a map; a map with other keys is read as ``CBOR/Value`` alone.
///
/// Decoding recurses only where types nest, and no deeper than the depth that the limits allow.
///
/// Source: RFC 8949.
public struct CBORFormat: Sendable {
    /// Whether maps are sorted as the deterministic encoding has them. Default false: members keep their order.
    /// Source: RFC 8949 §4.2.1.
    public var isDeterministic: Bool
    /// Whether a body is refused whose map has one key twice. Default false: the last one counts.
    public var refusesDuplicateKeys: Bool
    /// What a `Date` is. Default: a number with tag 1.
    public var dateStrategy: DateStrategy = .epoch
    /// What `Data` is. Default: a byte string.
    public var dataStrategy: DataStrategy = .byteString
    /// How coding keys and the names of members become each other. Default: they are the same.
    public var keyStrategy: KeyStrategy = .useDefaultKeys
    /// What values find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format.
    public init(isDeterministic: Bool = false, refusesDuplicateKeys: Bool = false) {
        self.isDeterministic = isDeterministic
        self.refusesDuplicateKeys = refusesDuplicateKeys
    }
}

extension CBORFormat: CodableFormat {
    /// `application/cbor`.
    public var contentType: MediaType { "application/cbor" }

    /// `application/cbor` and every type with the suffix `+cbor`.
    public var acceptedTypes: [MediaRange] { ["application/cbor", "*/*+cbor"] }

    /// Decodes a value from a whole body.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody`` and
    ///   ``SerializationError/Code/limitExceeded`` for bad bytes;
    ///   ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, for good bytes of another shape.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        let document = try CBORScanner.parse(body, limits: limits, refusesDuplicateKeys: refusesDuplicateKeys)
        return try TreeFormat.cbor.decode(type, from: document, of: body, CBORScanner.heads, strategies?.decoding)
    }

    /// Encodes a value to a whole body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        let (document, repeatsKeys) = try TreeFormat.cbor.encode(value, strategies?.encoding)
        return try CBORPrinter.bytes(of: document, as: self, mayRepeatKeys: repeatsKeys)
    }
}

/// Reads each item of a sequence as a value of a `Decodable` type, while the items arrive. The limits count for each.
///
/// Source: RFC 8742.
public struct CBORSequenceFormat: CodableStreamFormat {
    /// How each item is read.
    public var format: CBORFormat

    /// Makes a format.
    public init(format: CBORFormat = CBORFormat()) { self.format = format }

    /// `application/cbor-seq` and every type with the suffix `+cbor-seq`.
    public var acceptedTypes: [MediaRange] { ["application/cbor-seq", "*/*+cbor-seq"] }

    /// Makes a parser that decodes each item.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        ValueSequenceParser(ValueBounds(CBORScanner.heads, limits: limits)) { (body) throws(SerializationError) in
            try format.decode(type, from: body, as: mediaType, limits: limits)
        }
    }
}

extension CodableFormat where Self == CBORFormat {
    /// CBOR, for any `Codable` type.
    public static var cbor: CBORFormat { CBORFormat() }
}

extension TreeFormat {
    /// What coding has to know of CBOR.
    static let cbor = TreeFormat(
        value: CBOR.Value.self,
        errors: CodingErrorFormatter(writing: "CBOR", alternative: "write it as what CBOR can hold"),
        nouns: Nouns(object: "a map", extended: "a simple value, or a map with keys that are no strings"),
        readsUndefined: true,
        hasWideIntegers: true,
        unwritableNumber: "CBOR has no decimal that is not a number.",
        extendedDate: { document, index in document.taggedDate(at: index) },
        decimal: { _ in nil }
    )
}
