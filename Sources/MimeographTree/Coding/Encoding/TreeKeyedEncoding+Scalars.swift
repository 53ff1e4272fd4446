// Each scalar type by name: a generic method would be one unspecialized function for all, because the compiler does not
// specialize it while `Key` is open.

import Mimeograph

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
