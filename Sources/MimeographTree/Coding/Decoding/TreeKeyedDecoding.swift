public import Mimeograph

/// The members of an object; see ``TreeDecodingContext`` for why the formats have types of their own for it.
@usableFromInline
package protocol TreeKeyedDecoding: KeyedDecodingContainerProtocol {
    associatedtype Place: TreeDecodingPlace

    /// That of an object.
    var place: Place { get }

    // The same as the context's, which a getter of this protocol would retain for each of them.
    /// The index of the member's value, or nil.
    func find(_ key: some CodingKey) -> Int?
    func isNull(at index: Int) -> Bool
    func scalar<T>(_ type: T.Type, at index: Int) -> T?
    func nested<T: Decodable>(_ type: T.Type, at index: Int, step: CodingStep) throws -> T
}

extension TreeKeyedDecoding {
    @inlinable
    @inline(__always)
    package func index(of key: Key) throws -> Int {
        if let index = find(key) { return index }
        throw missing(key)
    }

    @usableFromInline
    package func missing(_ key: Key) -> DecodingError {
        place.context.keyNotFound(key, in: place.index, path: place.steps)
    }

    @usableFromInline
    package func unreadable<T>(_ type: T.Type, at index: Int, _ key: Key) -> DecodingError {
        place.context.scalarFailure(type, at: index, path: place.steps + [.key(key)])
    }

    @inlinable
    @inline(__always)
    package func decoder(at index: Int, _ key: some CodingKey) -> Place.Context.ValueDecoder {
        place.below(.key(key), at: index).decoder
    }
}

extension TreeKeyedDecoding {
    @usableFromInline
    package var codingPath: [any CodingKey] { place.codingPath }
    @usableFromInline
    package var allKeys: [Key] { place.context.keys(of: place) }

    @inlinable
    @inline(__always)
    package func contains(_ key: Key) -> Bool { find(key) != nil }

    @inlinable
    @inline(__always)
    package func decodeNil(forKey key: Key) throws -> Bool { isNull(at: try index(of: key)) }

    @inlinable
    @inline(__always)
    package func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try nested(type, at: try index(of: key), step: .key(key))
    }

    @inlinable
    @inline(__always)
    package func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let index = find(key), !isNull(at: index) else { return nil }
        return try nested(type, at: index, step: .key(key))
    }

    @inlinable
    @inline(__always)
    package func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(at: index(of: key), key).container(keyedBy: type)
    }

    @inlinable
    @inline(__always)
    package func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(at: index(of: key), key).unkeyedContainer()
    }

    @inlinable
    @inline(__always)
    package func superDecoder() throws -> any Decoder {
        decoder(at: find(PlainCodingKey.super) ?? Place.Context.absent, PlainCodingKey.super)
    }

    @inlinable
    @inline(__always)
    package func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder(at: find(key) ?? Place.Context.absent, key)
    }
}
