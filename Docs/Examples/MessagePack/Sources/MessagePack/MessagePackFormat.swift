public import Mimeograph

/// Reads and writes any `Codable` value as MessagePack.
///
/// Structures are maps with texts for keys, `Data` is binary, and `Date` is the timestamp extension. A number is read where
/// its value fits, whichever of the forms it came in. A body is one value, without anything behind it.
///
/// Source: the MessagePack specification, github.com/msgpack/msgpack, `spec.md`.
public struct MessagePackFormat: CodableFormat {
    /// Makes a format.
    public init() {}

    /// `application/msgpack`, which is not registered; IANA has `application/vnd.msgpack`.
    public var contentType: MediaType { "application/msgpack" }

    /// The three names in use.
    public var acceptedTypes: [MediaRange] {
        ["application/msgpack", "application/x-msgpack", "application/vnd.msgpack"]
    }

    /// Decodes a value.
    ///
    /// - Throws: `emptyBody`, `syntax`, `truncated`, `invalidText` and `limitExceeded`, with the place; `dataShape` with the
    ///   coding path.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        try limits.check(.inputBytes, body.count)
        if body.isEmpty { throw SerializationError(.emptyBody, "The body is empty, and a value was expected.") }
        let document = try MessagePackReader.read([UInt8](body), at: 0, limits: limits)
        return try document.decode(type)
    }

    /// Encodes a value.
    ///
    /// - Throws: `unencodableValue`, with the coding path.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        let encoder = MessagePackEncoder(path: [], depth: 0)
        do {
            try encoder.box.encode(value, path: [], depth: 0)
        } catch {
            throw .unencodable(error)
        }
        var bytes: [UInt8] = []
        encoder.box.write(to: &bytes)
        return bytes
    }
}

/// Reads values of any `Decodable` type, one behind the other, while they arrive.
///
/// The limits count for each value.
public struct MessagePackStreamFormat: CodableStreamFormat {
    /// Makes a format.
    public init() {}

    /// Those of ``MessagePackFormat``.
    public var acceptedTypes: [MediaRange] { MessagePackFormat().acceptedTypes }

    /// Makes a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws what ``MessagePackFormat`` does, with offsets in the whole body.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        MessagePackStreamParser<V>(limits: limits)
    }
}

extension SerializationError {
    /// What a value's own `encode(to:)` or ours threw.
    fileprivate static func unencodable(_ error: any Error) -> SerializationError {
        if let error = error as? SerializationError { return error }
        guard case EncodingError.invalidValue(_, let context) = error else {
            return SerializationError(.unencodableValue, "The value's encode(to:) failed.", underlying: [error])
        }
        return SerializationError(
            .unencodableValue,
            context.debugDescription,
            codingPath: context.codingPath,
            underlying: [error]
        )
    }
}
