import Mimeograph

// Finds keys that an object has twice, for code that decodes, walks, writes or rejects such an object.
extension TapeView {
    /// A key that occurs again later in the same object.
    struct RepeatedKey {
        /// The index of the key's word, and of the next equal one.
        let earlier: Int
        let later: Int
    }

    /// The largest number of members for which a table is used. A sender can make keys collide in it, so larger objects use
    /// hashes with the process's seed.
    private static var mostTabulated: Int { 128 }

    /// Whether all keys of an object are different.
    @inline(__always)
    package func hasUniqueKeys(ofObjectAt object: Int) -> Bool {
        let word = word(at: object)
        return word.payload <= 8 && areSurelyUnique(from: object &+ 1, to: word.offset)
            || repeatedKeys(ofObjectAt: object, most: 1).isEmpty
    }

    /// Whether no two of a few keys share one of 64 bits, chosen by their length, first and last byte. If false, they may still
    /// differ.
    @inline(__always)
    private func areSurelyUnique(from start: Int, to end: Int) -> Bool {
        var bits: UInt64 = 0
        var current = start
        while current < end {
            let word = word(at: current)
            guard word.payload > 0, hasBytes(of: word) else { return false }
            // SAFETY: the bytes of the key are in the buffer.
            let first = unsafe UInt64(bytes[word.offset])
            let last = unsafe UInt64(bytes[word.offset &+ word.payload &- 1])
            let bit: UInt64 = 1 &<< (first &+ last &* 5 &+ UInt64(truncatingIfNeeded: word.payload) &* 11)
            if bits & bit != 0 { return false }
            bits |= bit
            current = index(after: current &+ 1)
        }
        return true
    }

    /// Returns the keys of an object that occur again later, in the order of the later ones, and no more than `most` of them.
    ///
    /// The time is proportional to the number of members. Nothing is allocated for objects without such keys, unless they have
    /// very many members.
    func repeatedKeys(ofObjectAt object: Int, most: Int = .max) -> [RepeatedKey] {
        let word = word(at: object)
        guard word.isObject, word.payload > 1 else { return [] }
        guard word.payload <= TapeView.mostTabulated else { return hashed(from: object + 1, to: word.offset, most) }
        // At most half of the slots are used.
        let size = word.payload <= 16 ? 32 : word.payload <= 64 ? 128 : 256
        // SAFETY: the slots are set to zero before they are read, and a slot's number is below their count.
        return unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size) { slots in
            unsafe slots.initialize(repeating: 0)
            return unsafe tabulated(from: object + 1, to: word.offset, most, slots)
        }
    }

    /// Finds repeated keys with a table of open addressing, in which 0 is a free slot.
    @inline(__always)
    private func tabulated(
        from start: Int,
        to end: Int,
        _ most: Int,
        _ slots: UnsafeMutableBufferPointer<UInt32>
    ) -> [RepeatedKey] {
        var repeated: [RepeatedKey] = []
        let mask = slots.count &- 1
        var current = start
        while current < end {
            let word = word(at: current)
            var slot = Int(truncatingIfNeeded: fingerprint(of: word)) & mask
            // SAFETY: see above.
            while case let other = unsafe Int(slots[slot]), other != 0 {
                if keysMatch(word, self.word(at: other)) {
                    repeated.append(RepeatedKey(earlier: other, later: current))
                    if repeated.count == most { return repeated }
                    break
                }
                slot = (slot &+ 1) & mask
            }
            // The next equal key is compared with the last one.
            unsafe slots[slot] = UInt32(truncatingIfNeeded: current)
            current = index(after: current &+ 1)
        }
        return repeated
    }

    @inline(never)
    private func hashed(from start: Int, to end: Int, _ most: Int) -> [RepeatedKey] {
        var repeated: [RepeatedKey] = []
        var last: [HashedKey: Int] = [:]
        var current = start
        while current < end {
            if let earlier = last.updateValue(current, forKey: HashedKey(view: self, word: word(at: current))) {
                repeated.append(RepeatedKey(earlier: earlier, later: current))
                if repeated.count == most { return repeated }
            }
            current = index(after: current + 1)
        }
        return repeated
    }

    /// Whether the words of two keys stand for the same text. No document has one text in two forms.
    @inline(__always)
    func keysMatch(_ left: TapeWord, _ right: TapeWord) -> Bool {
        (left.bits ^ right.bits) &>> 32 == 0 && bytesMatch(left, right)
    }

    /// Returns a number that depends on the length, the first eight and the last eight bytes of a key. Equal keys have the same
    /// number, and most different keys have different numbers. Its lowest bits are mixed best.
    @inline(__always)
    private func fingerprint(of word: TapeWord) -> UInt64 {
        let (start, count) = (word.offset, word.payload)
        // Padding follows the text, so this succeeds for all keys.
        guard let first = eightBytes(at: start) else { return 0 }
        if count < 8 { return BitMixer.mix(first & (1 &<< UInt64(truncatingIfNeeded: 8 &* count) &- 1), UInt64(count)) }
        return BitMixer.mix(first, (eightBytes(at: start &+ count &- 8) ?? 0) &+ UInt64(truncatingIfNeeded: count))
    }
}

/// A key as an element of a dictionary. Its hash has the process's seed, so no sender can make the dictionary slow.
private struct HashedKey: Hashable {
    let view: TapeView
    let word: TapeWord

    static func == (left: HashedKey, right: HashedKey) -> Bool { left.view.keysMatch(left.word, right.word) }

    func hash(into hasher: inout Hasher) {
        hasher.combine(word.payload)
        unsafe view.withBytes(of: word) { unsafe hasher.combine(bytes: $0) }
    }
}

extension TapeDocument {
    /// Returns the indices of keys that occur again later in the same object, in ascending order; nil if there are none.
    ///
    /// The last one counts, so these members are treated as if they were not written.
    @usableFromInline
    package func shadowedMembers(ofObjectAt object: Int) -> [Int]? {
        withExtendedLifetime(self) {
            let repeated = TapeView(self).repeatedKeys(ofObjectAt: object)
            return repeated.isEmpty ? nil : repeated.map(\.earlier).sorted()
        }
    }

    /// Returns the offset of the first key that its object already had; nil if all keys are unique.
    ///
    /// The offset counts from the first byte of ``bytes``, and is that of the first byte of the key's text.
    package func offsetOfDuplicateKey() -> Int? {
        withExtendedLifetime(self) {
            let view = TapeView(self)
            var found: Int?
            var index = 0
            while index < tape.count {
                let word = word(at: index)
                if word.isObject, let key = view.repeatedKeys(ofObjectAt: index, most: 1).first {
                    found = min(found ?? .max, self.word(at: key.later).offset)
                }
                index += word.width
            }
            return found
        }
    }
}

/// Combines two numbers into one whose bits depend on all of theirs, for tables.
package enum BitMixer {
    /// Returns a number of 32 bits. The upper half of the product depends on all bits, and the lower half distinguishes small
    /// numbers.
    ///
    /// Source: the multipliers of SplitMix64.
    @inlinable @inline(__always)
    package static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let mixed = left ^ right &* 0x9E37_79B9_7F4A_7C15
        let product = (mixed ^ mixed &>> 29) &* 0xBF58_476D_1CE4_E5B9
        return UInt64(UInt32(truncatingIfNeeded: product ^ product &>> 32))
    }
}
