import Mimeograph

/// The types that a single JSON string, number or boolean makes, without calling their `init(from:)`.
enum JSONScalar {
    /// Whether `T` is one of them. Where `T` is known to the compiler this folds to a constant.
    @inline(__always)
    static func includes<T>(_ type: T.Type) -> Bool {
        T.self == String.self || T.self == Int.self || T.self == Double.self || T.self == Bool.self
            || isOtherNumber(type)
    }

    @inline(__always)
    private static func isOtherNumber<T>(_ type: T.Type) -> Bool {
        T.self == Int64.self || T.self == UInt.self || T.self == UInt64.self || T.self == Int32.self
            || T.self == UInt32.self || T.self == Float.self || T.self == UInt8.self || T.self == Int16.self
            || T.self == UInt16.self || T.self == Int8.self || T.self == Int128.self || T.self == UInt128.self
    }
}
