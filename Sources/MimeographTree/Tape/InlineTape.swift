import Mimeograph

/// The text and the tape of a small body, in one block of memory that is freed when the value has been decoded.
///
/// A body of a few hundred bytes is decoded in the time of some twenty allocations, so three of them count: a ``TapeDocument``
/// and its two arrays. They are made only if a part of the body is kept.
@safe
package struct InlineTape: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let capacity: Int
    private let count: Int
    /// The number of words that are written.
    package var used = 0

    /// Copies a body, and makes room for its words.
    package init(_ body: Span<UInt8>, words capacity: Int) {
        let count = body.count
        // SAFETY: there is room for the words and, after them, for the bytes and their padding, all of which are written.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: capacity * 8 + count + PaddedBytes.padding,
            alignment: 16
        )
        let start = unsafe (memory + capacity * 8).bindMemory(to: UInt8.self, capacity: count + PaddedBytes.padding)
        unsafe memory.bindMemory(to: UInt64.self, capacity: capacity)
        unsafe body.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { unsafe start.update(from: first, count: count) }
        }
        unsafe (start + count).update(repeating: 0, count: PaddedBytes.padding)
        unsafe self.memory = memory
        self.capacity = capacity
        self.count = count
    }

    deinit { unsafe memory.deallocate() }

    @inline(__always)
    private var start: UnsafeMutablePointer<UInt8> {
        unsafe (memory + capacity * 8).assumingMemoryBound(to: UInt8.self)
    }

    /// The text, to be scanned and changed in place while this value lives.
    package var bytes: PaddedBytes {
        // SAFETY: the memory is ours until `deinit`.
        unsafe PaddedBytes(UnsafeMutableBufferPointer(start: start, count: count + PaddedBytes.padding), base: start)
    }

    /// The words, each of which is written before it is read, while this value lives.
    package var tape: TapeBuffer {
        // SAFETY: the memory is ours until `deinit`.
        let first = unsafe memory.assumingMemoryBound(to: UInt64.self)
        return unsafe TapeBuffer(UnsafeMutableBufferPointer(start: first, count: capacity), base: first)
    }

    /// A view of the words and bytes, which is valid while this value lives.
    package var view: TapeView {
        // SAFETY: the words up to `used` and all bytes with their padding are written, and the memory is ours until `deinit`.
        let words = unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt64.self), count: used)
        return unsafe TapeView(words, UnsafeBufferPointer(start: start, count: count + PaddedBytes.padding))
    }
}
