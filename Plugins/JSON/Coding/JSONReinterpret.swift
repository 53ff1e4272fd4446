import Mimeograph

/// Gives `value` the static type `To`, which the caller has found to be its type.
///
/// In generic code that has just seen `T.self == Int.self` the compiler does not know that an `Int` is a `T`, and a
/// conditional cast costs a call of the runtime for each value.
@inline(__always)
func reinterpret<From, To>(_ value: From, as type: To.Type) -> To {
    assert(From.self == To.self)
    // SAFETY: both are the same type; every caller has compared the metatypes.
    return unsafe unsafeBitCast(value, to: To.self)
}
