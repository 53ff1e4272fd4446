import Mimeograph
import MimeographTree

/// The bytes of a document while it is read, seen through a pointer.
///
/// There are ``PropertyListDocument/padding`` zero bytes after the text, so that loads of eight bytes at any offset of it
/// stay inside. Debug builds check every offset.
@safe
struct PropertyListBytes {
    private let base: UnsafeMutablePointer<UInt8>
    /// Bytes of the text, without the padding.
    let count: Int

    /// Views the buffer of a padded copy, for as long as the buffer is valid.
    @unsafe
    init(_ buffer: UnsafeMutableBufferPointer<UInt8>, base: UnsafeMutablePointer<UInt8>) {
        // SAFETY: the caller vouches for the buffer and that `base` is its base address.
        unsafe self.base = base
        count = buffer.count - PropertyListDocument.padding
    }

    /// The byte at an offset that is at most 56 bytes beyond the text.
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        get {
            assert(offset >= 0 && offset < count + PropertyListDocument.padding)
            // SAFETY: readers look no further than the padding, which the assertion states.
            return unsafe base[offset]
        }
        nonmutating set {
            assert(offset >= 0 && offset < count)
            // SAFETY: readers write only where they have read before.
            unsafe base[offset] = newValue
        }
    }

    /// Eight bytes, the first in the lowest bits.
    @inline(__always)
    func littleEndian(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count + PropertyListDocument.padding)
        // SAFETY: as above; the padding is longer than eight bytes, and the load needs no alignment.
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }

    /// Eight bytes, the first in the highest bits.
    @inline(__always)
    func bigEndian(at offset: Int) -> UInt64 { littleEndian(at: offset).byteSwapped }

    /// Writes eight bytes, the first from the lowest bits.
    @inline(__always)
    func store(littleEndian word: UInt64, at offset: Int) {
        assert(offset >= 0 && offset + 8 <= count + PropertyListDocument.padding)
        // SAFETY: as above.
        unsafe UnsafeMutableRawPointer(base).storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }

    /// Writes eight bytes, the first from the highest bits.
    @inline(__always)
    func store(bigEndian word: UInt64, at offset: Int) { store(littleEndian: word.byteSwapped, at: offset) }

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

/// Words while they are written.
typealias PropertyListTape = TapeBuffer

extension PropertyListTape {
    /// A word that was written before, or the next one.
    @inline(__always)
    subscript(index: Int) -> PropertyListWord {
        get { PropertyListWord(bits: self[bits: index]) }
        nonmutating set { self[bits: index] = newValue.bits }
    }
}
