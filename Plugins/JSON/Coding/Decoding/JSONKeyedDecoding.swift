import Mimeograph

/// The members of an object.
struct JSONKeyedDecoding<Key: CodingKey> {
    /// That of an object, as ``JSONDecodingContext/object(at:)`` gives it.
    let place: JSONDecodingPlace

    @inline(__always)
    private var context: JSONDecodingContext { place.context }

    /// The index of the member's value, or nil.
    @inline(__always)
    func find(_ key: some CodingKey) -> Int? { context.member(key.stringValue, of: place) }

    @inline(__always)
    func index(of key: Key) throws -> Int {
        if let index = find(key) { return index }
        throw context.keyNotFound(key, in: place.index, path: place.steps)
    }

    @inline(__always)
    func scalar<T>(_ type: T.Type, at index: Int, _ key: Key) throws -> T {
        if let value = context.scalar(type, at: index) { return value }
        throw context.scalarFailure(type, at: index, path: place.steps + [.key(key)])
    }

    private func decoder(at index: Int, _ key: some CodingKey) -> JSONValueDecoder {
        JSONValueDecoder(place: place.below(.key(key), at: index))
    }
}

extension JSONKeyedDecoding: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { place.codingPath }
    var allKeys: [Key] { context.names(of: place).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { context.isNull(at: try index(of: key)) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try context.nested(type, at: try index(of: key), step: .key(key), of: place)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let index = find(key), !context.isNull(at: index) else { return nil }
        return try context.nested(type, at: index, step: .key(key), of: place)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(at: index(of: key), key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(at: index(of: key), key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoder(at: find(PlainCodingKey.super) ?? JSONDecodingContext.absent, PlainCodingKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder(at: find(key) ?? JSONDecodingContext.absent, key)
    }
}

// Each scalar type by name: a generic method would be one unspecialized function for all, because the compiler does not
// specialize it while `Key` is open. The standard library's defaults for the second kind would look a key up three times.
extension JSONKeyedDecoding {
    @inline(__always)
    private func required<T>(_ type: T.Type, _ key: Key) throws -> T { try scalar(type, at: index(of: key), key) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try required(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try required(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try required(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try required(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try required(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try required(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try required(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try required(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try required(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try required(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try required(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try required(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try required(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try required(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try required(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try required(type, key) }

    @inline(__always)
    private func optional<T>(_ type: T.Type, _ key: Key) throws -> T? {
        guard let index = find(key), !context.isNull(at: index) else { return nil }
        return try scalar(type, at: index, key)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(type, key) }
}
