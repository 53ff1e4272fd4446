import Mimeograph

/// Remembers what was found out about types, which takes dynamic casts, for the time of one coding.
///
/// A table with one place for each hash, in which a newcomer takes the place: what contends for one is found out again.
struct PropertyListTypeCache<Kind> {
    private var entries: [(type: ObjectIdentifier, kind: Kind)?] = []
    private static var count: Int { 128 }

    @inline(__always)
    private static func place(of type: ObjectIdentifier) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (count &- 1)
    }

    /// What is known about a type, or nil.
    @inline(__always)
    func kind(of type: ObjectIdentifier) -> Kind? {
        if entries.isEmpty { return nil }
        guard let entry = entries[PropertyListTypeCache.place(of: type)], entry.type == type else { return nil }
        return entry.kind
    }

    mutating func remember(_ kind: Kind, of type: ObjectIdentifier) {
        if entries.isEmpty { entries = Array(repeating: nil, count: PropertyListTypeCache.count) }
        entries[PropertyListTypeCache.place(of: type)] = (type, kind)
    }
}
