import Mimeograph

/// The keys that were written into an element.
struct XMLWrittenKeys {
    /// So many are compared one by one.
    private static let fewest = 24

    private var few: [ObjectIdentifier] = []
    private var many: Set<ObjectIdentifier> = []

    /// Adds a key; false where it was there. Of one key there is one rule.
    mutating func insert(_ rule: XMLKeyRule) -> Bool {
        let key = ObjectIdentifier(rule)
        if !many.isEmpty { return many.insert(key).inserted }
        if few.contains(key) { return false }
        few.append(key)
        if few.count > XMLWrittenKeys.fewest { many = Set(few) }
        return true
    }
}
