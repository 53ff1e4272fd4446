import Mimeograph

/// A decomposition of composed characters: `é` becomes `e` and an accent.
///
/// The standard library decomposes characters in comparisons, but has no public function for it.
///
/// Source: Unicode Standard §3.7 (D68), §3.11 (D109), §3.12 (Hangul syllables).
enum CanonicalDecomposition {
    /// Returns the scalars of a string in normalization form D.
    static func scalars(of text: String) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(text.utf8.count)
        var marks = MarkRun()
        for scalar in text.unicodeScalars {
            forEachPart(of: scalar) { part in
                if part.isStarter {
                    marks.move(to: &result)
                    result.append(part)
                } else {
                    marks.append(part)
                }
            }
        }
        marks.move(to: &result)
        return result
    }

    /// Calls the closure with each part of a character, in the order of its decomposition.
    static func forEachPart(of scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
        guard scalar.value >= 0xC0 else { return body(scalar) }
        // A part may be composed itself; no character needs more than four steps.
        var pending = [scalar]
        while let next = pending.popLast() {
            if let (first, second) = parts(of: next) {
                if let second { pending.append(second) }
                pending.append(first)
            } else {
                body(next)
            }
        }
    }

    /// A run of combining marks, which is sorted when it is complete.
    ///
    /// Inserting each mark in order would take quadratic time, and a peer chooses the number of marks.
    private struct MarkRun {
        private typealias Mark = (order: UInt8, offset: Int, scalar: Unicode.Scalar)

        private var marks: [Mark] = []
        private var isOrdered = true

        mutating func append(_ mark: Unicode.Scalar) {
            let order = mark.properties.canonicalCombiningClass.rawValue
            if let last = marks.last, last.order > order { isOrdered = false }
            marks.append((order, marks.count, mark))
        }

        /// Appends the marks in canonical order, and empties the run. Marks of one class keep their order.
        ///
        /// Source: Unicode Standard §3.11, D109.
        mutating func move(to result: inout [Unicode.Scalar]) {
            if marks.isEmpty { return }
            if !isOrdered { marks.sort { ($0.order, $0.offset) < ($1.order, $1.offset) } }
            for mark in marks { result.append(mark.scalar) }
            marks.removeAll(keepingCapacity: true)
            isOrdered = true
        }
    }

    private static func parts(of scalar: Unicode.Scalar) -> (Unicode.Scalar, Unicode.Scalar?)? {
        if let parts = hangul(scalar.value) { return parts }
        var (low, high) = (0, table.count / 3)
        while low < high {
            let middle = (low + high) / 2
            let code = table[3 * middle]
            if code == scalar.value {
                guard let first = Unicode.Scalar(table[3 * middle + 1]) else { return nil }
                let second = table[3 * middle + 2]
                return (first, second == 0 ? nil : Unicode.Scalar(second))
            }
            if code < scalar.value { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// A syllable is a leading consonant, a vowel and maybe a trailing consonant.
    private static func hangul(_ code: UInt32) -> (Unicode.Scalar, Unicode.Scalar?)? {
        guard (0xAC00...0xD7A3).contains(code) else { return nil }
        let index = code - 0xAC00
        let trailing = index % 28
        if trailing > 0 {
            guard let first = Unicode.Scalar(code - trailing) else { return nil }
            return (first, Unicode.Scalar(0x11A7 + trailing))
        }
        guard let first = Unicode.Scalar(0x1100 + index / 588) else { return nil }
        return (first, Unicode.Scalar(0x1161 + index % 588 / 28))
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is never reordered after another one. Source: Unicode Standard §3.11, D107.
    fileprivate var isStarter: Bool { value < 0x300 || properties.canonicalCombiningClass == .notReordered }
}
