public import Mimeograph

/// A value of bencode, the format of BitTorrent files and tracker responses.
///
/// Source: https://www.bittorrent.org/beps/bep_0003.html, "bencoding".
public indirect enum Bencode: Hashable, Sendable {
    case integer(Int64)
    case bytes([UInt8])
    case list([Bencode])
    case dictionary([[UInt8]: Bencode])
}

/// Reads a ``Bencode``.
public struct BencodeResponseSerializer: ResponseSerialization {
    /// Makes a serializer.
    public init() {}

    /// `application/x-bittorrent`.
    public var acceptedTypes: [MediaRange] { ["application/x-bittorrent"] }

    /// Reads a body that consists of one value.
    ///
    /// - Throws: `emptyBody`, `syntax`, `truncated` and `limitExceeded`, with the location.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Bencode {
        try limits.check(.inputBytes, body.count)
        if body.isEmpty { throw SerializationError(.emptyBody, "The body is empty, and a value was expected.") }
        var reader = BencodeReader(limits: limits)
        return try reader.read(body)
    }
}

/// Writes a ``Bencode``.
public struct BencodeRequestSerializer: BodySerialization {
    /// Makes a serializer.
    public init() {}

    /// `application/x-bittorrent`.
    public var contentType: MediaType { "application/x-bittorrent" }

    /// Returns the bytes of a value. Every value can be written.
    public func encode(_ input: Bencode) -> [UInt8] {
        switch input {
        case .integer(let number): Array("i\(number)e".utf8)
        case .bytes(let bytes): Array("\(bytes.count):".utf8) + bytes
        case .list(let items): Array("l".utf8) + items.flatMap(encode) + Array("e".utf8)
        case .dictionary(let members):
            Array("d".utf8)
                + members.sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .flatMap { encode(.bytes($0.key)) + encode($0.value) } + Array("e".utf8)
        }
    }
}
