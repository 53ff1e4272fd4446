import MimeographTree

// Members that occur in the same order as before.
//
// Texts repeat themselves: objects have the same keys in the same order, with the same white space around them. So each beginning
// of a member (``JSONPredictedKey``) is stored with the one that followed it. When the next member begins, its bytes are compared
// with the stored ones. Mostly they are equal, and the scan continues after the colon. A processor does not wait for a comparison
// that has its usual result (see ``JSONSpacePrediction``).
//
// For `[{"id": 1, "tag": {"id": 2}}, {"id": 3, …` these are stored:
// ```
// 1  {"id":      opening: 3, following: 2
// 2  , "tag":    opening: 3
// 3  {"id":      opening: 1
// ```
// Numbers 1 and 3 have the same bytes, but different members come before them, so they are stored separately: after the inner
// `id` no `tag` comes. In the second object `{"id": ` is number 1 again, and `, "tag": ` follows it, which needs only one
// comparison of 64 bytes.
//
// A wrong guess costs as much as reading the key, and no result depends on guesses.

/// The members of a text seen so far, by number; 0 is an unknown member.
@safe
struct JSONMemberPrediction {
    /// The `following` of number 0 is the count of the other members.
    private let members: UnsafeMutableBufferPointer<JSONPredictedKey>
    /// The number of the last member with each hash, or 0; the size is that of `members`, a power of two.
    private let numbers: UnsafeMutableBufferPointer<UInt16>
    /// The number of elements in each of the two tables.
    private let capacity: Int
    /// The bytes of the members, which include the scanned text.
    private let source: JSONBytes
    /// The offset in ``source`` at which the text begins.
    private let shift: Int

    /// Uses prepared tables for as long as both are valid. Member 0 must be absent from `source`, and each number must be 0 or
    /// that of an initialized member in `source`.
    ///
    /// - Parameters:
    ///   - members: The table of members; its size is a power of two.
    ///   - numbers: A table of the same size.
    ///   - source: The bytes of the members.
    ///   - shift: The offset in it at which the scanned text begins.
    @unsafe
    init(
        members: UnsafeMutableBufferPointer<JSONPredictedKey>,
        numbers: UnsafeMutableBufferPointer<UInt16>,
        source: JSONBytes,
        shift: Int
    ) {
        // SAFETY: the caller guarantees both.
        unsafe self.members = members
        unsafe self.numbers = numbers
        capacity = members.count
        self.source = source
        self.shift = shift
    }

    /// Calls `body` with an empty prediction.
    static func withNone<Result>(of bytes: JSONBytes, isSmall: Bool = false, _ body: (JSONMemberPrediction) -> Result) -> Result {
        // A text of a few members ends before it repeats itself, and a small one should need little setup.
        let capacity = isSmall || bytes.count < 512 ? 1 : bytes.count < 1 << 12 ? 64 : bytes.count < 1 << 15 ? 512 : 1024
        // SAFETY: numbers are initialized here, and each member before its number is written. Neither outlives the call.
        return unsafe withUnsafeTemporaryAllocation(of: JSONPredictedKey.self, capacity: capacity) { members in
            unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { numbers in
                unsafe members.initializeElement(at: 0, to: JSONPredictedKey(absentFrom: bytes))
                unsafe numbers.initialize(repeating: 0)
                return body(unsafe JSONMemberPrediction(members: members, numbers: numbers, source: bytes, shift: 0))
            }
        }
    }

    /// Returns the number of the member that is expected after a member and a comma.
    @inline(__always)
    func following(_ number: Int) -> Int {
        // SAFETY: callers pass only numbers that this type returned.
        Int(unsafe members[number].following)
    }

    /// Returns the number of the member that is expected after a member, as the first of an object.
    @inline(__always)
    func opening(_ number: Int) -> Int {
        // SAFETY: as above.
        Int(unsafe members[number].opening)
    }

    /// The member with a number.
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

