import Mimeograph
import MimeographTree

/// A JSON text that grows while values are encoded, written through a pointer.
///
/// There are always ``slack`` free bytes behind the text: what is short is written, eight bytes at a time, without a look at
/// the room, and what is long asks for room once. This file and its two extensions are the only ones of the encoder that write
/// through a pointer; ``JSONSink`` is for what knows its size. After ``take()`` nothing is written any more.
@safe
struct JSONOutput: ~Copyable {
    /// Free bytes behind the text at any time.
    static let slack = 32

    private var text: ByteBuffer
    /// Bytes of the text.
    @inline(__always)
    var count: Int { text.count }

    init(capacity: Int) { text = ByteBuffer(capacity: capacity + JSONOutput.slack) }

    /// Makes sure of room for so many bytes, and the slack behind them.
    @inline(__always)
    mutating func reserve(_ room: Int) { text.reserve(room &+ JSONOutput.slack) }

    /// Gives the text away and is empty then.
    mutating func take() -> [UInt8] { text.take() }

    /// Takes back what was written after the first `count` bytes.
    @inline(__always)
    mutating func truncate(to count: Int) { text.truncate(to: count) }

    // MARK: Writing

    /// Writes one byte as it is.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }

    /// Writes bytes as they are: a fragment that is JSON already.
    mutating func append(raw bytes: Span<UInt8>) {
        // With the slack, or the text would grow a second time.
        reserve(bytes.count)
        text.append(bytes)
    }

    /// Writes a byte into the slack. Whoever writes several in a row, at most as many as it has, reserves once.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        // SAFETY: the slack is behind the text at any time, and `reserve` brings it back.
        unsafe text.memory[count] = byte
        text.count &+= 1
    }

    /// Writes the lowest `length` bytes of a word, at most eight, into the slack.
    @inline(__always)
    mutating func put(_ word: UInt64, length: Int) {
        // SAFETY: as above; the bytes beyond the length are written over, or cut off.
        unsafe UnsafeMutableRawBufferPointer(text.memory)
            .storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
        text.count &+= length
    }

    /// Makes the first bytes of the slack, which whoever calls writes next, a part of the text.
    @inline(__always)
    mutating func skip(_ length: Int) { text.count &+= length }

    /// Puts bytes, the first of them in the lowest bits, into a place of the text.
    @inline(__always)
    mutating func store<Bytes: FixedWidthInteger & BitwiseCopyable>(_ bytes: Bytes, at offset: Int) {
        assert(offset >= 0 && offset + MemoryLayout<Bytes>.size <= count)
        // SAFETY: the offset is in the text, and so are the bytes.
        unsafe UnsafeMutableRawBufferPointer(text.memory)
            .storeBytes(of: bytes.littleEndian, toByteOffset: offset, as: Bytes.self)
    }

    // MARK: Reading

    /// The byte at an offset of the text.
    subscript(offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        // SAFETY: the offset is in the text.
        return unsafe text.memory[offset]
    }

    /// Eight bytes of the text and what is behind it, the first in the lowest bits.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count + JSONOutput.slack)
        // SAFETY: the slack is longer than eight bytes.
        return unsafe UInt64(
            littleEndian: UnsafeRawBufferPointer(text.memory).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }

    /// A copy of a part of the text.
    func bytes(_ range: Range<Int>) -> [UInt8] { text.bytes(range) }
}
