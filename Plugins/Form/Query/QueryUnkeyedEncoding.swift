import Mimeograph

/// Collects values in order.
struct QueryUnkeyedEncoding {
    let state: QueryEncodingState
    let container: QueryContainer
    let codingPath: [any CodingKey]

    init(_ state: QueryEncodingState, _ container: QueryContainer, _ codingPath: [any CodingKey]) {
        self.state = state
        self.container = container
        self.codingPath = codingPath
    }

    private var elementPath: [any CodingKey] { codingPath + [PlainCodingKey(index: count)] }
}

extension QueryUnkeyedEncoding: UnkeyedEncodingContainer {
    var count: Int { container.values.count }

    func encodeNil() throws { container.append(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
        guard let tree = try state.tree(value, path: elementPath) else { return }
        container.append(tree)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        let path = elementPath
        let nested = QueryContainer(.members)
        if !state.isTooDeep(path) { container.append(.container(nested)) }
        return KeyedEncodingContainer(QueryKeyedEncoding<NestedKey>(state, nested, path))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let path = elementPath
        let nested = QueryContainer(.elements)
        if !state.isTooDeep(path) { container.append(.container(nested)) }
        return QueryUnkeyedEncoding(state, nested, path)
    }

    func superEncoder() -> any Encoder {
        let encoder = QueryValueEncoder(state, codingPath: elementPath)
        if !state.isTooDeep(codingPath) { container.append(.deferred(encoder)) }
        return encoder
    }
}

// Each scalar type by name: the generic method has to find out what it is given.
extension QueryUnkeyedEncoding {
    func encode(_ value: Bool) throws { container.append(.text(state.text(value))) }
    func encode(_ value: String) throws { container.append(.text(value)) }
    func encode(_ value: Double) throws { container.append(.text(state.text(value))) }
    func encode(_ value: Float) throws { container.append(.text(state.text(value))) }
    func encode(_ value: Int) throws { container.append(.text(String(value))) }
    func encode(_ value: Int8) throws { container.append(.text(String(value))) }
    func encode(_ value: Int16) throws { container.append(.text(String(value))) }
    func encode(_ value: Int32) throws { container.append(.text(String(value))) }
    func encode(_ value: Int64) throws { container.append(.text(String(value))) }
    func encode(_ value: UInt) throws { container.append(.text(String(value))) }
    func encode(_ value: UInt8) throws { container.append(.text(String(value))) }
    func encode(_ value: UInt16) throws { container.append(.text(String(value))) }
    func encode(_ value: UInt32) throws { container.append(.text(String(value))) }
    func encode(_ value: UInt64) throws { container.append(.text(String(value))) }
    func encode(_ value: Int128) throws { container.append(.text(String(value))) }
    func encode(_ value: UInt128) throws { container.append(.text(String(value))) }
}
