import Mimeograph
import MimeographTree

/// A text that grows while values are written.
///
/// There are always ``slack`` free bytes behind the text, so that what is short is written in whole words without a look at
/// the room. This file is the only one of the writers that writes through the pointer.
@safe
struct PropertyListByteWriter: ~Copyable {
    /// Free bytes behind the text after ``reserve(_:)``.
    static let slack = 128

    private var text: ByteBuffer
    /// Bytes of the text.
    @inline(__always)
    var count: Int { text.count }

    init(capacity: Int) { text = ByteBuffer(capacity: capacity + PropertyListByteWriter.slack) }

    /// Makes sure of room for so many bytes, and the slack behind them.
    @inline(__always)
    mutating func reserve(_ room: Int) { text.reserve(room &+ PropertyListByteWriter.slack) }

    /// The text.
    mutating func finish() -> [UInt8] { text.finish() }

    /// Removes the last bytes.
    mutating func removeLast(_ length: Int) { text.truncate(to: text.count - length) }

    /// Writes bytes as they are.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        // With the slack, or the text would grow a second time.
        reserve(bytes.count)
        text.append(bytes)
    }

    /// The text and what is behind it.
    @inline(__always)
    private var memory: UnsafeMutableRawBufferPointer { unsafe UnsafeMutableRawBufferPointer(text.memory) }
}

// MARK: - Into the slack

// Code that writes several of these in a row, at most as many bytes as the slack has and eight more to spare, reserves once.
extension PropertyListByteWriter {
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        // SAFETY: the slack is behind the text, and `reserve` brings it back.
        unsafe memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        text.count &+= 1
    }

    /// Writes the lowest `length` bytes of a word, at most eight, the lowest first.
    @inline(__always)
    mutating func put(_ word: UInt64, length: Int) {
        // SAFETY: as above; the bytes beyond the length are written over, or cut off.
        unsafe memory.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
        text.count &+= length
    }

    /// Writes the lowest `size` bytes of a number, 1 to 8, the highest first.
    @inline(__always)
    mutating func put(bigEndian value: UInt64, size: Int) {
        put(value.byteSwapped &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size), length: size)
    }

    @inline(__always)
    mutating func put(_ literal: StaticString) {
        // SAFETY: as above; a literal that is longer than the slack comes after a reservation of its own.
        literal.withUTF8Buffer { literal in
            assert(unsafe literal.count <= memory.count - count)
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...])
            unsafe target.copyMemory(from: UnsafeRawBufferPointer(literal))
            text.count &+= literal.count
        }
    }
}

// MARK: - Reading

extension PropertyListByteWriter {
    /// Eight bytes of the text and what is behind it, the first in the lowest bits.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(unsafe offset >= 0 && offset <= count && count + 8 <= memory.count)
        // SAFETY: there are eight bytes behind the text at least, since the slack is used up only by a part.
        return UInt64(littleEndian: unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
