public import Mimeograph
package import MimeographBinaryTree
package import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A format that reads and writes any `Codable` value as MessagePack.
///
/// ```swift
/// let user = try MessagePackFormat().decode(User.self, from: body)
/// let bytes = try MessagePackFormat().encode(user)
/// ```
/// - A `Date` is a timestamp (ext -1) and `Data` is a bin. Strategies can change both. A `URL` is a str.
/// - Integers are from -2^63 to 2^64 - 1, and take as few bytes as they need. A floating-point number takes four bytes if it
///   fits.
/// - A `Dictionary` with `String` keys is a map. If two members have the same key, the last one counts, unless ``duplicateKeys``
///   rejects them. A map with other keys can be read only as ``MessagePack/Value``.
///
/// Decoding recurses only as deep as types nest, and no deeper than the limit on depth.
///
/// Source: https://github.com/msgpack/msgpack/blob/master/spec.md
public struct MessagePackFormat: Sendable {
    /// Whether maps are sorted by the UTF-8 of their keys, or by the bytes of the keys if these are not all strings. By default,
    /// members keep their order.
    public var sortedKeys: Bool
    /// The policy for a map with the same key twice. By default, the last one wins.
    public var duplicateKeys: DuplicateKeys
    /// The strategy for a `Date`. The native strategy, which is the default, writes a timestamp (ext -1).
    public var dateStrategy: DateStrategy<Date> = .native
    /// The strategy for `Data`. The native strategy, which is the default, writes a bin.
    public var dataStrategy: DataStrategy<Data> = .native
    /// The conversion between coding keys and the names of members. By default, they are the same.
    public var keyStrategy: KeyStrategy = .useDefaultKeys
    /// The `userInfo` of decoders and encoders.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format.
    public init(sortedKeys: Bool = false, duplicateKeys: DuplicateKeys = .lastWins) {
        self.sortedKeys = sortedKeys
        self.duplicateKeys = duplicateKeys
    }
}

extension MessagePackFormat: CodableFormat {
    /// `application/msgpack`.
    public var contentType: MediaType { "application/msgpack" }

    /// `application/msgpack`, `application/vnd.msgpack` and `application/x-msgpack`.
    public var acceptedTypes: [MediaRange] {
        ["application/msgpack", "application/vnd.msgpack", "application/x-msgpack"]
    }

    /// Encodes a value to a whole body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        try encoded(value) { context in
            BinaryPlanSink<Parts>.bytes(of: value, context) { try bytes(of: $0, at: $1, mayRepeatKeys: $2) }
        }
    }
}

extension MessagePackFormat: BinaryFormat {
    package static let name = "MessagePack"

    /// The properties of MessagePack for the shared coding.
    package static let tree = TreeFormat(
        value: MessagePack.Value.self,
        errors: CodingErrorFormatter(writing: "MessagePack", alternative: "write a type that MessagePack supports"),
        nouns: TreeFormat.Nouns(object: "a map", extended: "an ext, or a map whose keys are not all strings"),
        unwritableNumber: "MessagePack supports integers from -2^63 to 2^64 - 1.",
        extendedDate: { document, index in
            guard let (kind, number, content) = document.extended(at: index), kind == .ext, number == .max else {
                return nil
            }
            return MessagePackTimestamp(document.content(of: document.word(at: content)))?.secondsSince2001
        },
        decimal: nil
    )

    package static var sortedOrder: TapeWalk.KeyOrder { .byBytes }

    package var sortsMaps: Bool { sortedKeys }

    package var strategies: CodingStrategies? {
        CodingStrategies.unlessDefault(dates: dateStrategy, data: dataStrategy, keys: keyStrategy, userInfo: userInfo)
    }
}

extension MessagePackFormat: CodableStreamFormat {
    /// Makes a parser for a sequence of values, which decodes each. The limits apply to each value.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        valueParser(of: type, limits: limits)
    }
}

extension CodableFormat where Self == MessagePackFormat {
    /// The MessagePack format, for any `Codable` type.
    public static var messagePack: MessagePackFormat { MessagePackFormat() }
}
