import Mimeograph

/// Something that has strings, numbers and booleans at places.
///
/// What conforms says how each kind is read; `scalar(_:at:)` finds the kind for a type.
@usableFromInline
package protocol ScalarReading {
    associatedtype ScalarPlace

    func string(at place: ScalarPlace) -> String?
    func boolean(at place: ScalarPlace) -> Bool?
    func double(at place: ScalarPlace) -> Double?
    func float(at place: ScalarPlace) -> Float?
    /// The integer, where the type can hold it.
    func integer<I: FixedWidthInteger>(_ type: I.Type, at place: ScalarPlace) -> I?
}

extension ScalarReading {
    /// The string, number or boolean at a place as a `T`, or nil where it makes none.
    ///
    /// Only for types that ``CodingScalar`` includes. Where `T` is known to the compiler one branch is left.
    @inlinable
    @inline(__always)
    package func scalar<T>(_ type: T.Type, at place: ScalarPlace) -> T? {
        if T.self == String.self { return reinterpret(string(at: place), asOptional: type) }
        if T.self == Bool.self { return reinterpret(boolean(at: place), asOptional: type) }
        if T.self == Double.self { return reinterpret(double(at: place), asOptional: type) }
        if T.self == Float.self { return reinterpret(float(at: place), asOptional: type) }
        if T.self == Int.self { return reinterpret(integer(Int.self, at: place), asOptional: type) }
        if T.self == Int64.self { return reinterpret(integer(Int64.self, at: place), asOptional: type) }
        if T.self == UInt.self { return reinterpret(integer(UInt.self, at: place), asOptional: type) }
        if T.self == UInt64.self { return reinterpret(integer(UInt64.self, at: place), asOptional: type) }
        if T.self == Int32.self { return reinterpret(integer(Int32.self, at: place), asOptional: type) }
        if T.self == UInt32.self { return reinterpret(integer(UInt32.self, at: place), asOptional: type) }
        if T.self == Int16.self { return reinterpret(integer(Int16.self, at: place), asOptional: type) }
        if T.self == UInt16.self { return reinterpret(integer(UInt16.self, at: place), asOptional: type) }
        if T.self == Int8.self { return reinterpret(integer(Int8.self, at: place), asOptional: type) }
        if T.self == UInt8.self { return reinterpret(integer(UInt8.self, at: place), asOptional: type) }
        if T.self == Int128.self { return reinterpret(integer(Int128.self, at: place), asOptional: type) }
        if T.self == UInt128.self { return reinterpret(integer(UInt128.self, at: place), asOptional: type) }
        return nil
    }
}
