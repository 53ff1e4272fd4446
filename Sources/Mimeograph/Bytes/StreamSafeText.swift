/// A check for text that Swift compares and hashes in linear time.
///
/// Swift's `==` and `hash(into:)` sort every run of combining marks, which takes quadratic time: one key of 256 KiB cost four
/// seconds. The library itself compares bytes. But a peer's text may go into a `Dictionary` or `Set` of strings, or be compared
/// by code that the compiler writes (cases of an enumeration, coding keys). Such a text must be in Stream-Safe Text Format.
/// According to Unicode, no language and no technical use needs more.
///
/// `"a"` with thirty accents is stream-safe, with thirty-one it is not. Up to three marks that a composed character itself
/// contains are not counted, since that would need a decomposition table. A run of 33 costs no more than one of 30.
///
/// Source: UAX #15 §13, D3 and D4.
@usableFromInline
package enum StreamSafeText {
    /// The maximum number of non-starters in a row. Source: UAX #15 §13, D3.
    @inlinable package static var longestRun: Int { 30 }

    /// Whether no run of non-starters in the text is longer than 30.
    @inlinable
    @inline(__always)
    package static func holds(_ text: String) -> Bool {
        // No text has more non-starters than bytes: U+0344, of two bytes, counts as two.
        text.utf8.count <= longestRun || isBounded(text)
    }

    @inline(never)
    @usableFromInline
    static func isBounded(_ text: String) -> Bool {
        // U+0300, the first non-starter, is encoded as CC 80. Lower code points make no run of more than two.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return true }
        var run = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case ..<0x300: run = 0
            // The four characters that consist of two non-starters each. Source: Unicode Character Database,
            // CompositionExclusions.txt.
            case 0x344, 0xF73, 0xF75, 0xF81: run += 2
            default: run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
            }
            if run > longestRun { return false }
        }
        return true
    }
}

extension SerializationError {
    /// The error for a key that is not stream-safe, and that Swift would have to hash or compare.
    ///
    /// - Parameters:
    ///   - path: The keys from the root to the value of the key.
    ///   - location: The position of the key in the body.
    package static func keyNotStreamSafe(
        codingPath path: [any CodingKey] = [],
        at location: SourceLocation? = nil
    ) -> SerializationError {
        notStreamSafe(
            "A key",
            "Read the object as a value of the format's own, such as JSON or PropertyList, which compares keys by their bytes",
            path,
            location
        )
    }

    /// The error for a text that is not stream-safe, and that Swift would have to compare with cases of an enumeration or put
    /// into a set.
    ///
    /// - Parameters:
    ///   - path: The keys from the root to the text.
    ///   - location: The position of the text in the body.
    package static func textNotStreamSafe(
        codingPath path: [any CodingKey] = [],
        at location: SourceLocation? = nil
    ) -> SerializationError {
        notStreamSafe("A text that has to be compared", "Read it as a String", path, location)
    }

    private static func notStreamSafe(
        _ noun: String,
        _ alternative: String,
        _ path: [any CodingKey],
        _ location: SourceLocation?
    ) -> SerializationError {
        SerializationError(
            .limitExceeded,
            "\(noun) exceeds the limit on combining marks: it has more than \(StreamSafeText.longestRun) in a row.",
            at: location,
            codingPath: path,
            remedy:
                "\(alternative), or ask the sender for another one: no language needs as many (UAX #15, Stream-Safe Text Format)."
        )
    }
}
