// Guesses that let a processor go ahead.
//
// Where a token ends is known only after its bytes were loaded, compared and counted: some 15 cycles, and the next token
// cannot begin before. In a text of 50,000 tokens these waits are most of the time. But texts repeat themselves: lines are
// indented as the line before, and keys come in the same order in one object after the other. So the scan guesses where
// the token ends and goes on from there, and whether the guess is right is only compared: a comparison that comes out as
// always is one that a processor does not wait for.
//
// White space is guessed from the depth: with two spaces for each, `,\n    "b"` is followed by a line break and four spaces
// where the last line of this depth had them; opening a container adds two and closing it takes two away. The length of
// a key is guessed from the lengths of the keys before it. After the keys `id`, `id_str`, `text` the numbers 2, 6, 4 make
// the place in a table where the length of what came next the last time stands.
//
// A guess that is wrong costs what the waiting would have cost. Nothing that is read depends on guesses.

/// What a scan expects to come next.
@safe
struct JSONForesight {
    /// Lengths of keys that the table has room for.
    static let places = 512

    /// Bytes of the line break and the indentation before the next value; only the lowest five bits count.
    private var expected = 0
    /// How much a deeper container is indented more.
    private var step = 0
    /// The lengths of the last keys, as a place in the table.
    private var history = 0
    private let lengths: UnsafeMutablePointer<UInt8>

    /// Takes a table of ``places`` zeros, for as long as it is valid.
    @unsafe
    init(_ lengths: UnsafeMutablePointer<UInt8>) {
        // SAFETY: the caller vouches for the table.
        unsafe self.lengths = lengths
    }

    /// The guess at the length of the next key, in bytes.
    @inline(__always)
    var keyLength: Int {
        // SAFETY: a history is always less than the number of places.
        Int(unsafe lengths[history])
    }

    /// Takes notice of a key that was as long as guessed.
    @inline(__always)
    mutating func sawKey(length: Int) {
        history = (history &<< 3 ^ length) & (JSONForesight.places - 1)
    }

    /// Takes notice of a key for which the guess was wrong.
    @inline(__always)
    mutating func learnKey(length: Int) {
        // SAFETY: as above.
        unsafe lengths[history] = UInt8(truncatingIfNeeded: min(length, 255))
        sawKey(length: length)
    }

    /// Bytes of the line break and the indentation before the next value.
    @inline(__always)
    var indentation: Int { expected & 31 }

    /// Whether at `start` is the white space that is expected, and something else after it.
    @inline(__always)
    func foresees(_ bytes: JSONBytes, at start: Int) -> Bool {
        // One space less than the indentation has bytes.
        let spaces: UInt32 = (1 &<< UInt32(truncatingIfNeeded: indentation)) &>> 1 &- 1
        return bytes[start] == 0x0A && bytes[start &+ indentation] > 0x20
            && JSONBlock.spaces(bytes, at: start &+ 1) & spaces == spaces
    }

    /// Takes notice of a container that begins.
    @inline(__always)
    mutating func open() { expected &+= step }

    /// Takes notice of a container that ends.
    @inline(__always)
    mutating func close() { expected &-= step }

    /// Takes notice of a line break and spaces that were not expected.
    ///
    /// - Parameter isFirst: Whether they come before the first value of a container.
    mutating func learn(length: Int, isFirst: Bool) {
        if length > 31 { return }
        // On the outermost level there is no indentation, but there are line breaks.
        if isFirst { step = length &- max((expected &- step) & 31, 1) }
        expected = length
    }
}
