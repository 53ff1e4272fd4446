import Mimeograph

/// Something that strings, numbers and booleans are written to.
///
/// What conforms says how each kind is written; `scalar(_:)` finds the kind for a type.
@usableFromInline
package protocol ScalarWriting {
    func write(_ value: String)
    func write(_ value: Bool)
    /// False where the format cannot write the number; so for the next two.
    func write(_ value: Double) -> Bool
    func write(_ value: Float) -> Bool
    func write<I: FixedWidthInteger>(integer value: I) -> Bool
}

extension ScalarWriting {
    /// Writes a value of one of the types that ``CodingScalar`` includes; false where the format cannot write it.
    ///
    /// Where `T` is known to the compiler one branch is left.
    @inlinable
    @inline(__always)
    package func scalar<T>(_ value: T) -> Bool {
        if T.self == String.self {
            write(reinterpret(value, as: String.self))
            return true
        }
        if T.self == Bool.self {
            write(reinterpret(value, as: Bool.self))
            return true
        }
        if T.self == Int.self { return write(integer: reinterpret(value, as: Int.self)) }
        if T.self == Double.self { return write(reinterpret(value, as: Double.self)) }
        if T.self == Float.self { return write(reinterpret(value, as: Float.self)) }
        if T.self == Int64.self { return write(integer: reinterpret(value, as: Int64.self)) }
        if T.self == UInt.self { return write(integer: reinterpret(value, as: UInt.self)) }
        if T.self == UInt64.self { return write(integer: reinterpret(value, as: UInt64.self)) }
        if T.self == Int32.self { return write(integer: reinterpret(value, as: Int32.self)) }
        if T.self == UInt32.self { return write(integer: reinterpret(value, as: UInt32.self)) }
        if T.self == Int16.self { return write(integer: reinterpret(value, as: Int16.self)) }
        if T.self == UInt16.self { return write(integer: reinterpret(value, as: UInt16.self)) }
        if T.self == Int8.self { return write(integer: reinterpret(value, as: Int8.self)) }
        if T.self == UInt8.self { return write(integer: reinterpret(value, as: UInt8.self)) }
        if T.self == Int128.self { return write(integer: reinterpret(value, as: Int128.self)) }
        if T.self == UInt128.self { return write(integer: reinterpret(value, as: UInt128.self)) }
        return false
    }
}
