import Mimeograph

/// The indices of elements and members of large containers in a document, for containers that are searched repeatedly.
///
/// A tape only leads from one value to the next. So `json[i]` walks over all earlier elements, and `json[key]` over all members.
/// A loop over either would take time proportional to the square of their number. A container therefore gets a table here when it
/// is searched a second time for an element, or several times for a member. A table never takes more bytes than the words of its
/// container. Small containers, and containers that are searched once, have no table and cost nothing.
///
/// For an array of 1,000 small numbers whose own word is at 0, the table is 1, 17, 33, …: the indices of the elements 0, 16, 32.
struct TapeLookups: Sendable {
    /// The number of values below which containers, and elements with fewer values before them, are searched without a table.
    static var longestWalk: Int { 32 }
    /// The number of elements for each entry in the table of an array.
    static var stride: Int { 16 }
    /// The number of member lookups before a table is made. Making it costs about as much as that many lookups.
    static var searchesBeforeTable: Int { 8 }

    /// The tables by the index of the array; a table is empty after one search.
    var elements: [Int: [UInt32]] = [:]
    /// The tables by the index of the object.
    var members: [Int: MemberTable] = [:]

    init() {}
}

/// A table of the members of an object, by the hashes of their keys.
struct MemberTable: Sendable {
    /// The number of lookups without a table so far.
    var searches = 0
    /// The index of a value, or 0 for a free slot, with open addressing. The size is a power of two; 0 before the table is made.
    var slots: [UInt32] = []

    init() {}

    /// Returns the slot of a key, or the free slot for it.
    ///
    /// - Parameter isSame: Whether the value at an index has that key.
    func slot(of key: String, _ isSame: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        // The hash has the process's seed, so no sender can make keys collide.
        var slot = ByteEqualString(key).hashValue & mask
        while slots[slot] != 0, !isSame(Int(slots[slot])) { slot = (slot + 1) & mask }
        return slot
    }
}

extension TapeDocument {
    /// Returns the index of an element of an array. The element must exist.
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

    /// Returns the index of the value of the last member with a key, in an object that is not small; nil if there is none.
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
            // If keys are equal, the last one stays.
            let slot = table.slot(of: string(at: index)) { stringsMatch(at: $0 - 1, index) }
            table.slots[slot] = UInt32(truncatingIfNeeded: index + 1)
            index = self.index(after: index + 1)
        }
        return table.slots
    }
}
