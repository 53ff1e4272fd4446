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
    private static let places = 512

    /// Bytes of the line break and the indentation before the next value, at most 31.
    private(set) var indentation = 0
    /// A bit for each space in it.
    private var spaces: UInt32 = 0
    /// How much a deeper container is indented more.
    private var step = 0
    /// The lengths of the last keys, as a place in the table.
    private var history = 0
    private let lengths: UnsafeMutableBufferPointer<UInt8>

    /// Calls `body` with a foresight that knows nothing yet.
    static func withNone<Result>(_ body: (inout JSONForesight) -> Result) -> Result {
        // SAFETY: the table is set to zero before it is read, and no foresight outlives the call.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: places) { table in
            unsafe table.initialize(repeating: 0)
            var foresight = unsafe JSONForesight(lengths: table)
            return body(&foresight)
        }
    }

    /// Calls `body` with a foresight that knows the keys of the texts before, which a table keeps.
    ///
    /// - Parameter table: Empty before the first text; nobody else looks into it.
    static func with<Result>(_ table: inout [UInt8], _ body: (inout JSONForesight) -> Result) -> Result {
        if table.count < places { table = [UInt8](repeating: 0, count: places) }
        // SAFETY: the table has all places, and no foresight outlives the call.
        return unsafe table.withUnsafeMutableBufferPointer { table in
            var foresight = unsafe JSONForesight(lengths: table)
            return body(&foresight)
        }
    }

    /// The guess at the length of the next key, in bytes, at most 31.
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
        unsafe lengths[history] = UInt8(truncatingIfNeeded: min(length, 31))
        sawKey(length: length)
    }

    /// Whether at `start` is the white space that is expected, and something else after it.
    @inline(__always)
    func foresees(_ bytes: JSONBytes, at start: Int) -> Bool {
        bytes[start] == 0x0A && bytes[start &+ indentation] > 0x20
            && JSONBlock.spaces(bytes, at: start &+ 1) & spaces == spaces
    }

    /// Takes notice of a container that begins.
    @inline(__always)
    mutating func open() { if step != 0 { expect(indentation &+ step) } }

    /// Takes notice of a container that ends.
    @inline(__always)
    mutating func close() { if step != 0 { expect(indentation &- step) } }

    @inline(__always)
    private mutating func expect(_ length: Int) {
        indentation = length & 31
        spaces = (1 &<< UInt32(truncatingIfNeeded: indentation)) &>> 1 &- 1
    }

    /// Takes notice of a line break and spaces that were not expected.
    ///
    /// - Parameter isFirst: Whether they come before the first value of a container.
    mutating func learn(length: Int, isFirst: Bool) {
        if length > 31 { return }
        // On the outermost level there is no indentation, but there are line breaks.
        if isFirst { step = length &- max(indentation &- step, 1) }
        expect(length)
    }
}
