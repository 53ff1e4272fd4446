import MimeographTree

// Members that come in the order in which they came before.
//
// Texts repeat themselves: objects have the same keys in the same order, with the same white space around them. So each
// beginning of a member (``JSONPredictedKey``) is kept with the one that came after it, and where the next member begins
// its bytes are compared with those. Where they are equal, and mostly they are, the scan goes on behind the colon: a
// comparison that comes out as always is one that a processor does not wait for (see ``JSONSpacePrediction``).
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
    /// Number 0 has the count of the others instead of the one that follows.
    private let members: UnsafeMutableBufferPointer<JSONPredictedKey>
    /// For each hash the number of the last member that had it, or 0; as many as members, a power of two.
    private let numbers: UnsafeMutableBufferPointer<UInt16>
    /// How many elements each of the two tables has.
    private let capacity: Int
    /// Where the members lie; it holds the text that is scanned.
    private let source: JSONBytes
    /// The offset in ``source`` at which the text begins.
    private let shift: Int

    /// Uses tables that are set up, for as long as both are valid: member 0 is absent from `source`, and each number is 0
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
        capacity = members.count
        self.source = source
        self.shift = shift
    }

    /// Calls `body` with a prediction that knows nothing yet of a text.
    static func withNone<Result>(of bytes: JSONBytes, _ body: (JSONMemberPrediction) -> Result) -> Result {
        // A text of a few members would be over before it repeats itself, and a small one should have little to set up.
        let capacity = bytes.count < 512 ? 1 : bytes.count < 1 << 12 ? 64 : bytes.count < 1 << 15 ? 512 : 1024
        // SAFETY: numbers are initialized here, and a member before its number is written anywhere. Neither outlives the
        // call.
        return unsafe withUnsafeTemporaryAllocation(of: JSONPredictedKey.self, capacity: capacity) { members in
            unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { numbers in
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

    /// Learns a member that was not expected, found from `start` up to `end` after the member `last`; gives its
    /// number.
    ///
    /// Its bytes must never change, so that what has escapes, which are undone in place, cannot be learned.
    func learn(from start: Int, to end: Int, key: TapeWord, after last: Int) -> Int {
        let start = start &+ shift
        let end = end &+ shift
        if capacity == 1 || end &- start > JSONPredictedKey.maximumWidth || end < 16 { return 0 }
        let hash = hash(from: start, to: end)
        // SAFETY: `last` is a number that was given out; the slot and the new number are below the capacity.
        let before = unsafe members[last].hash
        let slot = Int(truncatingIfNeeded: hash &+ before &* 5) & (capacity &- 1)
        var number = unsafe Int(numbers[slot])
        if number == 0 || !self[number].isFound(in: source, at: start) {
            number = following(0) &+ 1
            // With all slots in use the oldest is replaced. What still names it finds other bytes there, and guesses wrong.
            if number == capacity { number = 1 }
            let key = TapeWord(bits: key.bits &+ UInt64(truncatingIfNeeded: shift))
            let member = JSONPredictedKey(from: start, to: end, key: key, hash: hash)
            unsafe members[0].following = UInt16(truncatingIfNeeded: number)
            unsafe members[number] = member
            unsafe numbers[slot] = UInt16(truncatingIfNeeded: number)
        }
        if source[start] == UInt8(ascii: "{") {
            unsafe members[last].opening = UInt16(truncatingIfNeeded: number)
        } else if last != 0 {
            unsafe members[last].following = UInt16(truncatingIfNeeded: number)
        }
        return number
    }

    /// A hash of the first and the last eight bytes, as far as they belong to it. `end` is at least 16.
    @inline(__always)
    private func hash(from start: Int, to end: Int) -> UInt32 {
        let others = UInt64(truncatingIfNeeded: max(0, 8 &- (end &- start)) &* 8)
        let last = source.word(at: end &- 8) &>> others
        let first = source.word(at: start) &<< others
        let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }
}

/// How a member began: its bytes from the comma or the brace before its key up to its value.
///
/// Where the same bytes are found again, all that the scan would find out about them is known: that the grammar allows
/// them, that the key is valid text, where it lies, and where the value begins.
struct JSONPredictedKey {
    /// The most bytes it may have.
    static let maximumWidth = 64

    /// The word of its key, with the distance from where it began instead of the offset.
    private let word: UInt64
    /// The offset where it began.
    private let start: UInt32
    /// Mixed from its bytes.
    let hash: UInt32
    /// How many bytes it had, at least 1.
    private let length: UInt16
    /// The number of the member that came after it the last time, behind a comma.
    var following: UInt16 = 0
    /// The number of the member that came after it the last time, as the first of an object.
    var opening: UInt16 = 0

    /// What is found at no comma and no brace of a text: the zero behind its end.
    init(absentFrom bytes: JSONBytes) {
        word = 0
        start = UInt32(truncatingIfNeeded: bytes.count)
        length = 1
        hash = 0
    }

    /// What was found from `start` up to `end`, at most ``maximumWidth`` bytes, with the key's word.
    init(from start: Int, to end: Int, key: TapeWord, hash: UInt32) {
        word = key.bits &- UInt64(truncatingIfNeeded: start)
        self.start = UInt32(truncatingIfNeeded: start)
        length = UInt16(truncatingIfNeeded: end &- start)
        self.hash = hash
    }

    /// How many bytes it had.
    @inline(__always)
    var width: Int { Int(length) }

    /// Whether the same bytes are at `offset`, which lies in the text.
    @inline(__always)
    func isFound(in bytes: JSONBytes, at offset: Int) -> Bool {
        JSONBlock.areEqual(bytes, at: offset, and: Int(start), length: UInt32(length))
    }

    /// The word of the key, where the same bytes are at `offset`.
    @inline(__always)
    func key(at offset: Int) -> UInt64 { word &+ UInt64(truncatingIfNeeded: offset) }
}

/// What is remembered of members from one text to the next, where all of them lie in one buffer: see
/// ``JSONMemberPrediction``.
struct JSONKeyCache {
    private static let capacity = 512

    private var members: [JSONPredictedKey] = []
    private var numbers: [UInt16] = []

    /// Forgets all members, because the bytes of the buffer have changed. Its last bytes are the padding, all zero.
    mutating func forget(_ bytes: JSONBytes) {
        let absent = JSONPredictedKey(absentFrom: bytes)
        if members.isEmpty {
            members = Array(repeating: absent, count: JSONKeyCache.capacity)
            numbers = Array(repeating: 0, count: JSONKeyCache.capacity)
            return
        }
        members[0] = absent
        for index in numbers.indices { numbers[index] = 0 }
    }

    /// Calls `body` with what is known; ``forget(_:)`` was called before with the same bytes.
    ///
    /// - Parameters:
    ///   - bytes: The buffer.
    ///   - start: The offset in it at which the text begins that is scanned.
    ///   - body: What needs the prediction, for as long as it runs.
    @inline(__always)
    mutating func withPrediction<Result>(
        of bytes: JSONBytes,
        from start: Int,
        _ body: (JSONMemberPrediction) -> Result
    ) -> Result {
        unsafe members.withUnsafeMutableBufferPointer { members in
            unsafe numbers.withUnsafeMutableBufferPointer { numbers in
                // SAFETY: all members are initialized, and numbers are those of members or 0; both last as long as the
                // closure runs.
                body(unsafe JSONMemberPrediction(members: members, numbers: numbers, source: bytes, shift: start))
            }
        }
    }
}
