import Mimeograph

/// Collects what one value encodes.
///
/// It and its containers write into trees of reference type, so that a container may be filled after its siblings and by
/// several encoders, as `Codable` allows.
final class QueryValueEncoder {
    let state: QueryEncodingState
    let codingPath: [any CodingKey]
    /// What was collected so far; nil where nothing was encoded.
    private(set) var result: QueryTree?

    init(_ state: QueryEncodingState, codingPath: [any CodingKey]) {
        self.state = state
        self.codingPath = codingPath
    }

    /// The container of that kind, made now or there already.
    private func open(_ kind: QueryContainer.Kind) -> QueryContainer {
        if let container = result?.container(kind) { return container }
        if result != nil { state.record(misuse: "A value of another kind is written already.", at: codingPath) }
        let container = QueryContainer(kind)
        result = .container(container)
        return container
    }
}

extension QueryValueEncoder: Encoder {
    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(QueryKeyedEncoding(state, open(.members), codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { QueryUnkeyedEncoding(state, open(.elements), codingPath) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension QueryValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { try set(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
        guard let tree = try state.tree(value, path: codingPath) else { return }
        try set(tree)
    }

    // The standard library has defaults for these two, which refuse.
    func encode(_ value: Int128) throws { try set(.text(String(value))) }
    func encode(_ value: UInt128) throws { try set(.text(String(value))) }

    func encode(_ value: Bool) throws { try set(.text(state.text(value))) }
    func encode(_ value: String) throws { try set(.text(value)) }
    func encode(_ value: Double) throws { try set(.text(state.text(value))) }
    func encode(_ value: Float) throws { try set(.text(state.text(value))) }
    func encode(_ value: Int) throws { try set(.text(String(value))) }
    func encode(_ value: Int8) throws { try set(.text(String(value))) }
    func encode(_ value: Int16) throws { try set(.text(String(value))) }
    func encode(_ value: Int32) throws { try set(.text(String(value))) }
    func encode(_ value: Int64) throws { try set(.text(String(value))) }
    func encode(_ value: UInt) throws { try set(.text(String(value))) }
    func encode(_ value: UInt8) throws { try set(.text(String(value))) }
    func encode(_ value: UInt16) throws { try set(.text(String(value))) }
    func encode(_ value: UInt32) throws { try set(.text(String(value))) }
    func encode(_ value: UInt64) throws { try set(.text(String(value))) }

    private func set(_ tree: QueryTree) throws {
        guard result == nil else {
            throw EncodingError.invalidValue(
                "",
                EncodingError.Context(codingPath: codingPath, debugDescription: "A value is written already.")
            )
        }
        result = tree
    }
}

extension QueryEncodingState {
    /// Remembers the first misuse of an encoder, which is thrown when the value returns.
    func record(misuse description: String, at path: [any CodingKey]) {
        guard misuse == nil else { return }
        misuse = .invalidValue("", EncodingError.Context(codingPath: path, debugDescription: description))
    }
}

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