    /// Stores an unexpected member, found from `start` up to `end` after the member `last`; returns its number.
    ///
    /// Its bytes must never change. So a key with escapes, which are unescaped in place, cannot be stored.
    func learn(from start: Int, to end: Int, key: TapeWord, after last: Int) -> Int {
        let start = start &+ shift
        let end = end &+ shift
        if capacity == 1 || end &- start > JSONPredictedKey.maximumWidth || end < 16 { return 0 }
        let hash = hash(from: start, to: end)
        // SAFETY: this type returned the number `last`; the slot and the new number are below the capacity.
        let before = unsafe members[last].hash
        let slot = Int(truncatingIfNeeded: hash &+ before &* 5) & (capacity &- 1)
        var number = unsafe Int(numbers[slot])
        if number == 0 || !self[number].isFound(in: source, at: start) {
            number = following(0) &+ 1
            // If all slots are in use, the oldest is replaced. Members that still refer to it find other bytes there, and guess
            // wrong.
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

    /// Returns a hash of the first and the last eight bytes that belong to the member. `end` is at least 16.
    @inline(__always)
    private func hash(from start: Int, to end: Int) -> UInt32 {
        let others = UInt64(truncatingIfNeeded: max(0, 8 &- (end &- start)) &* 8)
        let last = source.word(at: end &- 8) &>> others
        let first = source.word(at: start) &<< others
        let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }
}

/// The beginning of a member: its bytes from the comma or the brace before its key up to its value.
///
/// If the same bytes occur again, the scan knows that the grammar allows them, that the key is valid text, and where the key and
/// the value begin.
struct JSONPredictedKey {
    /// The greatest length in bytes.
    static let maximumWidth = 64

    /// The word of its key, with the distance from the member's start instead of the offset.
    private let word: UInt64
    /// The offset of its start.
    private let start: UInt32
    /// A hash of its bytes.
    let hash: UInt32
    /// The length in bytes, at least 1.
    private let length: UInt16
    /// The number of the member that last followed it, after a comma.
    var following: UInt16 = 0
    /// The number of the member that last followed it, as the first of an object.
    var opening: UInt16 = 0

    /// Creates a member that matches no comma and no brace of a text: the zero after its end.
    init(absentFrom bytes: JSONBytes) {
        word = 0
        start = UInt32(truncatingIfNeeded: bytes.count)
        length = 1
        hash = 0
    }

    /// Creates a member from the bytes between `start` and `end`, at most ``maximumWidth``, and the word of its key.
    init(from start: Int, to end: Int, key: TapeWord, hash: UInt32) {
        word = key.bits &- UInt64(truncatingIfNeeded: start)
        self.start = UInt32(truncatingIfNeeded: start)
        length = UInt16(truncatingIfNeeded: end &- start)
        self.hash = hash
    }

    /// The length in bytes.
    @inline(__always)
    var width: Int { Int(length) }

    /// Whether the same bytes are at `offset`, which lies in the text.
    @inline(__always)
    func isFound(in bytes: JSONBytes, at offset: Int) -> Bool {
        JSONBlock.areEqual(bytes, at: offset, and: Int(start), length: UInt32(length))
    }

    /// Returns the word of the key if the same bytes are at `offset`.
    @inline(__always)
    func key(at offset: Int) -> UInt64 { word &+ UInt64(truncatingIfNeeded: offset) }
}

/// The members remembered from one text to the next, if all texts are in one buffer: see ``JSONMemberPrediction``.
struct JSONKeyCache {
    private static let capacity = 512

    private var members: [JSONPredictedKey] = []
    private var numbers: [UInt16] = []

    /// Discards all members, because the bytes of the buffer have changed. Its last bytes are the padding, all zero.
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

    /// Calls `body` with the stored members; ``forget(_:)`` must have been called with the same bytes.
    ///
    /// - Parameters:
    ///   - bytes: The buffer.
    ///   - start: The offset in it at which the scanned text begins.
    ///   - body: A closure that uses the prediction while it runs.
    @inline(__always)
    mutating func withPrediction<Result>(
        of bytes: JSONBytes,
        from start: Int,
        _ body: (JSONMemberPrediction) -> Result
    ) -> Result {
        unsafe members.withUnsafeMutableBufferPointer { members in
            unsafe numbers.withUnsafeMutableBufferPointer { numbers in
                // SAFETY: all members are initialized, and each number is that of a member or 0; both outlive the closure.
                body(unsafe JSONMemberPrediction(members: members, numbers: numbers, source: bytes, shift: start))
            }
        }
    }
}
