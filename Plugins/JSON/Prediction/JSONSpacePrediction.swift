import MimeographTree

// Guesses that let a processor run ahead.
//
// The end of a token is known only after its bytes are loaded, compared and counted: some 15 cycles, and the next token cannot
// begin before. In a text of 50,000 tokens these waits take most of the time. But texts repeat themselves: lines are indented
// like the line before, and keys come in the same order in each object. So the scan guesses the end of the token and continues
// from there, and only compares whether the guess is right. A processor does not wait for a comparison that has its usual result.
//
// White space is guessed from the depth. With two spaces per level, `,\n "b"` is followed by a line break and four spaces if the
// last line of this depth had them. Opening a container adds two and closing it removes two. Keys are guessed as a whole, with
// the white space around them: see ``JSONMemberPrediction``.
//
// A wrong guess costs as much as the wait. No result depends on guesses.

/// The white space that a scan expects before the next value or the end of a container.
struct JSONSpacePrediction {
    /// The number of bytes in the line break and the indentation outside of all containers.
    private var origin = 0
    /// The additional indentation of each level.
    private var step = 0

    /// Returns the number of bytes in the line break and the indentation at a depth, at most 31.
    @inline(__always)
    private func indentation(at depth: Int) -> Int { (origin &+ depth &* step) & 31 }

    /// Returns the offset after the white space expected at a depth, if it is at `start` and followed by something else.
    @inline(__always)
    func end(_ bytes: JSONBytes, from start: Int, depth: Int) -> Int? {
        let indentation = indentation(at: depth)
        let spaces: UInt32 = (1 &<< UInt32(truncatingIfNeeded: indentation)) &>> 1 &- 1
        guard bytes[start] == 0x0A, bytes[start &+ indentation] > 0x20,
            JSONBlock.areSpaces(bytes, at: start &+ 1, mask: spaces)
        else { return nil }
        return start &+ indentation
    }

    /// Records an unexpected line break and spaces.
    ///
    /// - Parameters:
    ///   - depth: The number of containers around the next value.
    ///   - isFirst: Whether they come before the first value of a container.
    mutating func learn(length: Int, depth: Int, isFirst: Bool) {
        if length > 31 { return }
        // On the outermost level there is no indentation, but there are line breaks.
        if isFirst { step = length &- max(indentation(at: depth &- 1), 1) }
        origin = length &- depth &* step
    }
}
