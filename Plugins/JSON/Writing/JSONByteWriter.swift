import Mimeograph
import MimeographTree

/// A JSON text that grows while a value that was built is written, through a pointer.
///
/// There are always ``slack`` free bytes behind the text: what is short is written, eight bytes at a time, without a look at
/// the room, and what is long asks for room once. Only this file and the extension for strings write through a pointer
/// here; ``JSONBufferWriter`` is for what knows its size. After ``finish()`` nothing is written any more.
@safe
struct JSONByteWriter: ~Copyable {
    /// Free bytes behind the text at any time.
    static let slack = 32

    private var text: ByteBuffer
    /// Bytes of the text.
    @inline(__always)
    var count: Int { text.count }

    init(capacity: Int) { text = ByteBuffer(capacity: capacity + JSONByteWriter.slack) }

    /// Makes sure of room for so many bytes, and the slack behind them.
    @inline(__always)
    mutating func reserve(_ room: Int) { text.reserve(room &+ JSONByteWriter.slack) }

    /// Gives the text to the caller and is empty then.
    mutating func finish() -> [UInt8] { text.finish() }

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

    /// Writes a byte into the slack. Code that writes several in a row, at most as many as it has, reserves once.
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

    /// Makes the first bytes of the slack, which the caller writes next, a part of the text.
    @inline(__always)
    mutating func skip(_ length: Int) { text.count &+= length }

    /// Puts bytes, the first of them in the lowest bits, at an offset of the text.
    @inline(__always)
    mutating func store<Bytes: FixedWidthInteger & BitwiseCopyable>(_ bytes: Bytes, at offset: Int) {
        assert(offset >= 0 && offset + MemoryLayout<Bytes>.size <= count)
        // SAFETY: the offset is in the text, and so are the bytes.
        unsafe UnsafeMutableRawBufferPointer(text.memory)
            .storeBytes(of: bytes.littleEndian, toByteOffset: offset, as: Bytes.self)
    }
}

extension JSONByteWriter: JSONWordWriter {
    @inline(__always)
    mutating func append(_ word: UInt64, count: Int) {
        reserve(0)
        put(word, length: count)
    }

    @inline(__always)
    mutating func advance(by count: Int) -> Int {
        // Twenty bytes at most, for which the slack has room.
        reserve(0)
        skip(count)
        return self.count
    }
}

extension JSONByteWriter {
    mutating func appendNull() {
        reserve(4)
        put(0x6C6C_756E, length: 4)
    }

    @inline(__always)
    mutating func appendBool(_ value: Bool) {
        reserve(5)
        // The letters from the last to the first.
        if value { put(0x6575_7274, length: 4) } else { put(0x65_736C_6166, length: 5) }
    }

    /// Writes an integer in decimal.
    @inline(__always)
    mutating func appendInteger<I: FixedWidthInteger>(_ value: I) {
        if let small = Int64(exactly: value) {
            appendInt64(small)
        } else {
            append(ascii: String(value))
        }
    }

    /// Writes a double, which must be finite, with the fewest digits that read back as the same double; see
    /// ``JSONNumber/write(_:into:)``.
    mutating func appendDouble(_ value: Double) {
        assert(value.isFinite)
        JSONNumber.write(value, into: &self)
    }

    /// Writes text as it is.
    mutating func append(ascii text: String) {
        var text = text
        // SAFETY: the buffer is only read, during the call.
        text.withUTF8 { unsafe append(raw: Span(_unsafeElements: $0)) }
    }
}
