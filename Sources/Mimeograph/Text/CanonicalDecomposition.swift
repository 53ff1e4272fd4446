/// Takes composed characters apart: `é` is `e` and an accent.
///
/// The standard library does this inside of its comparisons and does not offer it.
///
/// Source: Unicode Standard §3.7 (D68), §3.11 (D109), §3.12 (Hangul syllables).
enum CanonicalDecomposition {
    /// The scalars of a text in normalization form D.
    static func scalars(of text: String) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(text.utf8.count)
        /// Where the marks begin that may have to be put in order.
        var marks = 0
        for scalar in text.unicodeScalars {
            if scalar.value < 0xC0 {
                marks = result.count + 1
                result.append(scalar)
            } else {
                append(scalar, to: &result, &marks)
            }
        }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout [Unicode.Scalar], _ marks: inout Int) {
        // What a character is made of may itself be composed; no character needs more than four steps.
        var pending = [scalar]
        while let next = pending.popLast() {
            if let (first, second) = parts(of: next) {
                if let second { pending.append(second) }
                pending.append(first)
                continue
            }
            let order = next.properties.canonicalCombiningClass
            var place = result.count
            if order == .notReordered {
                marks = place + 1
            } else {
                while place > marks, result[place - 1].properties.canonicalCombiningClass > order { place -= 1 }
            }
            result.insert(next, at: place)
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
