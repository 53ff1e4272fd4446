/// Encodes one value into a box.
struct MessagePackEncoder: Encoder {
    let box: MessagePackBox
    let codingPath: [any CodingKey]
    /// How deep the value lies.
    let depth: Int
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ box: MessagePackBox = MessagePackBox(), path: [any CodingKey], depth: Int) {
        self.box = box
        codingPath = path
        self.depth = depth
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .map = box.content {} else { box.content = .map([]) }
        return KeyedEncodingContainer(MessagePackKeyedEncoding<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = box.content {} else { box.content = .array([]) }
        return MessagePackUnkeyedEncoding(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { MessagePackSingleEncoding(encoder: self) }

    /// The encoder of a value in this one.
    func nested(_ key: any CodingKey) -> MessagePackEncoder {
        MessagePackEncoder(path: codingPath + [key], depth: depth + 1)
    }
}

/// The members of a map.
struct MessagePackKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: MessagePackEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func put(_ bytes: [UInt8], _ key: Key) { encoder.box.setMember(key.stringValue, MessagePackBox(bytes)) }

    /// A member that somebody else fills.
    private func member(_ key: any CodingKey) -> MessagePackEncoder {
        let member = encoder.nested(key)
        encoder.box.setMember(key.stringValue, member.box)
        return member
    }

    mutating func encodeNil(forKey key: Key) { put([0xC0], key) }
    mutating func encode(_ value: Bool, forKey key: Key) { put(MessagePackBytes.bool(value), key) }
    mutating func encode(_ value: String, forKey key: Key) { put(MessagePackBytes.text(value), key) }
    mutating func encode(_ value: Double, forKey key: Key) { put(MessagePackBytes.double(value), key) }
    mutating func encode(_ value: Float, forKey key: Key) { put(MessagePackBytes.float(value), key) }
    mutating func encode(_ value: Int, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: Int8, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: Int16, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: Int32, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: Int64, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: UInt, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: UInt8, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: UInt16, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: UInt32, forKey key: Key) { put(MessagePackBytes.integer(value), key) }
    mutating func encode(_ value: UInt64, forKey key: Key) { put(MessagePackBytes.integer(value), key) }

    mutating func encode<V: Encodable>(_ value: V, forKey key: Key) throws {
        let member = member(key)
        try member.box.encode(value, path: member.codingPath, depth: member.depth)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        member(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        member(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { member(MessagePackKey(stringValue: "super")) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

/// The elements of a list.
struct MessagePackUnkeyedEncoding: UnkeyedEncodingContainer {
    let encoder: MessagePackEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.box.count }

    private func put(_ bytes: [UInt8]) { encoder.box.append(MessagePackBox(bytes)) }

    /// An element that somebody else fills.
    private func element() -> MessagePackEncoder {
        let element = encoder.nested(MessagePackKey(intValue: count))
        encoder.box.append(element.box)
        return element
    }

    mutating func encodeNil() { put([0xC0]) }
    mutating func encode(_ value: Bool) { put(MessagePackBytes.bool(value)) }
    mutating func encode(_ value: String) { put(MessagePackBytes.text(value)) }
    mutating func encode(_ value: Double) { put(MessagePackBytes.double(value)) }
    mutating func encode(_ value: Float) { put(MessagePackBytes.float(value)) }
    mutating func encode(_ value: Int) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: Int8) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: Int16) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: Int32) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: Int64) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt8) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt16) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt32) { put(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt64) { put(MessagePackBytes.integer(value)) }

    mutating func encode<V: Encodable>(_ value: V) throws {
        let element = element()
        try element.box.encode(value, path: element.codingPath, depth: element.depth)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { element() }
}

/// A value that is no container.
struct MessagePackSingleEncoding: SingleValueEncodingContainer {
    let encoder: MessagePackEncoder
    private var box: MessagePackBox { encoder.box }

    init(encoder: MessagePackEncoder) { self.encoder = encoder }

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() { box.content = .bytes([0xC0]) }
    mutating func encode(_ value: Bool) { box.content = .bytes(MessagePackBytes.bool(value)) }
    mutating func encode(_ value: String) { box.content = .bytes(MessagePackBytes.text(value)) }
    mutating func encode(_ value: Double) { box.content = .bytes(MessagePackBytes.double(value)) }
    mutating func encode(_ value: Float) { box.content = .bytes(MessagePackBytes.float(value)) }
    mutating func encode(_ value: Int) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: Int8) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: Int16) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: Int32) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: Int64) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt8) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt16) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt32) { box.content = .bytes(MessagePackBytes.integer(value)) }
    mutating func encode(_ value: UInt64) { box.content = .bytes(MessagePackBytes.integer(value)) }

    mutating func encode<V: Encodable>(_ value: V) throws {
        try box.encode(value, path: codingPath, depth: encoder.depth + 1)
    }
}
