import Mimeograph

/// Writes the members of a dictionary.
struct PropertyListKeyedEncoding<Key: CodingKey> {
    let encoder: PropertyListValueEncoder

    @inline(__always)
    private var context: PropertyListEncodingContext { encoder.context }

    /// Runs `write` after the key; where it throws, the tape is as it was before.
    @inline(__always)
    private func append<T>(_ value: @autoclosure () -> T, _ key: Key, _ write: () throws -> Void) throws {
        try encoder.checkInTurn(value())
        let mark = context.mark()
        context.beginMember(key.stringValue, of: encoder.frame)
        do {
            try write()
        } catch {
            context.restore(mark)
            throw error
        }
    }

    private func branch(_ key: some CodingKey, _ container: PropertyListEncodingContext.Container)
        -> PropertyListValueEncoder
    {
        // A closed container's branch goes nowhere; the misuse is remembered.
        guard encoder.isOpen, encoder.frame + 1 == context.frames.count else { return encoder.spentBranch() }
        if container != .none, let branch = context.branch(named: key.stringValue, container, of: encoder.frame) {
            return branch
        }
        context.beginMember(key.stringValue, of: encoder.frame)
        return encoder.branch(.key(key)).branchEncoder()
    }
}

extension PropertyListKeyedEncoding: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws {
        try encoder.checkInTurn(nil as Bool?)
        context.beginMember(key.stringValue, of: encoder.frame)
        context.appendNull()
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try append(value, key) {
            context.path.append(.key(key))
            defer { context.path.removeLast() }
            try context.element(value)
        }
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        branch(key, .keyed).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        branch(key, .unkeyed).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { branch(PlainCodingKey.super, .none) }

    func superEncoder(forKey key: Key) -> any Encoder { branch(key, .none) }
}

// Each scalar type by name: a generic method would be one unspecialized function for all, because the compiler does not
// specialize it while `Key` is open.
extension PropertyListKeyedEncoding {
    @inline(__always)
    private func append<T>(scalar value: T, _ key: Key) throws {
        try encoder.checkInTurn(value)
        guard context.isWritable(value) else { throw context.unwritable(value, below: .key(key)) }
        context.beginMember(key.stringValue, of: encoder.frame)
        _ = context.scalar(value)
    }

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

    // The standard library's defaults for these would find `encode` at run time.
    @inline(__always)
    private func append<T>(optional value: T?, _ key: Key) throws {
        if let value { try append(scalar: value, key) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try append(optional: value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try append(optional: value, key) }
}
