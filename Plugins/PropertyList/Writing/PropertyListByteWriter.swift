import Mimeograph
import MimeographTree

/// A text that grows while values are written.
///
/// At least ``slack`` free bytes follow the text, so that short output is written in whole words without a check of the room.
/// Only this file of the writers writes through the pointer.
@safe
struct PropertyListByteWriter: ~Copyable {
    /// The number of free bytes after the text, following ``reserve(_:)``.
    static let slack = 128

    private var text: ByteBuffer
    /// The number of bytes in the text.
    @inline(__always)
    var count: Int { text.count }

    init(capacity: Int) { text = ByteBuffer(capacity: capacity + PropertyListByteWriter.slack) }

    /// Makes sure of room for a number of bytes, and for the slack after them.
    @inline(__always)
    mutating func reserve(_ room: Int) { text.reserve(room &+ PropertyListByteWriter.slack) }

    /// Returns the text.
    mutating func finish() -> [UInt8] { text.finish() }

    /// Removes the last bytes.
    mutating func removeLast(_ length: Int) { text.truncate(to: text.count - length) }

    /// Writes bytes as they are.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        // Reserves the slack too; otherwise the text would grow a second time.
        reserve(bytes.count)
        text.append(bytes)
    }

    /// The text and the free bytes after it.
    @inline(__always)
    private var memory: UnsafeMutableRawBufferPointer { unsafe UnsafeMutableRawBufferPointer(text.memory) }
}

// MARK: - Into the slack

// Code that makes several of these calls in a row reserves once. Together they may write the bytes of the slack, less eight.
extension PropertyListByteWriter {
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        // SAFETY: the slack follows the text, and `reserve` restores it.
        unsafe memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        text.count &+= 1
    }

    /// Writes the lowest `length` bytes of a word, at most eight, the lowest first.
    @inline(__always)
    mutating func put(_ word: UInt64, length: Int) {
        // SAFETY: as above; the bytes beyond the length are overwritten or cut off.
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
        // SAFETY: as above; before a literal longer than the slack, the caller reserves room.
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
    /// Returns eight bytes of the text and the bytes after it, the first in the lowest bits.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(unsafe offset >= 0 && offset <= count && count + 8 <= memory.count)
        // SAFETY: at least eight bytes follow the text, since writes use only a part of the slack.
        return UInt64(littleEndian: unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
