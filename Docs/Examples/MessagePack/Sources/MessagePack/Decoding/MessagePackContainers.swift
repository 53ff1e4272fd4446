/// The members of a map. Its keys are texts or whole numbers, and none comes twice.
struct MessagePackKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: MessagePackDecoder
    private var members: [String: Int] = [:]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    init(_ decoder: MessagePackDecoder) throws {
        self.decoder = decoder
        guard case .map = decoder.kind else { throw decoder.mismatch([String: Any].self, "a map") }
        let children = decoder.document.children(of: decoder.index)
        for index in stride(from: 0, to: children.count - 1, by: 2) {
            let name: String
            switch decoder.document.nodes[children[index]].kind {
            case .text(let range): name = decoder.document.text(range)
            case .integer(let number): name = String(number)
            case .unsigned(let number): name = String(number)
            default: throw decoder.mismatch([String: Any].self, "a map with texts or whole numbers for keys")
            }
            guard members.updateValue(children[index + 1], forKey: name) == nil else {
                throw decoder.mismatch([String: Any].self, "a map without the same key twice")
            }
        }
    }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    /// The decoder of a member; nil where there is none.
    private func member(_ key: any CodingKey) -> MessagePackDecoder? {
        members[key.stringValue].map { decoder.decoder(of: $0, key) }
    }

    private func required(_ key: Key) throws -> MessagePackDecoder {
        guard let member = member(key) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: codingPath, debugDescription: "there is no such key")
            )
        }
        return member
    }

    func decodeNil(forKey key: Key) throws -> Bool { try required(key).isNull }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try required(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try required(key).text() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try required(key).floating(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try required(key).floating(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try required(key).integer(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try required(key).integer(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try required(key).integer(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try required(key).integer(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try required(key).integer(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try required(key).integer(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try required(key).integer(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try required(key).integer(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try required(key).integer(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try required(key).integer(type) }
    func decode<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V { try required(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try required(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try required(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = MessagePackKey(stringValue: "super")
        guard let member = member(key) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: codingPath, debugDescription: "there is no such key")
            )
        }
        return member
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try required(key) }
}

/// The elements of a list, one after the other.
struct MessagePackUnkeyedDecoding: UnkeyedDecodingContainer {
    let decoder: MessagePackDecoder
    let children: [Int]
    private(set) var currentIndex = 0

    init(decoder: MessagePackDecoder, children: [Int]) {
        self.decoder = decoder
        self.children = children
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { children.count }
    var isAtEnd: Bool { currentIndex >= children.count }

    /// The decoder of the next element.
    private var next: MessagePackDecoder {
        get throws {
            let key = MessagePackKey(intValue: currentIndex)
            guard !isAtEnd else {
                throw DecodingError.valueNotFound(
                    Any.self,
                    DecodingError.Context(
                        codingPath: codingPath + [key],
                        debugDescription: "the list has no more elements"
                    )
                )
            }
            return decoder.decoder(of: children[currentIndex], key)
        }
    }

    /// Takes what the next element gives; where that fails the element stays the next.
    private mutating func take<V>(_ read: (MessagePackDecoder) throws -> V) throws -> V {
        let value = try read(next)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try next.isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try take { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try take { try $0.text() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try take { try $0.floating(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try take { try $0.floating(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try take { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try take { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try take { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try take { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try take { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try take { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take { try $0.integer(type) } }
    mutating func decode<V: Decodable>(_ type: V.Type) throws -> V { try take { try $0.decode(type) } }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take { $0 } }
}

/// A value that is no container, or is read as one value.
struct MessagePackSingleDecoding: SingleValueDecodingContainer {
    let decoder: MessagePackDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    func decodeNil() -> Bool { decoder.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
    func decode(_ type: String.Type) throws -> String { try decoder.text() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.floating(type) }
    func decode(_ type: Float.Type) throws -> Float { try decoder.floating(type) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
    func decode<V: Decodable>(_ type: V.Type) throws -> V { try decoder.decode(type) }
}

/// A key that no type declares: the index of an element, or "super".
struct MessagePackKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
