/// Remembers what was found out about types, which takes dynamic casts, for the time of one coding.
///
/// A table with one place for each hash, where a newcomer takes the place. It begins small, because most bodies are, and
/// grows when types contend for places.
struct JSONTypeMemo<Kind> {
    private var table: JSONTable<(type: ObjectIdentifier, kind: Kind)?>?
    private var contentions = 0
    private static var largest: Int { 1_024 }

    @inline(__always)
    private static func hash(_ type: ObjectIdentifier) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
    }

    /// What is known about a type, or nil.
    @inline(__always)
    func kind(of type: ObjectIdentifier) -> Kind? {
        guard let entry = table?[JSONTypeMemo.hash(type)], entry.type == type else { return nil }
        return entry.kind
    }

    mutating func remember(_ kind: Kind, of type: ObjectIdentifier) {
        var table = self.table ?? JSONTable(repeating: nil, bits: 3)
        if table[JSONTypeMemo.hash(type)] != nil {
            contentions += 1
            if contentions > table.count / 2, table.count < JSONTypeMemo.largest {
                let old = table
                table = JSONTable(repeating: nil, bits: old.count.trailingZeroBitCount + 2)
                for slot in 0..<old.count {
                    if let entry = old[slot] { table[JSONTypeMemo.hash(entry.type)] = entry }
                }
                old.destroy()
                contentions = 0
            }
        }
        table[JSONTypeMemo.hash(type)] = (type, kind)
        self.table = table
    }

    /// To be called once, when the owner goes.
    func destroy() { table?.destroy() }
}
