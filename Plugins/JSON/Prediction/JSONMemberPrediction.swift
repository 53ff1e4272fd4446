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
// 0               opening: 1
// 1  {"id":      following: 2
// 2  , "tag":    opening: 3
// 3  {"id":      following: 2
// ```
// Number 0 stands for the text outside of all objects. The inner object begins like the outer one, so number 3 is a copy of number
// 1, and learns separately what follows. After the inner object, the scan returns to the member that contains it. In the second
// object `{"id": ` is number 1 again, and `, "tag": ` follows it, which needs only one comparison of 64 bytes.
//
// In the response of a web service most members occur once or twice, so storing one must be cheap. It is never searched for. An
// unexpected one is compared only with the two that are likely after the last member; the first of an object, with the last
// stored one whose key begins with the same bytes. If they differ, it is stored again.
//
// A wrong guess costs as much as reading the key, and no result depends on guesses.

/// The members of a text seen so far. Each has a number, its offset in bytes in the memory; 0 is no member.
@safe
struct JSONMemberPrediction {
    /// The count of levels of nesting, each with the number of the member that contains its object, and of hashes of a key, each
    /// with the number of the last member with such a key that was the first of an object.
    private static let count = 32
    private static let memberSize = MemoryLayout<JSONPredictedKey>.stride
    /// The offsets of the parts of the memory, which begins with member 0.
    private static let levels = memberSize
    private static let hashes = levels + 2 * count
    private static let last = hashes + 2 * count
    private static let end = last + 2
    private static let first = last + 8

    private let memory: UnsafeMutableRawPointer

    /// Uses memory of ``words(for:)`` words for as long as it is valid. ``reset(capacity:)`` must have been called.
    @unsafe
    init(_ memory: UnsafeMutableRawPointer) {
        // SAFETY: the caller guarantees that the memory is valid.
        unsafe self.memory = memory
    }

    /// The number of words of memory for `capacity` members.
    static func words(for capacity: Int) -> Int { (first + capacity * memberSize) / 8 }

