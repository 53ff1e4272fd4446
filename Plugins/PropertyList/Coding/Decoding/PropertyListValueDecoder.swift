import Mimeograph

/// The decoder for one value of a document, and its single-value container.
struct PropertyListValueDecoder {
    let place: PropertyListDecodingPlace

    @inline(__always)
    var context: PropertyListDecodingContext { place.context }

    @inline(__always)
    var index: Int { place.index }
}

extension PropertyListValueDecoder: Decoder {
    var codingPath: [any CodingKey] { place.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PropertyListKeyedDecoding(place: try context.dictionary(at: place)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard context.view.has(.array, at: index) else {
            throw context.failure(expecting: [Any].self, "an array", at: index, path: place.steps)
        }
        return PropertyListUnkeyedDecoding(place: place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension PropertyListValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { context.isNull(at: index) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if PropertyListScalar.includes(type) { return try decodeScalar(type) }
        if place.isTop { return try context.value(type, at: index) }
        let saved = context.path
        context.path = place.steps
        defer { context.path = saved }
        return try context.value(type, at: index)
    }

    // The standard library has defaults for these two, which refuse.
    func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    @inline(__always)
    private func decodeScalar<T>(_ type: T.Type) throws -> T {
        if let value = context.scalar(type, at: index) { return value }
        throw context.scalarFailure(type, at: index, path: place.steps)
    }
}
