import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a coder does for a type.
enum PropertyListKind<Composite>: CodingStrategy {
    case plain, scalar
    case date, data, decimal, propertyList
    /// An array, optional or dictionary, which is coded in one go.
    case composite(Composite)

    @inline(__always)
    var isPlain: Bool { if case .plain = self { true } else { false } }

    @inline(__always)
    static func own<T>(_ type: T.Type) -> Self? {
        if T.self == Date.self { return .date }
        if T.self == Data.self { return .data }
        if T.self == Decimal.self { return .decimal }
        return T.self == PropertyList.self ? .propertyList : nil
    }
}
