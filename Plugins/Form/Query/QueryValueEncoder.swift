import Mimeograph

/// Collects what one value encodes.
///
/// It and its containers write into trees of reference type, so that a container may be filled after its siblings and by
/// several encoders, as `Codable` allows.
final class QueryValueEncoder {
    let state: QueryEncodingState
    let codingPath: [any CodingKey]
    /// What was collected so far; nil where nothing was asked for.
    private(set) var result: QueryTree?

    init(_ state: QueryEncodingState, codingPath: [any CodingKey]) {
        self.state = state
        self.codingPath = codingPath
    }

    /// The container of that kind, made now or there already.
    private func open(_ kind: QueryContainer.Kind) -> QueryContainer {
        if let container = result?.container(kind) { return container }
        if result != nil { state.note(misuse: "A value of another kind is written already.", at: codingPath) }
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
    func note(misuse description: String, at path: [any CodingKey]) {
        guard misuse == nil else { return }
        misuse = .invalidValue("", EncodingError.Context(codingPath: path, debugDescription: description))
    }
}
