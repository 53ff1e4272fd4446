/// How a member began: its bytes from the comma or the brace before its key up to its value.
///
/// Where the same bytes are found again, all that the scan would find out about them is known: that the grammar allows
/// them, that the key is valid text, where it lies, and where the value begins.
struct JSONPredictedKey {
    /// The most bytes it may have.
    static let maximumWidth = 64

    /// The word of its key, with the distance from where it began in place of the offset.
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
    init(from start: Int, to end: Int, key: JSONWord, hash: UInt32) {
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
