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

/// Remembers what was found out about types, which needs dynamic casts, for the time of one coding.
///
/// A table with one slot for each hash, in which a new type replaces the old one: what contends for a slot is found out again.
struct PropertyListTypeCache<Kind> {
    private var entries: [(type: ObjectIdentifier, kind: Kind)?] = []
    private static var count: Int { 128 }

    @inline(__always)
    private static func slot(of type: ObjectIdentifier) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (count &- 1)
    }

    /// What is known about a type, or nil.
    @inline(__always)
    func kind(of type: ObjectIdentifier) -> Kind? {
        if entries.isEmpty { return nil }
        guard let entry = entries[PropertyListTypeCache.slot(of: type)], entry.type == type else { return nil }
        return entry.kind
    }

    mutating func remember(_ kind: Kind, of type: ObjectIdentifier) {
        if entries.isEmpty { entries = Array(repeating: nil, count: PropertyListTypeCache.count) }
        entries[PropertyListTypeCache.slot(of: type)] = (type, kind)
    }
}

/// What stands for null where a format or a reader has none.
enum PropertyListScalar {
    /// As Foundation's coders have it.
    static let null = "$null"
}
