import Mimeograph

extension TapeDocument {
    /// Objects of at most this many members are searched pairwise; larger ones with a set of hashes.
    @inlinable
    package static var pairwiseLimit: Int { 12 }

    /// The indices of the keys of an object that stand again later in the same object, in ascending order.
    ///
    /// The last one wins, so these members are as though they were not written. Nil where there are none. This takes time
    /// proportional to the members, and allocates nothing for nearly every object that has no such keys.
    @inlinable
    package func shadowedMembers(ofObjectAt object: Int) -> [Int]? {
        let word = word(at: object)
        if word.payload < 2 || hasSurelyUniqueKeys(object, end: word.offset) { return nil }
        var keys: [Int] = []
        keys.reserveCapacity(word.payload)
        var index = object + 1
        while index < word.offset {
            keys.append(index)
            index = self.index(after: index + 1)
        }
        var shadowed: [Int] = []
        if keys.count <= TapeDocument.pairwiseLimit {
            for position in keys.indices
            where keys[(position + 1)...].contains(where: { stringsMatch(at: keys[position], $0) }) {
                shadowed.append(keys[position])
            }
            return shadowed.isEmpty ? nil : shadowed
        }
        var last: [TapeKey: Int] = [:]
        last.reserveCapacity(keys.count)
        for key in keys {
            if let earlier = last.updateValue(key, forKey: TapeKey(document: self, index: key)) {
                shadowed.append(earlier)
            }
        }
        return shadowed.isEmpty ? nil : shadowed.sorted()
    }

    /// Whether no two keys of an object fall on the same of 4,096 bits, chosen by their bytes; false tells nothing.
    @inlinable
    func hasSurelyUniqueKeys(_ object: Int, end: Int) -> Bool {
        // More keys than this nearly always fall on a common bit.
        if word(at: object).payload > 128 { return false }
        // SAFETY: the 64 words are set to zero before they are read, and a bit's number is below 4,096.
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { bits in
            unsafe bits.initialize(repeating: 0)
            var index = object + 1
            while index < end {
                let bit = Int(truncatingIfNeeded: fingerprint(of: word(at: index)) &>> 52)
                let mask: UInt64 = 1 &<< UInt64(bit & 63)
                if unsafe bits[bit &>> 6] & mask != 0 { return false }
                unsafe bits[bit &>> 6] |= mask
                index = self.index(after: index + 1)
            }
            return true
        }
    }

    /// A number that depends on the length, the first and the last eight bytes of a string; its highest bits are mixed best.
    @inlinable @inline(__always)
    func fingerprint(of word: TapeWord) -> UInt64 {
        let length = word.payload
        var first = eightBytes(at: word.offset).littleEndian
        var last: UInt64 = 0
        if length >= 8 {
            last = eightBytes(at: word.offset &+ length &- 8).littleEndian
        } else {
            first &= (1 &<< UInt64(length &* 8)) &- 1
        }
        let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(length)
        return (mixed ^ mixed &>> 29) &* 0xBF58_476D_1CE4_E5B9
    }
}

/// A key of a document as an element of a set; hashed with the process's seed, so that no sender can make it slow.
@usableFromInline
package struct TapeKey: Hashable {
    @usableFromInline let document: TapeDocument
    @usableFromInline let index: Int

    @inlinable
    package init(document: TapeDocument, index: Int) {
        self.document = document
        self.index = index
    }

    @inlinable
    package static func == (left: TapeKey, right: TapeKey) -> Bool {
        left.document.stringsMatch(at: left.index, right.index)
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        let word = document.word(at: index)
        hasher.combine(word.payload)
        // SAFETY: a string word names a range of the document's bytes.
        unsafe document.bytes.withUnsafeBytes { buffer in
            unsafe hasher.combine(
                bytes: UnsafeRawBufferPointer(rebasing: buffer[word.offset..<word.offset + word.payload])
            )
        }
    }
}
