import MimeographTree

// Guesses that let a processor go ahead.
//
// Where a token ends is known only after its bytes were loaded, compared and counted: some 15 cycles, and the next token
// cannot begin before. In a text of 50,000 tokens these waits are most of the time. But texts repeat themselves: lines are
// indented as the line before, and keys come in the same order in one object after the other. So the scan guesses where
// the token ends and goes on from there, and whether the guess is right is only compared: a comparison that comes out as
// always is one that a processor does not wait for.
//
// White space is guessed from the depth: with two spaces for each, `,\n    "b"` is followed by a line break and four spaces
// where the last line of this depth had them; opening a container adds two and closing it removes two. Keys are guessed
// whole, with the white space around them: see ``JSONMemberPrediction``.
//
// A guess that is wrong costs what the waiting would have cost. Nothing that is read depends on guesses.

/// What white space a scan expects to come next.
struct JSONSpacePrediction {
    /// Bytes of the line break and the indentation before the next value, at most 31.
    private(set) var indentation = 0
    /// A bit for each space in it.
    private var spaces: UInt32 = 0
    /// How much a deeper container is indented more.
    private var step = 0

    /// Whether at `start` is the white space that is expected, and something else after it.
    @inline(__always)
    func predicts(_ bytes: JSONBytes, at start: Int) -> Bool {
        bytes[start] == 0x0A && bytes[start &+ indentation] > 0x20
            && JSONBlock.areSpaces(bytes, at: start &+ 1, mask: spaces)
    }

    /// Records a container that begins.
    @inline(__always)
    mutating func open() { if step != 0 { expect(indentation &+ step) } }

    /// Records a container that ends.
    @inline(__always)
    mutating func close() { if step != 0 { expect(indentation &- step) } }

    @inline(__always)
    private mutating func expect(_ length: Int) {
        indentation = length & 31
        spaces = (1 &<< UInt32(truncatingIfNeeded: indentation)) &>> 1 &- 1
    }

    /// Learns a line break and spaces that were not expected.
    ///
    /// - Parameter isFirst: Whether they come before the first value of a container.
    mutating func learn(length: Int, isFirst: Bool) {
        if length > 31 { return }
        // On the outermost level there is no indentation, but there are line breaks.
        if isFirst { step = length &- max(indentation &- step, 1) }
        expect(length)
    }
}
