import Mimeograph

/// Where elements and members of large containers of a document stand, found out when they are asked for again and again.
///
/// On a tape only what comes next is known. So `json[i]` goes through all elements before, and `json[key]` through all members,
/// and a loop over either would take time with the square of their number. A container that is asked a second time for an
/// element, or a few times for a member, therefore gets a table here. It never has more bytes than the words of the container on
/// the tape; what is small, or asked once, has none and costs nothing.
///
/// For an array of 1,000 small numbers whose own word is at 0, the table is 1, 17, 33, …: the indices of the elements 0, 16, 32.
struct TapeLookups: Sendable {
    /// Containers of fewer values, and elements with fewer before them, are found without a table.
    static var longestWalk: Int { 32 }
    /// The table of an array knows one of so many elements.
    static var stride: Int { 16 }
    /// Look-ups of members before a table is made, which costs about as much as that many.
    static var searchesBeforeTable: Int { 8 }

    /// By the index of the array: empty where it was asked once.
    var elements: [Int: [UInt32]] = [:]
    /// By the index of the object.
    var members: [Int: MemberTable] = [:]

    init() {}
}

/// The members of an object by the hashes of their keys.
struct MemberTable: Sendable {
    /// Look-ups without a table so far.
    var searches = 0
    /// The index of a value, or 0, in a table with open addressing, which is a power of two long; empty where there is none yet.
    var slots: [UInt32] = []

    init() {}

    /// The slot of a key, or the free one where it belongs.
    ///
    /// - Parameter isSame: Whether the key of the value at an index is the one that is looked for.
    func slot(of key: String, _ isSame: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        // With the process's seed, so that no sender can make keys collide.
        var slot = ByteEqualString(key).hashValue & mask
        while slots[slot] != 0, !isSame(Int(slots[slot])) { slot = (slot + 1) & mask }
        return slot
    }
}

extension TapeDocument {
    /// The index of an element of an array, which has more than so many.
    @usableFromInline
    package func index(ofElement offset: Int, inArrayAt array: Int) -> Int {
        if offset < TapeLookups.longestWalk { return walk(offset, from: array + 1) }
        let stride = TapeLookups.stride
        let start = withLookups { lookups in
            guard let known = lookups.elements[array] else {
                lookups.elements[array] = []
                return -1
            }
            if !known.isEmpty { return Int(known[offset / stride]) }
            let table = elementTable(ofArrayAt: array)
            lookups.elements[array] = table
            return Int(table[offset / stride])
        }
        return start < 0 ? walk(offset, from: array + 1) : walk(offset % stride, from: start)
    }

    private func walk(_ count: Int, from start: Int) -> Int {
        var index = start
        for _ in 0..<count { index = self.index(after: index) }
        return index
    }

    private func elementTable(ofArrayAt array: Int) -> [UInt32] {
        let end = end(ofContainerAt: array)
        var table: [UInt32] = []
        table.reserveCapacity(count(ofContainerAt: array) / TapeLookups.stride + 1)
        var index = array + 1
        var number = 0
        while index < end {
            if number % TapeLookups.stride == 0 { table.append(UInt32(truncatingIfNeeded: index)) }
            number += 1
            index = self.index(after: index)
        }
        return table
    }

    /// The index of the value of the last member with a key, of an object that is not small; nil where there is none.
    func index(ofKey key: String, inLargeObjectAt object: Int) -> Int? {
        let found = withLookups { lookups -> Int in
            var table = lookups.members[object] ?? MemberTable()
            if table.slots.isEmpty {
                table.searches += 1
                if table.searches > TapeLookups.searchesBeforeTable { table.slots = memberSlots(ofObjectAt: object) }
                lookups.members[object] = table
                if table.slots.isEmpty { return -1 }
            }
            return Int(table.slots[table.slot(of: key) { stringMatches(at: $0 - 1, key) }])
        }
        if found < 0 { return search(key, inObjectAt: object) }
        return found == 0 ? nil : found
    }

    private func memberSlots(ofObjectAt object: Int) -> [UInt32] {
        var size = 64
        while size < 2 * count(ofContainerAt: object) { size *= 2 }
        var table = MemberTable()
        table.slots = [UInt32](repeating: 0, count: size)
        let end = end(ofContainerAt: object)
        var index = object + 1
        while index < end {
            // Of equal keys the last one stays.
            let slot = table.slot(of: string(at: index)) { stringsMatch(at: $0 - 1, index) }
            table.slots[slot] = UInt32(truncatingIfNeeded: index + 1)
            index = self.index(after: index + 1)
        }
        return table.slots
    }
}
