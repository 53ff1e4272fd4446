public import Mimeograph

/// Writes the members of an object; see ``TreeDecodingContext`` for why the formats have types of their own for it.
@usableFromInline
package protocol TreeKeyedEncoding: KeyedEncodingContainerProtocol {
    associatedtype ValueEncoder: TreeValueEncoder

    var encoder: ValueEncoder { get }

    /// Writes a member whose value is a string, number or boolean.
    func append<T>(scalar value: T, _ key: Key) throws
    /// An encoder for a container that is asked for by itself: the same one where the member is such a container.
    func branch(_ key: some CodingKey, _ container: CodingContainer) -> ValueEncoder
}

extension TreeKeyedEncoding {
    @usableFromInline
    package var codingPath: [any CodingKey] { encoder.codingPath }

    @inlinable
    @inline(__always)
    package mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    @inlinable
    @inline(__always)
    package func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        branch(key, .keyed).container(keyedBy: type)
    }

    @inlinable
    @inline(__always)
    package func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        branch(key, .unkeyed).unkeyedContainer()
    }

    @inlinable
    @inline(__always)
    package func superEncoder() -> any Encoder { branch(PlainCodingKey.super, .none) }

    @inlinable
    @inline(__always)
    package func superEncoder(forKey key: Key) -> any Encoder { branch(key, .none) }

    // The standard library's defaults for optionals would find `encode` at run time.
    @inlinable
    @inline(__always)
    package func append<T>(optional value: T?, _ key: Key) throws {
        if let value { try append(scalar: value, key) }
    }
}

// Each scalar type by name: a generic method would be one unspecialized function for all, because the compiler does not
// specialize it while `Key` is open.

extension TreeKeyedEncoding {
    @inlinable @inline(__always)
    package func encode(_ value: Bool, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: String, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: Double, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: Float, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: Int, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: Int8, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: Int16, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: Int32, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: Int64, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: Int128, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: UInt, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: UInt8, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: UInt16, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: UInt32, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: UInt64, forKey key: Key) throws { try append(scalar: value, key) }
    @inlinable @inline(__always)
    package func encode(_ value: UInt128, forKey key: Key) throws { try append(scalar: value, key) }
}

extension TreeKeyedEncoding {
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: String?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try append(optional: value, key) }
    @inlinable @inline(__always)
    package func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try append(optional: value, key) }
}
