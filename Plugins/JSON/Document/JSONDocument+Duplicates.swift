extension JSONDocument {
    /// Objects of at most this many members are searched pairwise; larger ones with a set of hashes.
    private static let pairwiseLimit = 12

    /// The indices of the keys of an object that stand again later in the same object, in ascending order.
    ///
    /// The last one wins, so these members are as though they were not written. Takes time proportional to the members.
    func supersededMembers(ofObjectAt object: Int) -> [Int] {
        let count = word(at: object).aux
        if count < 2 { return [] }
        var keys: [Int] = []
        keys.reserveCapacity(count)
        let end = word(at: object).low
        var index = object + 1
        while index < end {
            keys.append(index)
            index = self.index(after: index + 1)
        }
        var superseded: [Int] = []
        if keys.count <= JSONDocument.pairwiseLimit {
            for place in keys.indices where keys[(place + 1)...].contains(where: { stringsMatch(at: keys[place], $0) })
            {
                superseded.append(keys[place])
            }
            return superseded
        }
        var last: [JSONDocumentKey: Int] = [:]
        last.reserveCapacity(keys.count)
        for key in keys {
            if let earlier = last.updateValue(key, forKey: JSONDocumentKey(document: self, index: key)) {
                superseded.append(earlier)
            }
        }
        return superseded.sorted()
    }

    /// The offset of the first key that its object already had, or nil where all keys are unique.
    ///
    /// Offsets count from the first byte of ``bytes``, and name the opening quotation mark.
    func offsetOfDuplicateKey() -> Int? {
        var found: Int?
        var index = 0
        while index < tape.count {
            let word = word(at: index)
            if word.tag == .object, word.aux > 1 {
                if let second = secondOccurrence(inObjectAt: index) {
                    found = min(found ?? .max, self.word(at: second).low - 1)
                }
            }
            index += word.width
        }
        return found
    }

    private func secondOccurrence(inObjectAt object: Int) -> Int? {
        let end = word(at: object).low
        var seen: Set<JSONDocumentKey> = []
        var keys: [Int] = []
        var index = object + 1
        let isSmall = word(at: object).aux <= JSONDocument.pairwiseLimit
        while index < end {
            if isSmall {
                if keys.contains(where: { stringsMatch(at: $0, index) }) { return index }
                keys.append(index)
            } else if !seen.insert(JSONDocumentKey(document: self, index: index)).inserted {
                return index
            }
            index = self.index(after: index + 1)
        }
        return nil
    }
}

/// A key of a document as an element of a set; hashed with the process's seed, so that no sender can make it slow.
struct JSONDocumentKey: Hashable {
    let document: JSONDocument
    let index: Int

    static func == (left: JSONDocumentKey, right: JSONDocumentKey) -> Bool {
        left.document.stringsMatch(at: left.index, right.index)
    }

    func hash(into hasher: inout Hasher) {
        let word = document.word(at: index)
        hasher.combine(word.aux)
        // SAFETY: a string word names a range of the document's bytes.
        unsafe document.bytes.withUnsafeBytes { buffer in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: buffer[word.low..<word.low + word.aux]))
        }
    }
}
