/// A JSON text that grows while values are encoded, written through a pointer.
///
/// The bytes lie in an array's memory, so that the finished text is that array and needs no copy. There are always
/// ``slack`` free bytes behind the text: what is short is written, eight bytes at a time, without a look at the room, and
/// what is long asks for room once. This file and its two extensions are the only ones of the encoder that hold a pointer; ``JSONSink`` is for what knows its size.
@safe
struct JSONOutput: ~Copyable {
    /// Free bytes behind the text at any time.
    static let slack = 32

    private var storage: [UInt8]
    private var memory: UnsafeMutableBufferPointer<UInt8>
    /// Bytes of the text.
    private(set) var count = 0

    init(capacity: Int) {
        storage = []
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        grow(to: capacity + JSONOutput.slack)
    }

    /// Makes sure of room for so many bytes, and the slack behind them.
    @inline(__always)
    mutating func reserve(_ room: Int) {
        if unsafe memory.count &- count < room &+ JSONOutput.slack {
            unsafe grow(to: max(memory.count * 2, count + room + JSONOutput.slack))
        }
    }

    @inline(never)
    private mutating func grow(to capacity: Int) {
        let old = unsafe UnsafeBufferPointer(rebasing: memory[..<count])
        var larger = unsafe UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
        // SAFETY: bytes are trivial, and those behind the text are never read as such and are cut off in the end. The
        // pointer is used as long as nobody else has the array, whose memory stays where it is.
        let array = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            _ = unsafe buffer.update(fromContentsOf: old)
            unsafe larger = buffer
            initialized = capacity
        }
        storage = array
        unsafe memory = larger
    }

    /// Gives the text away and is empty then.
    mutating func take() -> [UInt8] {
        var result = storage
        storage = []
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        result.removeLast(result.count - count)
        count = 0
        return result
    }

    /// Takes back what was written after the first `count` bytes.
    @inline(__always)
    mutating func truncate(to count: Int) { self.count = max(0, min(count, self.count)) }

    // MARK: Writing

    /// Writes one byte as it is.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }

    /// Writes bytes as they are: a fragment that is JSON already.
    mutating func append(raw bytes: Span<UInt8>) {
        reserve(bytes.count)
        // SAFETY: there is room for all of them.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let target = unsafe UnsafeMutableBufferPointer(rebasing: memory[count...])
            _ = unsafe target.update(fromContentsOf: bytes)
        }
        count += bytes.count
    }

    /// Writes a byte into the slack. Whoever writes several in a row, at most as many as it has, reserves once.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        // SAFETY: the slack is behind the text at any time, and `reserve` brings it back.
        unsafe memory[count] = byte
        count &+= 1
    }

    /// Writes the lowest `length` bytes of a word, at most eight, into the slack.
    @inline(__always)
    mutating func put(_ word: UInt64, length: Int) {
        // SAFETY: as above; the bytes beyond the length are written over, or cut off.
        unsafe UnsafeMutableRawBufferPointer(memory)
            .storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
        count &+= length
    }

    /// Makes the first bytes of the slack, which whoever calls writes next, a part of the text.
    @inline(__always)
    mutating func skip(_ length: Int) { count &+= length }

    /// Puts bytes, the first of them in the lowest bits, into a place of the text.
    @inline(__always)
    mutating func store<Bytes: FixedWidthInteger & BitwiseCopyable>(_ bytes: Bytes, at offset: Int) {
        assert(offset >= 0 && offset + MemoryLayout<Bytes>.size <= count)
        // SAFETY: the offset is in the text, and so are the bytes.
        unsafe UnsafeMutableRawBufferPointer(memory)
            .storeBytes(of: bytes.littleEndian, toByteOffset: offset, as: Bytes.self)
    }

    // MARK: Reading

    /// The byte at an offset of the text.
    subscript(offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        // SAFETY: the offset is in the text.
        return unsafe memory[offset]
    }

    /// Eight bytes of the text and what is behind it, the first in the lowest bits.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count + JSONOutput.slack)
        // SAFETY: the slack is longer than eight bytes.
        return unsafe UInt64(
            littleEndian: UnsafeRawBufferPointer(memory).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }

    /// A copy of a part of the text.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        // SAFETY: the range is in the text.
        return unsafe Array(memory[range])
    }
}
