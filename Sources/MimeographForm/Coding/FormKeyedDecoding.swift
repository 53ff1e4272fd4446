import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes named values.
struct FormKeyedDecoding<Key: CodingKey> {
    let context: FormDecodingContext
    let node: FormNode
    let codingPath: [any CodingKey]
    /// The names as keys, where they differ from the names.
    private let converted: [ByteEqualString: FormNode]?

    init(
        _ context: FormDecodingContext,
        _ node: FormNode,
        codingPath: [any CodingKey],
        keepsNames: Bool
    ) throws {
        // A name alone stands for a value with nothing in it.
        guard node.kind == .members || node.kind == .none || node.isNullAlone else {
            throw context.failure(node, codingPath, "Expected members, found another value.") {
                .typeMismatch([String: Any].self, $0)
            }
        }
        self.context = context
        self.node = node
        self.codingPath = codingPath
        if keepsNames { try context.checkHashable(node, codingPath) }
        converted = keepsNames ? nil : context.convertedMembers(of: node)
    }

    private func child(_ key: any CodingKey) -> FormNode? {
        if let converted { return converted[ByteEqualString(key.stringValue)] }
        return node.member(key.stringValue)
    }

    private func present(_ key: any CodingKey) throws -> FormNode {
        if let child = child(key) { return child }
        throw context.failure(node, codingPath, "The key \"\(key.shown)\" is missing.") { .keyNotFound(key, $0) }
    }

    /// The node of an optional; nil where it is missing or stands for nil.
    private func presentIfAny(_ key: any CodingKey, _ type: any Any.Type) -> FormNode? {
        child(key).flatMap { context.isNil($0, for: type) ? nil : $0 }
    }

    private func decoder(_ key: any CodingKey, _ child: FormNode) -> FormValueDecoder {
        FormValueDecoder(context, child, codingPath: codingPath + [key], wantsElements: true)
    }
}

extension FormKeyedDecoding: KeyedDecodingContainerProtocol {
    var allKeys: [Key] {
        if let converted {
            let names = converted.keys.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            return context.keys(names, of: node, codingPath)
        }
        return context.keys(node.names, of: node, codingPath)
    }

    func contains(_ key: Key) -> Bool { child(key) != nil }

    // No field is written for a property that is nil.
    func decodeNil(forKey key: Key) throws -> Bool { child(key)?.isNull ?? true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if child(key) == nil {
            // An empty one is written as no field at all.
            if let elements = type as? any FormElements.Type, let empty = elements.init() as? Value { return empty }
            if let members = type as? any FormMembers.Type, let empty = members.init() as? Value { return empty }
            // So is nil.
            if let optional = type as? any FormOptional.Type, let absent = optional.absent as? Value { return absent }
        }
        return try context.value(type, of: present(key), path: codingPath + [key])
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let child = presentIfAny(key, type) else { return nil }
        return try context.value(type, of: child, path: codingPath + [key])
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key, present(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key, child(key) ?? FormNode(offset: node.offset)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = PlainCodingKey("super")
        return decoder(key, child(key) ?? FormNode(offset: node.offset))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder(key, child(key) ?? FormNode(offset: node.offset))
    }
}

// The standard library's own of these ask for the key three times, and know nothing of empty texts.
extension FormKeyedDecoding {
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let child = presentIfAny(key, type) else { return nil }
        return try context.text(child, type, codingPath + [key])
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let child = presentIfAny(key, type) else { return nil }
        return try context.boolean(child, codingPath + [key])
    }

    private func numberIfPresent<Number: FormNumber>(_ type: Number.Type, _ key: Key) throws -> Number? {
        guard let child = presentIfAny(key, type) else { return nil }
        return try context.number(type, child, codingPath + [key])
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try numberIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try numberIfPresent(type, key) }
}
