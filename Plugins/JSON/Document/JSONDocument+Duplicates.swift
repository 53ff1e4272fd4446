import Mimeograph
import MimeographTree

extension JSONDocument {
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
        var seen: Set<TapeKey<JSONDocument>> = []
        var keys: [Int] = []
        var index = object + 1
        let isSmall = word(at: object).aux <= JSONDocument.pairwiseLimit
        while index < end {
            if isSmall {
                if keys.contains(where: { stringsMatch(at: $0, index) }) { return index }
                keys.append(index)
            } else if !seen.insert(TapeKey(document: self, index: index)).inserted {
                return index
            }
            index = self.index(after: index + 1)
        }
        return nil
    }
}
