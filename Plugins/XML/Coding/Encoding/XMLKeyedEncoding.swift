import Mimeograph

/// Writes attributes, child elements and the text of an element.
struct XMLKeyedEncoding<Key: CodingKey> {
    let encoder: XMLValueEncoder
    let storage: XML.Element.Storage

    private var context: XMLEncodingContext { encoder.context }

    private func append(scalar value: some XMLScalarValue, _ key: Key) throws {
        let target = encoder.target(of: key.stringValue, in: storage)
        if case .element = target {
            // Nothing can go wrong, so no path is needed.
            try context.write(value.xmlText, to: target, nil)
        } else {
            try context.write(value.xmlText, to: target, XMLCodingPath(encoder.path, key))
        }
    }
}

extension XMLKeyedEncoding: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws {
        let path = XMLCodingPath(encoder.path, key)
        try context.writeNil(to: encoder.target(of: key.stringValue, in: storage), path)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let path = XMLCodingPath(encoder.path, key)
        try context.encode(value, to: encoder.target(of: key.stringValue, in: storage), path)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.branch(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.branch(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.branch(PlainCodingKey.super) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.branch(key) }
}

// Each scalar type by name: without, a scalar would go through the generic method and a look-up of its type.
extension XMLKeyedEncoding {
    func encode(_ value: Bool, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: String, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Double, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Float, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int128, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try append(scalar: value, key) }
}
