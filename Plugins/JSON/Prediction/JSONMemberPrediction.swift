// Members that come in the order in which they came before.
//
// Texts repeat themselves: objects have the same keys in the same order, with the same white space around them. So each
// beginning of a member (``JSONPredictedKey``) is kept with the one that came after it, and where the next member begins
// its bytes are compared with those. Where they are equal, and mostly they are, the scan goes on behind the colon: a
// comparison that comes out as always is one that a processor does not wait for (see ``JSONKeyPrediction``).
//
// Of `[{"id": 1, "tag": {"id": 2}}, {"id": 3, …` these are kept:
// ```
// 1  {"id":      opening: 3, following: 2
// 2  , "tag":    opening: 3
// 3  {"id":      opening: 1
// ```
// Numbers 1 and 3 have the same bytes. They are two because a member is told apart by the one before it as well: so it is
// known that after the inner `id` no `tag` comes. In the second object `{"id": ` is number 1 again, and after it comes
// `, "tag": `, which needs no more than one comparison of 64 bytes.
//
// A guess that is wrong costs what reading the key costs, and nothing that is read depends on guesses.

/// The members of a text that were seen so far, by number; 0 stands for one of which nothing is known.
@safe
struct JSONMemberPrediction {
    /// Number 0 has the count of the others in place of the one that follows.
    private let members: UnsafeMutableBufferPointer<JSONPredictedKey>
    /// For each hash the number of the last member that had it, or 0; as many as members, a power of two.
    private let numbers: UnsafeMutableBufferPointer<UInt16>
    /// How many places each of them has.
    private let places: Int
    /// Where the members lie; it holds the text that is scanned.
    private let source: JSONBytes
    /// The offset in ``source`` at which the text begins.
    private let shift: Int

    /// Takes tables that are set up, for as long as both are valid: member 0 is absent from `source`, and each number is 0
    /// or that of a member that is initialized and lies there.
    ///
    /// - Parameters:
    ///   - members: As many as are remembered, a power of two.
    ///   - numbers: As many.
    ///   - source: Where the members lie.
    ///   - shift: The offset in it at which the text begins that is scanned.
    @unsafe
    init(
        members: UnsafeMutableBufferPointer<JSONPredictedKey>,
        numbers: UnsafeMutableBufferPointer<UInt16>,
        source: JSONBytes,
        shift: Int
    ) {
        // SAFETY: the caller vouches for both.
        unsafe self.members = members
        unsafe self.numbers = numbers
        places = members.count
        self.source = source
        self.shift = shift
    }

    /// Calls `body` with a foresight that knows nothing yet of a text.
    static func withNone<Result>(of bytes: JSONBytes, _ body: (JSONMemberPrediction) -> Result) -> Result {
        // A text of a few members would be over before it repeats itself, and a small one should have little to set up;
        // what 32 places take is taken from the stack.
        let places = bytes.count < 512 ? 1 : bytes.count < 1 << 12 ? 32 : bytes.count < 1 << 17 ? 128 : 1024
        // SAFETY: numbers are initialized here, and a member before its number is written anywhere. Neither outlives the
        // call.
        return unsafe withUnsafeTemporaryAllocation(of: JSONPredictedKey.self, capacity: places) { members in
            unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: places) { numbers in
                unsafe members.initializeElement(at: 0, to: JSONPredictedKey(absentFrom: bytes))
                unsafe numbers.initialize(repeating: 0)
                return body(unsafe JSONMemberPrediction(members: members, numbers: numbers, source: bytes, shift: 0))
            }
        }
    }

    /// The number of the member that is expected after a member, behind a comma.
    @inline(__always)
    func following(_ number: Int) -> Int {
        // SAFETY: only numbers that were given out are asked for.
        Int(unsafe members[number].following)
    }

    /// The number of the member that is expected after a member, as the first of an object.
    @inline(__always)
    func opening(_ number: Int) -> Int {
        // SAFETY: as above.
        Int(unsafe members[number].opening)
    }

    /// The member of a number.
    @inline(__always)
    subscript(number: Int) -> JSONPredictedKey {
        // SAFETY: as above.
        unsafe members[number]
    }

    /// Whether the bytes of a member are at an offset of the text.
    @inline(__always)
    func isFound(_ member: JSONPredictedKey, at offset: Int) -> Bool {
        member.isFound(in: source, at: offset &+ shift)
    }

    /// Takes notice of a member that was not expected, found from `start` up to `end` after the member `last`; gives its
    /// number.
    ///
    /// Its bytes must never change, so that what has escapes, which are undone in place, cannot be learned.
    func learn(from start: Int, to end: Int, key: JSONWord, after last: Int) -> Int {
        let start = start &+ shift
        let end = end &+ shift
        if places == 1 || end &- start > JSONPredictedKey.maximumWidth || end < 16 { return 0 }
        let hash = hash(from: start, to: end)
        // SAFETY: `last` is a number that was given out; the place and the new number are held to the places.
        let before = unsafe members[last].hash
        let place = Int(truncatingIfNeeded: hash &+ before &* 5) & (places &- 1)
        var number = unsafe Int(numbers[place])
        if number == 0 || !self[number].isFound(in: source, at: start) {
            number = following(0) &+ 1
            // With all places taken the oldest is given up. What still names it finds other bytes there, and guesses wrong.
            if number == places { number = 1 }
            let key = JSONWord(bits: key.bits &+ UInt64(truncatingIfNeeded: shift))
            let member = JSONPredictedKey(from: start, to: end, key: key, hash: hash)
            unsafe members[0].following = UInt16(truncatingIfNeeded: number)
            unsafe members[number] = member
            unsafe numbers[place] = UInt16(truncatingIfNeeded: number)
        }
        if source[start] == UInt8(ascii: "{") {
            unsafe members[last].opening = UInt16(truncatingIfNeeded: number)
        } else if last != 0 {
            unsafe members[last].following = UInt16(truncatingIfNeeded: number)
        }
        return number
    }

    /// A hash of the width, the first byte, and the last sixteen as far as they belong to it. `end` is at least 16.
    @inline(__always)
    private func hash(from start: Int, to end: Int) -> UInt32 {
        let width = end &- start
        let last = source.word(at: end &- 8) >> UInt64(truncatingIfNeeded: max(0, 8 &- width) &* 8)
        let first = source.word(at: end &- 16) >> UInt64(truncatingIfNeeded: max(0, 16 &- width) &* 8)
        let mixed = (last ^ (first &>> 8 | first &<< 56)) &* 0x9E37_79B9_7F4A_7C15
        let more = mixed &+ UInt64(source[start]) &+ UInt64(truncatingIfNeeded: width)
        return UInt32(truncatingIfNeeded: (more ^ more &>> 29) &* 0xBF58_476D_1CE4_E5B9 &>> 32)
    }
}
