import Mimeograph

/// The bytes that a scan reads and changes in place, accessed through a pointer. Debug builds check every offset.
///
/// The document's copy has ``padding`` zero bytes after the text. So loads of eight bytes, or of a vector, at any offset of the
/// text stay inside.
@safe
@usableFromInline
package struct PaddedBytes {
    /// The number of zero bytes after the text.
    @inlinable
    package static var padding: Int { 64 }

    @usableFromInline let base: UnsafeMutablePointer<UInt8>
    /// The number of bytes of the text, without the padding.
    @usableFromInline package let count: Int

    /// Views the buffer of a padded copy, while the buffer is valid.
    @unsafe @inlinable
    package init(_ buffer: UnsafeMutableBufferPointer<UInt8>, base: UnsafeMutablePointer<UInt8>) {
        // SAFETY: the caller guarantees that the buffer is valid and that `base` is its base address.
        unsafe self.base = base
        count = buffer.count - PaddedBytes.padding
    }

    @inlinable @inline(__always)
    package subscript(offset: Int) -> UInt8 {
        get {
            assert(offset >= 0 && offset < count + PaddedBytes.padding)
            // SAFETY: a scan reads no further than the padding, as the assertion states.
            return unsafe base[offset]
        }
        nonmutating set {
            assert(offset >= 0 && offset < count)
            // SAFETY: a scan writes only to offsets that it has read.
            unsafe base[offset] = newValue
        }
    }

    /// Returns eight bytes, with the first in the lowest bits.
    @inlinable @inline(__always)
    package func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count + PaddedBytes.padding)
        // SAFETY: as above; the padding is longer than eight bytes, and the load needs no alignment.
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }

    /// Returns four bytes, with the first in the lowest bits.
    @inlinable @inline(__always)
    package func half(at offset: Int) -> UInt32 {
        assert(offset >= 0 && offset + 4 <= count + PaddedBytes.padding)
        // SAFETY: as above.
        return unsafe UInt32(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        )
    }

    /// Returns a vector of bytes, in their order in memory.
    @inlinable @inline(__always)
    package func load<Vector: BitwiseCopyable>(_ type: Vector.Type, at offset: Int) -> Vector {
        assert(offset >= 0 && offset + MemoryLayout<Vector>.size <= count + PaddedBytes.padding)
        // SAFETY: as above; the padding is longer than any vector that a scan loads.
        return unsafe UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Returns the text of a word that a scan has written.
    @inline(__always)
    package func utf8String(of word: TapeWord) -> String {
        assert(word.offset + word.payload <= count)
        // SAFETY: the bytes lie in the text. They are valid UTF-8, because the scan accepts nothing else.
        return unsafe String(validated: UnsafeBufferPointer(start: base + word.offset, count: word.payload))
    }

    /// Whether the bytes at an offset are the name of a field.
    package func hasBytes(of field: UnsafePointer<PlanField>, at offset: Int) -> Bool {
        let count = unsafe field.pointee.nameCount
        assert(offset >= 0 && offset + count <= self.count + PaddedBytes.padding)
        // SAFETY: the caller has compared the offset of the name's end with the count.
        return unsafe UnsafeRawBufferPointer(start: base + offset, count: count)
            .isEqual(at: 0, to: UnsafeRawBufferPointer(start: field.pointee.name, count: count), at: 0, count: count)
    }

    /// Writes eight bytes, with the first from the lowest bits.
    @inlinable @inline(__always)
    package func store(_ word: UInt64, at offset: Int) {
        assert(offset >= 0 && offset + 8 <= count + PaddedBytes.padding)
        // SAFETY: a scan stores only eight bytes that it has read at or after `offset`.
        unsafe UnsafeMutableRawPointer(base).storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }

    /// Calls `body` with the bytes from `start` up to `end`.
    @inlinable @inline(__always)
    package func withSpan<Result>(from start: Int, to end: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        assert(start >= 0 && start <= end && end <= count)
        // SAFETY: the range is in the text, and the span cannot outlive the call.
        let first = unsafe UnsafePointer(base + start)
        let span = unsafe Span(_unsafeStart: first, count: end - start)
        return body(span)
    }
}
