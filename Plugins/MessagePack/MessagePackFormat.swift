public import Mimeograph
package import MimeographBinaryTree
package import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads and writes any `Codable` value as MessagePack.
///
/// ```swift
/// let user = try MessagePackFormat().decode(User.self, from: body)
/// let bytes = try MessagePackFormat().encode(user)
/// ```
/// - A `Date` is a timestamp (ext -1) and `Data` is bin, unless a strategy says otherwise. A `URL` is a str.
/// - Integers are from -2^63 to 2^64 - 1, and are written in as few bytes as they need. A floating-point number takes four bytes
///   where it fits them.
/// - A `Dictionary` with `String` keys is a map. Of two members with one key the last counts, unless ``duplicateKeys`` says
///   otherwise; a map with other keys is read as ``MessagePack/Value`` alone.
///
/// Decoding recurses only where types nest, and no deeper than the depth that the limits allow.
///
/// Source: https://github.com/msgpack/msgpack/blob/master/spec.md
public struct MessagePackFormat: Sendable {
    /// Whether the members of a map are sorted by the UTF-8 of their keys, and those of a map with other keys by the bytes of
    /// these. Default false: they keep their order.
    public var sortedKeys: Bool
    /// What happens if a map has the same key twice. Default: the last one wins.
    public var duplicateKeys: DuplicateKeys
    /// How a `Date` is coded. The native way, which is the default, is a timestamp (ext -1).
    public var dateStrategy: DateStrategy<Date> = .native
    /// How `Data` is coded. The native way, which is the default, is a bin.
    public var dataStrategy: DataStrategy<Data> = .native
    /// How coding keys and the names of members become each other. Default: they are the same.
    public var keyStrategy: KeyStrategy = .useDefaultKeys
    /// What values find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format.
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
        try decoded(type, from: body, limits: limits)
    }

    /// Encodes a value to a whole body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] { try encoded(value) }
}

extension MessagePackFormat: BinaryFormat {
    package static let name = "MessagePack"

    /// What coding has to know of MessagePack.
    package static let tree = TreeFormat(
        value: MessagePack.Value.self,
        errors: CodingErrorFormatter(writing: "MessagePack", alternative: "write it as what MessagePack can hold"),
        nouns: TreeFormat.Nouns(object: "a map", extended: "an ext, or a map with keys that are no strings"),
        unwritableNumber: "MessagePack holds integers from -2^63 to 2^64 - 1.",
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
        CodingStrategies(dates: dateStrategy, data: dataStrategy, keys: keyStrategy, userInfo: userInfo)
    }
}

extension MessagePackFormat: CodableStreamFormat {
    /// Makes a parser that decodes each of the values that stand one after the other. The limits count for each.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        valueParser(of: type, limits: limits)
    }
}

extension CodableFormat where Self == MessagePackFormat {
    /// MessagePack, for any `Codable` type.
    public static var messagePack: MessagePackFormat { MessagePackFormat() }
}
