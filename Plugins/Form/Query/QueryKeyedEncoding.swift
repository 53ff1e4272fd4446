import Mimeograph

/// Collects named values.
struct QueryKeyedEncoding<Key: CodingKey> {
    let state: QueryEncodingState
    let container: QueryContainer
    let codingPath: [any CodingKey]

    init(_ state: QueryEncodingState, _ container: QueryContainer, _ codingPath: [any CodingKey]) {
        self.state = state
        self.container = container
        self.codingPath = codingPath
    }

    @inline(__always)
    private func set(_ text: String, _ key: Key) { container.set(.text(text), named: key.stringValue) }

    private func setIfPresent(_ text: String?, _ key: Key) {
        if let text { set(text, key) } else { absent(key) }
    }

    /// An optional property that is nil.
    private func absent(_ key: Key) {
        if state.options.countsAbsentMembersAsNull { container.set(.null, named: key.stringValue) }
    }

    private func nested(_ kind: QueryContainer.Kind, _ key: Key) -> QueryContainer {
        if let there = container.value(named: key.stringValue)?.container(kind) { return there }
        let made = QueryContainer(kind)
        if !state.isTooDeep(codingPath) { container.set(.container(made), named: key.stringValue) }
        return made
    }

    private func deferred(_ key: any CodingKey) -> any Encoder {
        let encoder = QueryValueEncoder(state, codingPath: codingPath + [key])
        if !state.isTooDeep(codingPath) { container.set(.deferred(encoder), named: key.stringValue) }
        return encoder
    }
}

extension QueryKeyedEncoding: KeyedEncodingContainerProtocol {
    func encodeNil(forKey key: Key) throws { container.set(.null, named: key.stringValue) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        guard let tree = try state.tree(value, path: codingPath + [key]) else { return }
        container.set(tree, named: key.stringValue)
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { absent(key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(QueryKeyedEncoding<NestedKey>(state, nested(.members, key), codingPath + [key]))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        QueryUnkeyedEncoding(state, nested(.elements, key), codingPath + [key])
    }

    func superEncoder() -> any Encoder { deferred(PlainCodingKey("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { deferred(key) }
}

// Each scalar type by name: the generic method has to find out what it is given.
extension QueryKeyedEncoding {
    func encode(_ value: Bool, forKey key: Key) throws { set(state.text(value), key) }
    func encode(_ value: String, forKey key: Key) throws { set(value, key) }
    func encode(_ value: Double, forKey key: Key) throws { set(state.text(value), key) }
    func encode(_ value: Float, forKey key: Key) throws { set(state.text(value), key) }
    func encode(_ value: Int, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: Int8, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: Int16, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: Int32, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: Int64, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: UInt, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: UInt8, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: UInt16, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: UInt32, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: UInt64, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: Int128, forKey key: Key) throws { set(String(value), key) }
    func encode(_ value: UInt128, forKey key: Key) throws { set(String(value), key) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { setIfPresent(value.map(state.text), key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { setIfPresent(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { setIfPresent(value.map { state.text($0) }, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { setIfPresent(value.map { state.text($0) }, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { setIfPresent(value.map { String($0) }, key) }
}
