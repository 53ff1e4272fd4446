import Mimeograph

/// The types that a single string, number or boolean makes, without calling their `init(from:)` or `encode(to:)`.
@usableFromInline
package enum CodingScalar {
    /// Whether `T` is one of them. Where `T` is known to the compiler this folds to a constant.
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
}

/// Gives `value` the static type `To`, which the caller has found to be its type.
///
/// In generic code that has just seen `T.self == Int.self` the compiler does not know that an `Int` is a `T`, and a
/// conditional cast costs a call of the runtime for each value.
@inlinable
@inline(__always)
package func reinterpret<From, To>(_ value: From, as type: To.Type) -> To {
    assert(From.self == To.self)
    // SAFETY: both are the same type; every caller has compared the metatypes.
    return unsafe unsafeBitCast(value, to: To.self)
}

/// The same for an optional. Not by `map`: its closure would be generic over everything that is open around it.
@inlinable
@inline(__always)
package func reinterpret<From, To>(_ value: From?, asOptional type: To.Type) -> To? {
    guard let value else { return nil }
    return reinterpret(value, as: type)
}
