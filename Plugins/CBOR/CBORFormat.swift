public import Mimeograph
package import MimeographBinaryTree
package import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A format that reads and writes any `Codable` value as CBOR.
///
/// ```swift
/// let user = try CBORFormat().decode(User.self, from: body)
/// let bytes = try CBORFormat().encode(user)
/// ```
/// - A `Date` is tag 1 with seconds since 1970; tag 0, which is RFC 3339 text, is read too. `Data` is a byte string. Strategies
///   can change both. A `URL` is text. A `Date` counts from 2001, but CBOR counts from 1970. So the last digits of a fraction of
///   a second may change, below a microsecond; whole seconds do not change.
/// - Integers of more than 64 bits are bignums (tags 2 and 3). A `Decimal` is an integer or a floating-point number if that has
///   the same digits, otherwise a decimal fraction (tag 4). Each number takes as few bytes as it needs.
/// - `undefined` is read as nil. Tags that mean nothing for the requested type are skipped.
/// - A `Dictionary` with `String` keys is a map. A map with other keys can be read only as ``CBOR/Value``.
///
/// Decoding recurses only as deep as types nest, and no deeper than the limit on depth.
///
/// Source: RFC 8949.
public struct CBORFormat: Sendable {
    /// Whether maps are sorted as in the deterministic encoding. By default, members keep their order. Source: RFC 8949 §4.2.1.
    public var isDeterministic: Bool
    /// The policy for a map with the same key twice. By default, the last one wins.
    public var duplicateKeys: DuplicateKeys
    /// The strategy for a `Date`. The native strategy, which is the default, writes the seconds since 1970-01-01T00:00:00Z with
    /// tag 1. Source: RFC 8949 §3.4.2.
    public var dateStrategy: DateStrategy<Date> = .native
    /// Whether the native strategy writes a `Date` as RFC 3339 text with tag 0, to the second. The default is `false`. Reading
    /// accepts both tags, whatever this setting. Source: RFC 8949 §3.4.1.
    public var writesDatesAsText = false
    /// The strategy for `Data`. The native strategy, which is the default, writes a byte string.
    public var dataStrategy: DataStrategy<Data> = .native
    /// The conversion between coding keys and the names of members. By default, they are the same.
    public var keyStrategy: KeyStrategy = .useDefaultKeys
    /// The `userInfo` of decoders and encoders.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format.
    public init(isDeterministic: Bool = false, duplicateKeys: DuplicateKeys = .lastWins) {
        self.isDeterministic = isDeterministic
        self.duplicateKeys = duplicateKeys
    }
}

extension CBORFormat: CodableFormat {
    /// `application/cbor`.
    public var contentType: MediaType { "application/cbor" }

    /// `application/cbor` and every type with the suffix `+cbor`.
    public var acceptedTypes: [MediaRange] { ["application/cbor", "*/*+cbor"] }

    /// Encodes a value to a whole body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        try encoded(value) { context in
            BinaryPlanSink<Parts>.bytes(of: value, context) { try bytes(of: $0, at: $1, mayRepeatKeys: $2) }
        }
    }
}

extension CBORFormat: BinaryFormat {
    package static let name = "CBOR"

    /// The properties of CBOR for the shared coding.
    package static let tree = TreeFormat(
        value: CBOR.Value.self,
        errors: CodingErrorFormatter(writing: "CBOR", alternative: "write a type that CBOR supports"),
        nouns: TreeFormat.Nouns(object: "a map", extended: "a simple value, or a map whose keys are not all strings"),
        // The simple value `undefined`.
        nullExtension: (.simple, 23),
        hasWideIntegers: true,
        unwritableNumber: "CBOR cannot represent a Decimal that is not a number.",
        extendedNumber: { document, index in document.taggedNumber(at: index) },
        extendedDate: { document, index in document.taggedDate(at: index) },
        decimal: { _ in nil }
    )

    /// The order of the encoded text keys, in which the length comes first.
    package static var sortedOrder: TapeWalk.KeyOrder { .byLength }

    package var sortsMaps: Bool { isDeterministic }

    package var strategies: CodingStrategies? {
        CodingStrategies.unlessDefault(dates: dateStrategy, data: dataStrategy, keys: keyStrategy, userInfo: userInfo)
    }
}

/// A format that decodes each item of a sequence as a `Decodable` value, while the items arrive. The limits apply to each item.
///
/// Source: RFC 8742.
public struct CBORSequenceFormat: CodableStreamFormat {
    /// The format of each item.
    public var format: CBORFormat

    /// Creates a format.
    public init(format: CBORFormat = CBORFormat()) { self.format = format }

    /// `application/cbor-seq` and every type with the suffix `+cbor-seq`.
    public var acceptedTypes: [MediaRange] { ["application/cbor-seq", "*/*+cbor-seq"] }

    /// Makes a parser that decodes each item.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        format.valueParser(of: type, limits: limits)
    }
}

extension CodableFormat where Self == CBORFormat {
    /// The CBOR format, for any `Codable` type.
    public static var cbor: CBORFormat { CBORFormat() }
}