    /// Discards all members.
    ///
    /// - Parameter capacity: The number of members that there is room for, from 1 to 2048.
    func reset(capacity: Int) {
        // SAFETY: the memory has that size, and zeros are valid for all its parts.
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: JSONMemberPrediction.first)
        self[JSONMemberPrediction.last] = JSONMemberPrediction.first - JSONMemberPrediction.memberSize
        self[JSONMemberPrediction.end] = JSONMemberPrediction.first + capacity * JSONMemberPrediction.memberSize
    }

    /// Calls `body` with an empty prediction.
    @inline(__always)
    static func withNone<Result>(
        of bytes: JSONBytes,
        isPart: Bool = false,
        _ body: (JSONMemberPrediction) -> Result
    ) -> Result {
        // The smallest fits on the stack. Parts of a text are mostly small, and there may be many of them.
        let capacity = isPart || bytes.count < 1 << 10 ? 35 : bytes.count < 1 << 14 ? 256 : 1024
        return unsafe withTemporaryWords(words(for: capacity)) { _, memory in
            // SAFETY: the memory has that size, and outlives the call.
            let members = unsafe JSONMemberPrediction(memory)
            members.reset(capacity: capacity)
            return body(members)
        }
    }

    /// The number at an offset of the memory.
    @inline(__always)
    private subscript(offset: Int) -> Int {
        // SAFETY: callers pass only offsets of numbers.
        get { Int(unsafe memory.load(fromByteOffset: offset, as: UInt16.self)) }
        nonmutating set {
            unsafe memory.storeBytes(of: UInt16(truncatingIfNeeded: newValue), toByteOffset: offset, as: UInt16.self)
        }
    }

    /// The member with a number.
    @inline(__always)
    subscript(member number: Int) -> JSONPredictedKey {
        // SAFETY: callers pass only numbers that this type returned, or numbers in members.
        get { unsafe memory.load(fromByteOffset: number, as: JSONPredictedKey.self) }
        nonmutating _modify {
            yield unsafe &(memory + number).assumingMemoryBound(to: JSONPredictedKey.self).pointee
        }
    }

    /// The number of the member that contains the object at a depth.
    @inline(__always)
    subscript(outside depth: Int) -> Int {
        get { self[JSONMemberPrediction.levels + 2 * (depth & (JSONMemberPrediction.count - 1))] }
        nonmutating set {
            self[JSONMemberPrediction.levels + 2 * (depth & (JSONMemberPrediction.count - 1))] = newValue
        }
    }

    /// Whether there is a member with a number, and its bytes are at an offset.
    @inline(__always)
    func isFound(_ number: Int, in bytes: JSONBytes, at start: Int) -> Bool {
        number != 0 && self[member: number].isFound(in: bytes, at: start)
    }

    /// Returns the number of a member that is likely although another one was expected, if it is at an offset, or 0.
    ///
    /// - Parameters:
    ///   - start: The offset of the comma or the brace.
    ///   - key: The offset of the text of the key.
    ///   - last: The number of the member before it.
    ///   - isFirst: Whether it is the first of an object.
    @inline(__always)
    func other(_ bytes: JSONBytes, at start: Int, key: Int, after last: Int, isFirst: Bool) -> Int {
        if isFirst {
            let known = self[JSONMemberPrediction.hash(bytes, at: key)]
            if !isFound(known, in: bytes, at: start) { return 0 }
            // Another object may begin in the same way and have other members, so it has a copy.
            let number = next()
            self[member: number] = self[member: known]
            self[member: last].opening = UInt16(truncatingIfNeeded: number)
            return number
        }
        let expected = self[member: last].following
        if expected == 0 { return 0 }
        var number = Int(self[member: last].other)
        if !isFound(number, in: bytes, at: start) {
            // One member may be missing.
            number = Int(self[member: Int(expected)].following)
            if !isFound(number, in: bytes, at: start) { return 0 }
        }
        self[member: last].other = expected
        self[member: last].following = UInt16(truncatingIfNeeded: number)
        return number
    }

    /// Stores an unexpected member, found from `start` up to `end` after the member `last`; returns its number.
    ///
    /// Its bytes must never change. So a key with escapes, which are unescaped in place, cannot be stored.
    @inline(__always)
    func learn(_ bytes: JSONBytes, from start: Int, to end: Int, key: TapeWord, after last: Int, isFirst: Bool) -> Int {
        if end &- start > JSONPredictedKey.maximumWidth { return 0 }
        let number = next()
        var new = JSONPredictedKey(from: start, to: end, key: key)
        if isFirst {
            self[JSONMemberPrediction.hash(bytes, at: key.offset)] = number
            self[member: last].opening = UInt16(truncatingIfNeeded: number)
        } else if last != 0 {
            // The member that was expected may follow this one, or come instead of it next time.
            new.following = self[member: last].following
            self[member: last].other = new.following
            self[member: last].following = UInt16(truncatingIfNeeded: number)
        }
        // SAFETY: there is room for each number.
        unsafe memory.storeBytes(of: new, toByteOffset: number, as: JSONPredictedKey.self)
        return number
    }

    /// Returns the number of the next stored member.
    ///
    /// Without room, the oldest is replaced. Members that still refer to it find other bytes there, and guess wrong.
    private func next() -> Int {
        var number = self[JSONMemberPrediction.last] &+ JSONMemberPrediction.memberSize
        if number == self[JSONMemberPrediction.end] { number = JSONMemberPrediction.first }
        self[JSONMemberPrediction.last] = number
        return number
    }

    /// The offset of the number for the hash of the key at an offset of the text.
    @inline(__always)
    private static func hash(_ bytes: JSONBytes, at key: Int) -> Int {
        hashes &+ 2 &* Int(truncatingIfNeeded: (bytes.half(at: key) &* 0x9E37_79B1) &>> 27)
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
    /// The length in bytes, at least 1 except for member 0.
    private let length: UInt16
    /// The number of the member that last followed it, after a comma.
    var following: UInt16 = 0
    /// The number of a member that followed it before, or was expected to.
    var other: UInt16 = 0
    /// The number of the member that last followed it, as the first of an object.
    var opening: UInt16 = 0

    /// Creates a member from the bytes between `start` and `end`, at most ``maximumWidth``, and the word of its key.
    init(from start: Int, to end: Int, key: TapeWord) {
        word = key.bits &- UInt64(truncatingIfNeeded: start)
        self.start = UInt32(truncatingIfNeeded: start)
        length = UInt16(truncatingIfNeeded: end &- start)
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

    private var words = [UInt64](repeating: 0, count: JSONMemberPrediction.words(for: capacity))
    /// The offset in the buffer from which the offsets of the members count, or -1 if there are none.
    private var origin = -1

    /// Discards all members, because the bytes of the buffer have changed.
    mutating func forget(_: JSONBytes) { origin = -1 }

    /// Calls `body` with the stored members of texts that begin at the same offset of the buffer.
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
        let isKnown = start == origin
        origin = start
        return unsafe words.withUnsafeMutableBytes { memory in
            // SAFETY: the memory has the size for that capacity, and outlives the closure.
            let members = unsafe JSONMemberPrediction(memory.baseAddress.unsafelyUnwrapped)
            if !isKnown { members.reset(capacity: JSONKeyCache.capacity) }
            return body(members)
        }
    }
}
