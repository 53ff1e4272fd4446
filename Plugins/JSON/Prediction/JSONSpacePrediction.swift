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

/// The white space that a scan expects next.
struct JSONSpacePrediction {
    /// The number of bytes in the line break and the indentation before the next value, at most 31.
    private(set) var indentation = 0
    /// A bit for each space in it.
    private var spaces: UInt32 = 0
    /// The additional indentation of a nested container.
    private var step = 0

    /// Whether the expected white space is at `start`, followed by something else.
    @inline(__always)
    func predicts(_ bytes: JSONBytes, at start: Int) -> Bool {
        bytes[start] == 0x0A && bytes[start &+ indentation] > 0x20
            && JSONBlock.areSpaces(bytes, at: start &+ 1, mask: spaces)
    }

    /// Records the start of a container.
    @inline(__always)
    mutating func open() { if step != 0 { expect(indentation &+ step) } }

    /// Records the end of a container.
    @inline(__always)
    mutating func close() { if step != 0 { expect(indentation &- step) } }

    @inline(__always)
    private mutating func expect(_ length: Int) {
        indentation = length & 31
        spaces = (1 &<< UInt32(truncatingIfNeeded: indentation)) &>> 1 &- 1
    }

    /// Records an unexpected line break and spaces.
    ///
    /// - Parameter isFirst: Whether they come before the first value of a container.
    mutating func learn(length: Int, isFirst: Bool) {
        if length > 31 { return }
        // On the outermost level there is no indentation, but there are line breaks.
        if isFirst { step = length &- max(indentation &- step, 1) }
        expect(length)
    }
}
