import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a coder does for a type.
enum JSONKind<Composite>: CodingStrategy {
    case plain, scalar
    case date, data, url, decimal, json
    /// An array, optional or dictionary, which is coded in one go.
    case composite(Composite)

    @inline(__always)
    var isPlain: Bool { if case .plain = self { true } else { false } }

    @inline(__always)
    static func own<T>(_ type: T.Type) -> Self? {
        if T.self == Date.self { return .date }
        if T.self == Data.self { return .data }
        if T.self == URL.self { return .url }
        if T.self == Decimal.self { return .decimal }
        return T.self == JSON.self ? .json : nil
    }
}
