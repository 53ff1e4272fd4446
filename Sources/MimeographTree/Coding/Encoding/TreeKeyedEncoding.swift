import Mimeograph

/// Writes the members of an object.
struct TreeKeyedEncoding<Key: CodingKey>: TreeKeyedWriting {
    let encoder: TreeEncoder

    @inline(__always)
    func append<T>(scalar value: T, _ key: Key) throws {
        // First, because it is a call that the compiler knows nothing of.
        let name = key.stringValue
        guard encoder.isInnermost else { throw encoder.outOfTurn(value) }
        guard encoder.context.isWritable(value) else { throw encoder.context.unwritable(value, below: .key(key)) }
        encoder.context.beginMember(encoder.context.keepsKeys ? name : converted(key))
        _ = encoder.context.scalar(value)
    }

    @inline(__always)
    func append<T: Encodable>(value: T, _ key: Key) throws {
        let name = key.stringValue
        guard encoder.isInnermost else { throw encoder.outOfTurn(value) }
        try encoder.context.member(value, named: encoder.context.keepsKeys ? name : converted(key), key)
    }

    @inline(never)
    private func converted(_ key: some CodingKey) -> String { encoder.context.convertedName(of: key, encoder.steps) }

    func encodeNil(forKey key: Key) throws {
        guard encoder.isInnermost else { throw encoder.outOfTurn(nil as Bool?) }
        encoder.context.beginMember(converted(key))
        encoder.context.appendNull()
    }

    /// An encoder for a container that is asked for by itself: the same one where the member is such a container.
    func branch(_ key: some CodingKey, _ container: CodingContainer) -> TreeEncoder {
        guard encoder.isInnermost else { return encoder.refusing("A nested container was asked for out of turn.") }
        let name = converted(key)
        if container != .none, let branch = encoder.context.branch(named: name, container) { return branch }
        encoder.context.beginMember(name)
        return encoder.context.branch(.key(key), below: encoder.steps)
    }
}

/// What ``TreeKeyedEncoding`` does with these three.
///
/// It stands in a protocol because the compiler then reads the encoder where it lies; see ``TreeKeyedReading``.
protocol TreeKeyedWriting: KeyedEncodingContainerProtocol {
    var encoder: TreeEncoder { get }

    /// Writes a member whose value is a string, number or boolean.
    func append<T>(scalar value: T, _ key: Key) throws
    /// Writes a member.
    func append<T: Encodable>(value: T, _ key: Key) throws
    func branch(_ key: some CodingKey, _ container: CodingContainer) -> TreeEncoder
}

extension TreeKeyedWriting {
    var codingPath: [any CodingKey] { encoder.codingPath }

    @inline(__always)
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try append(value: value, key) }

    @inline(__always)
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try append(value: value, key) }
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

    // The standard library's defaults for optionals would find `encode` at run time.
    @inline(__always)
    func append<T>(optional value: T?, _ key: Key) throws {
        if let value { try append(scalar: value, key) }
    }
}

// Each scalar type by name: a generic method would be one unspecialized function for all, because the compiler does not
// specialize it while `Key` is open.

extension TreeKeyedWriting {
    @inline(__always)
    func encode(_ value: Bool, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: String, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: Double, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: Float, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: Int, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: Int8, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: Int16, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: Int32, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: Int64, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: Int128, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: UInt, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: UInt8, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: UInt16, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: UInt32, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: UInt64, forKey key: Key) throws { try append(scalar: value, key) }
    @inline(__always)
    func encode(_ value: UInt128, forKey key: Key) throws { try append(scalar: value, key) }
}

extension TreeKeyedWriting {
    @inline(__always)
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try append(optional: value, key) }
}
