/// The objects of a binary property list that are not containers, each only once.
///
/// They are in a hash table of numbers; the bytes of the objects in the file itself are the keys. The hash begins with a random
/// number, so that no sender can choose values that all fall on one slot.
struct UniqueObjects {
    /// The offset of each object in the file; offsets of containers may be added after the last scalar.
    var offsets: [Int] = []
    private(set) var count = 0
    /// For each object, its number plus one in the lower half and its hash in the upper half; a free slot is zero.
    private var slots = [UInt64](repeating: 0, count: 64)
    private let seed = UInt64.random(in: 0...UInt64.max)

    /// Returns the number of the object between `start` and the end of the output. An object that already exists is removed.
    mutating func number(ofObjectFrom start: Int, in output: inout PropertyListByteWriter) -> UInt32 {
        let length = output.count &- start
        let hash = hash(output, start, length)
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let entry = slots[slot]
            if entry &>> 32 == hash {
                let number = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
                let end = number &+ 1 < count ? offsets[number &+ 1] : start
                if end &- offsets[number] == length, areEqual(output, offsets[number], start, length) {
                    output.removeLast(length)
                    return UInt32(truncatingIfNeeded: number)
                }
            }
            slot = (slot &+ 1) & mask
        }
        let number = UInt32(truncatingIfNeeded: count)
        offsets.append(start)
        count &+= 1
        slots[slot] = hash &<< 32 | UInt64(number &+ 1)
        if 2 &* count > slots.count { grow() }
        return number
    }

    private mutating func grow() {
        let old = slots
        let mask = 2 * old.count - 1
        slots = [UInt64](repeating: 0, count: mask + 1)
        for entry in old where entry != 0 {
            var slot = Int(truncatingIfNeeded: entry &>> 32) & mask
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            slots[slot] = entry
        }
    }

    private func areEqual(_ output: borrowing PropertyListByteWriter, _ left: Int, _ right: Int, _ length: Int) -> Bool
    {
        var offset = 0
        while offset &+ 8 <= length {
            if output.word(at: left &+ offset) != output.word(at: right &+ offset) { return false }
            offset &+= 8
        }
        let difference = output.word(at: left &+ offset) ^ output.word(at: right &+ offset)
        return difference & UniqueObjects.mask(length &- offset) == 0
    }

    /// Returns 32 bits that depend on the bytes of an object and their number.
    private func hash(_ output: borrowing PropertyListByteWriter, _ start: Int, _ length: Int) -> UInt64 {
        var state = seed
        var offset = 0
        while offset &+ 8 <= length {
            mix(&state, output.word(at: start &+ offset))
            offset &+= 8
        }
        let rest = output.word(at: start &+ offset) & UniqueObjects.mask(length &- offset)
        mix(&state, rest | UInt64(truncatingIfNeeded: length) &<< 56)
        return (state ^ state &>> 32) & 0xFFFF_FFFF
    }

    /// Returns ones in the lowest bytes, fewer than eight.
    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1 }

    /// Folds the double-width product of two numbers into one.
    @inline(__always)
    private func mix(_ state: inout UInt64, _ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        state = product.high ^ product.low &+ seed
    }
}
