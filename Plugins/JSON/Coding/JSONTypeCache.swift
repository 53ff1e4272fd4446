import Mimeograph

/// Remembers what was found out about types, which takes dynamic casts, for the time of one coding.
///
/// Two types have a place in the memo itself, which is enough for most small bodies. The others are in a table with one
/// place for each hash, where a newcomer takes the place; it grows when types contend for places.
struct JSONTypeCache<Kind>: ~Copyable {
    private typealias Entry = (type: ObjectIdentifier, kind: Kind)

    private var first: Entry?
    private var second: Entry?
    private var owner = JSONTableOwner<Entry?>()
    private var contentions = 0
    private static var largest: Int { 1_024 }

    init() {}

    @inline(__always)
    private static func hash(_ type: ObjectIdentifier) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
    }

    /// What is known about a type, or nil.
    @inline(__always)
    func kind(of type: ObjectIdentifier) -> Kind? {
        if let first, first.type == type { return first.kind }
        if let second, second.type == type { return second.kind }
        guard let entry = owner.table?[JSONTypeCache.hash(type)], entry.type == type else { return nil }
        return entry.kind
    }

    mutating func remember(_ kind: Kind, of type: ObjectIdentifier) {
        if first == nil {
            first = (type, kind)
        } else if second == nil {
            second = (type, kind)
        } else {
            tabulate(kind, of: type)
        }
    }

    private mutating func tabulate(_ kind: Kind, of type: ObjectIdentifier) {
        var table = owner.table ?? JSONTable(repeating: nil, bits: 4)
        if table[JSONTypeCache.hash(type)] != nil {
            contentions += 1
            if contentions > table.count / 4, table.count < JSONTypeCache.largest {
                let old = table
                table = JSONTable(repeating: nil, bits: old.count.trailingZeroBitCount + 2)
                for slot in 0..<old.count {
                    if let entry = old[slot] { table[JSONTypeCache.hash(entry.type)] = entry }
                }
                old.destroy()
                contentions = 0
            }
        }
        table[JSONTypeCache.hash(type)] = (type, kind)
        owner.table = table
    }
}
