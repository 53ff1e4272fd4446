import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The types that are coded as one string, number or Boolean, without a call of their `init(from:)` or `encode(to:)`.
@usableFromInline
package enum CodingScalar {
    /// Whether `T` is one of these types. If the compiler knows `T`, this folds to a constant.
    @inlinable
    @inline(__always)
    package static func includes<T>(_ type: T.Type) -> Bool {
        T.self == String.self || T.self == Int.self || T.self == Double.self || T.self == Bool.self
            || isOtherNumber(type)
    }

    @inlinable
    @inline(__always)
    package static func isOtherNumber<T>(_ type: T.Type) -> Bool {
        T.self == Int64.self || T.self == UInt.self || T.self == UInt64.self || T.self == Int32.self
            || T.self == UInt32.self || T.self == Float.self || T.self == UInt8.self || T.self == Int16.self
            || T.self == UInt16.self || T.self == Int8.self || T.self == Int128.self || T.self == UInt128.self
    }

    /// Whether `T` is one of these types, or a type that the tree codes as a single value unless a strategy changes that.
    package static func isSingle<T>(_ type: T.Type) -> Bool {
        includes(type) || T.self == Date.self || T.self == Data.self || T.self == URL.self || T.self == Decimal.self
    }

    /// Whether a type has no value for an empty text. An empty text is then nil for an optional of the type.
    package static func refusesEmptyText<T>(_ type: T.Type) -> Bool {
        func refuses<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool {
            if let empty = "" as? Raw.RawValue { return Raw(rawValue: empty) == nil }
            return refusesEmptyText(Raw.RawValue.self)
        }
        if let raw = type as? any RawRepresentable.Type { return refuses(raw) }
        return includes(type) && T.self != String.self || T.self == Date.self || T.self == URL.self
            || T.self == Decimal.self || T.self == UUID.self
    }
}

/// Returns `value` with the static type `To`. The caller has checked that its type is `To`.
///
/// In generic code, after the check `T.self == Int.self`, the compiler does not know that an `Int` is a `T`. A conditional cast
/// would cost a call of the runtime for each value.
@inlinable
@inline(__always)
package func reinterpret<From, To>(_ value: From, as type: To.Type) -> To {
    assert(From.self == To.self)
    // SAFETY: both are the same type; every caller has compared the metatypes.
    return unsafe unsafeBitCast(value, to: To.self)
}

/// Does the same for an optional. It does not use `map`, whose closure would be generic over all open types around it.
@inlinable
@inline(__always)
package func reinterpret<From, To>(_ value: From?, asOptional type: To.Type) -> To? {
    guard let value else { return nil }
    return reinterpret(value, as: type)
}

/// A type that has strings, numbers and Booleans at indices.
///
/// A conforming type reads each kind; `scalar(_:at:)` chooses the kind for a type.
@usableFromInline
package protocol ScalarReading {
    func string(at index: Int) -> String?
    func boolean(at index: Int) -> Bool?
    func double(at index: Int) -> Double?
    func float(at index: Int) -> Float?
    /// Returns the integer, or nil if the type cannot hold it.
    func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) -> I?
}

extension ScalarReading {
    /// Returns the string, number or Boolean at an index as a `T`, or nil if it cannot be one.
    ///
    /// `T` must be a type that ``CodingScalar`` includes. If the compiler knows `T`, one branch remains.
    @inlinable
    @inline(__always)
    package func scalar<T>(_ type: T.Type, at index: Int) -> T? {
        if T.self == String.self { return reinterpret(string(at: index), asOptional: type) }
        if T.self == Bool.self { return reinterpret(boolean(at: index), asOptional: type) }
        if T.self == Double.self { return reinterpret(double(at: index), asOptional: type) }
        if T.self == Float.self { return reinterpret(float(at: index), asOptional: type) }
        if T.self == Int.self { return reinterpret(integer(Int.self, at: index), asOptional: type) }
        if T.self == Int64.self { return reinterpret(integer(Int64.self, at: index), asOptional: type) }
        if T.self == UInt.self { return reinterpret(integer(UInt.self, at: index), asOptional: type) }
        if T.self == UInt64.self { return reinterpret(integer(UInt64.self, at: index), asOptional: type) }
        if T.self == Int32.self { return reinterpret(integer(Int32.self, at: index), asOptional: type) }
        if T.self == UInt32.self { return reinterpret(integer(UInt32.self, at: index), asOptional: type) }
        if T.self == Int16.self { return reinterpret(integer(Int16.self, at: index), asOptional: type) }
        if T.self == UInt16.self { return reinterpret(integer(UInt16.self, at: index), asOptional: type) }
        if T.self == Int8.self { return reinterpret(integer(Int8.self, at: index), asOptional: type) }
        if T.self == UInt8.self { return reinterpret(integer(UInt8.self, at: index), asOptional: type) }
        if T.self == Int128.self { return reinterpret(integer(Int128.self, at: index), asOptional: type) }
        if T.self == UInt128.self { return reinterpret(integer(UInt128.self, at: index), asOptional: type) }
        return nil
    }
}
