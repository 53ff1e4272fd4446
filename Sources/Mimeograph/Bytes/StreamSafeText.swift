/// Text that Swift compares and hashes in time that grows with its length only.
///
/// Swift's `==` and `hash(into:)` put every run of combining marks in order first, and the time for that grows with the square of
/// the run: one key of 256 KiB cost four seconds. The library itself compares bytes. Where a peer's text has to go into a
/// `Dictionary` or `Set` of strings, or is compared by code that the compiler writes (the cases of an enumeration, coding keys),
/// it is asked first whether it is in Stream-Safe Text Format, of which Unicode says that no language and no technical use needs
/// more.
///
/// `"a"` with thirty accents is stream-safe, with thirty-one it is not. The marks that a composed character begins with, three at
/// most, are not counted: that would take a table of what each is made of, and a run of 33 costs no more than one of 30.
///
/// Source: UAX #15 §13, D3 and D4.
@usableFromInline
package enum StreamSafeText {
    /// The most non-starters in a row. Source: UAX #15 §13, D3.
    @inlinable package static var longestRun: Int { 30 }

    /// Whether no run of non-starters in the text is longer than 30.
    @inlinable
    @inline(__always)
    package static func holds(_ text: String) -> Bool {
        // No text makes more non-starters than it has bytes: U+0344, of two bytes, makes two.
        text.utf8.count <= longestRun || isBounded(text)
    }

    @inline(never)
    @usableFromInline
    static func isBounded(_ text: String) -> Bool {
        // U+0300, the first non-starter, is written CC 80. What comes before it makes no run of more than two.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return true }
        var run = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case ..<0x300: run = 0
            // The four characters that are made of two non-starters each. Source: Unicode Character Database, CompositionExclusions.txt.
            case 0x344, 0xF73, 0xF75, 0xF81: run += 2
            default: run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
            }
            if run > longestRun { return false }
        }
        return true
    }
}

extension SerializationError {
    /// The error for a key that is not stream-safe, where Swift would have to hash or compare it.
    ///
    /// - Parameters:
    ///   - path: The keys from the root to the value of the key.
    ///   - location: Where in the body the key is.
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

    /// The error for a text that is not stream-safe, where Swift would have to compare it with the cases of an enumeration or
    /// put it into a set.
    ///
    /// - Parameters:
    ///   - path: The keys from the root to the text.
    ///   - location: Where in the body the text is.
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
