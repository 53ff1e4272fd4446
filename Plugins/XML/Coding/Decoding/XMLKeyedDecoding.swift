import Mimeograph

/// The attributes, child elements and text of an element.
struct XMLKeyedDecoding<Key: CodingKey> {
    let context: XMLDecodingContext
    let element: Int32
    let path: XMLCodingPath?
    let rules: XMLKeyRules

    private func place(_ key: some CodingKey) -> XMLDecodingPlace {
        context.place(of: rules.rule(key.stringValue), in: element)
    }

    private func below(_ key: some CodingKey) -> XMLCodingPath { XMLCodingPath(path, key) }

    private func decoder(_ key: some CodingKey) -> XMLValueDecoder {
        XMLValueDecoder(context: context, place: place(key), path: below(key), rules: context.plainRules)
    }

    /// A scalar whose type the compiler knows.
    private func scalar<T: XMLScalarValue>(_ type: T.Type, _ key: Key) throws -> T {
        try context.scalar(type, at: place(key), below(key))
    }

    private func scalarIfPresent<T: XMLScalarValue>(_ type: T.Type, _ key: Key) throws -> T? {
        let place = place(key)
        return context.isNil(place, for: .scalar(type)) ? nil : try context.scalar(type, at: place, below(key))
    }
}

extension XMLKeyedDecoding: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { XMLCodingPath.keys(of: path) }
    var allKeys: [Key] { context.keys(of: element, rules).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        if case .absent = place(key) { false } else { true }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let place = place(key)
        if case .absent(let rule, let parent) = place { throw context.missing(rule, in: parent, below(key)) }
        return context.isNil(place, for: nil)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try context.value(type, at: place(key), below(key))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let place = place(key)
        return context.isNil(place, for: context.kind(of: type)) ? nil : try context.value(type, at: place, below(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(PlainCodingKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key) }
}

// Each scalar type by name: without, a scalar would go through the generic methods and a look-up of its type.
extension XMLKeyedDecoding {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }

    // The standard library's defaults for these would not take an empty element for nil.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try scalarIfPresent(type, key) }
}
