import Mimeograph
import MimeographTree

extension JSONDecodingContext {
    /// Objects of at most this many members have their names compared in pairs.
    private static let mostPaired = 16

    /// Whether no two members of an object have one name. It must have no more members than ``JSONMemberUniqueness``
    /// can take.
    func hasUniqueNames(_ object: Int, _ word: JSONWord) -> Bool {
        let view = view
        if word.aux > JSONDecodingContext.mostPaired {
            return (root ?? self).uniqueness.holds(for: object, in: view)
        }
        // SAFETY: there is room for the members that are counted, and a fingerprint is written before it is read.
        return unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: JSONDecodingContext.mostPaired) { seen in
            var count = 0
            // A bit for each name, which most new names do not share with one before.
            var bits: UInt64 = 0
            var current = object + 1
            while current < word.low, count < JSONDecodingContext.mostPaired {
                let fingerprint = view.fingerprint(of: view.word(at: current))
                let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: fingerprint)
                if bits & bit != 0 {
                    for place in 0..<count where unsafe seen[place] == fingerprint {
                        // Whether they are one name, or only look alike, the table tells.
                        return (root ?? self).uniqueness.holds(for: object, in: view)
                    }
                }
                bits |= bit
                unsafe seen[count] = fingerprint
                count &+= 1
                current = view.index(after: current &+ 1)
            }
            return true
        }
    }
}

/// Tells whether an object has two members of one name, in one pass over its names.
///
/// An open-addressing table that is made when it is needed first and never cleared: each entry holds the number of the check that wrote it.
struct JSONMemberUniqueness: ~Copyable {
    private var table: JSONTable<UInt64>?
    private var check: UInt64 = 0

    init() {}

    deinit { table?.destroy() }

    /// Whether the names of the object differ. It must have no more members than a quarter of the table.
    mutating func holds(for object: Int, in view: JSONDocumentView) -> Bool {
        let table = self.table ?? JSONTable(repeating: 0, bits: 8)
        self.table = table
        check += 1
        let end = view.word(at: object).low
        var current = object + 1
        while current < end {
            let word = view.word(at: current)
            var slot = Int(view.fingerprint(of: word))
            while true {
                let entry = table[slot]
                if entry >> 32 != check & 0xFFFF_FFFF { break }
                if view.bytesMatch(word, view.word(at: Int(entry & 0xFFFF_FFFF))) { return false }
                slot &+= 1
            }
            table[slot] = check << 32 | UInt64(current)
            current = view.index(after: current + 1)
        }
        return true
    }
}
