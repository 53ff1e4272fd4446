import Mimeograph

/// Writes the elements of a list.
struct XMLUnkeyedEncoding {
    let encoder: XMLValueEncoder
    let items: XMLItemTarget

    private func branch() -> XMLValueEncoder {
        let path = encoder.nextIndex()
        let context = encoder.context
        return XMLValueEncoder(context: context, target: items.target, path: path, rules: context.plainRules)
    }
}

extension XMLUnkeyedEncoding: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }

    func encodeNil() throws { try encoder.context.writeNil(to: items.target, encoder.nextIndex()) }

    func encode<T: Encodable>(_ value: T) throws {
        try encoder.context.encode(value, to: items.target, encoder.nextIndex())
    }

    // The standard library has defaults for these two, which refuse.
    func encode(_ value: Int128) throws {
        try encoder.context.write(value.xmlText, to: items.target, encoder.nextIndex())
    }
    func encode(_ value: UInt128) throws {
        try encoder.context.write(value.xmlText, to: items.target, encoder.nextIndex())
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        branch().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { branch().unkeyedContainer() }

    func superEncoder() -> any Encoder { branch() }
}
