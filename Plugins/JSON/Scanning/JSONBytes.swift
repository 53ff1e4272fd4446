import Mimeograph
import MimeographTree

/// The bytes that a scan reads and unescapes in place, seen through a pointer.
///
/// The document's copy has ``padding`` zero bytes after the text, so that no loop needs to look for the end: a zero is
/// legal nowhere in JSON, and what stops at it sees from the offset whether the text ended there. Loads of eight bytes
/// at any offset of the text stay inside of the padding.
///
/// This is one of the two files of the scanner that hold a pointer; debug builds check every offset.
@safe
struct JSONBytes {
    /// Zero bytes after the text.
    static let padding = 64

    private let base: UnsafeMutablePointer<UInt8>
    /// Bytes of the text, without the padding.
    let count: Int

    /// Views the buffer of a padded copy, for as long as the buffer is valid.
    @unsafe
    init(_ buffer: UnsafeMutableBufferPointer<UInt8>, base: UnsafeMutablePointer<UInt8>) {
        // SAFETY: the caller vouches for the buffer and that `base` is its base address.
        unsafe self.base = base
        count = buffer.count - JSONBytes.padding
    }

    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        get {
            assert(offset >= 0 && offset < count + JSONBytes.padding)
            // SAFETY: a scan never goes past the first zero, and that lies in the text or its padding.
            return unsafe base[offset]
        }
        nonmutating set {
            assert(offset >= 0 && offset < count)
            // SAFETY: only unescaping writes, and only where it has read before.
            unsafe base[offset] = newValue
        }
    }

    /// Eight bytes, the first in the lowest bits.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count + JSONBytes.padding)
        // SAFETY: as above; the padding is longer than eight bytes, and the load needs no alignment.
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }

    /// A vector of bytes, as they lie in memory.
    @inline(__always)
    func load<Vector: BitwiseCopyable>(_ type: Vector.Type, at offset: Int) -> Vector {
        assert(offset >= 0 && offset + MemoryLayout<Vector>.size <= count + JSONBytes.padding)
        // SAFETY: as above; the padding is longer than any vector that is asked for.
        return unsafe UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Four bytes, the first in the lowest bits.
    @inline(__always)
    func half(at offset: Int) -> UInt32 {
        assert(offset >= 0 && offset + 4 <= count + JSONBytes.padding)
        // SAFETY: as above.
        return unsafe UInt32(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        )
    }

    /// Writes eight bytes, the first from the lowest bits.
    @inline(__always)
    func store(_ word: UInt64, at offset: Int) {
        assert(offset >= 0 && offset + 8 <= count + JSONBytes.padding)
        // SAFETY: unescaping stores only eight bytes that it has read at or after `offset`.
        unsafe UnsafeMutableRawPointer(base).storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }

    /// Calls `body` with the bytes from `start` up to `end`.
    @inline(__always)
    func withSpan<Result>(from start: Int, to end: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        assert(start >= 0 && start <= end && end <= count)
        // SAFETY: the range lies in the text, and the span cannot outlive the call.
        let first = unsafe UnsafePointer(base + start)
        let span = unsafe Span(_unsafeStart: first, count: end - start)
        return body(span)
    }
}

/// The tape while it is written.
typealias JSONTape = TapeBuffer

extension JSONTape {
    /// A word that was written before, or the next one. The scanner makes sure of room for four words before it
    /// reads each value.
    @inline(__always)
    subscript(index: Int) -> UInt64 {
        get { self[bits: index] }
        nonmutating set { self[bits: index] = newValue }
    }
}

extension JSONTape {
    /// The byte that ends the container whose word is at that index, or zero where `depth` is zero.
    @inline(__always)
    func end(ofContainerAt index: Int, depth: Int) -> UInt8 {
        if depth == 0 { return 0 }
        return self[index] &>> 60 == JSONWord.Tag.object.rawValue ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }

    /// How many words to begin with.
    static func estimatedCapacity(for bytes: JSONBytes) -> Int { 8 + bytes.count / (bytes.count < 1 << 14 ? 2 : 6) }

    /// How many words are likely to be enough, where `used` words hold the first `consumed` of `count` bytes.
    static func grownCapacity(used: Int, consumed: Int, of count: Int) -> Int {
        let needed = Double(used) * Double(count) / Double(max(consumed, 1)) * 1.05
        // No text needs more than a word for each byte, and then some for the room that is kept free.
        return max(used + used / 4, min(Int(needed), count)) + 16
    }
}
