import Mimeograph

/// The text and the tape of a small body, in one block of memory that a context keeps for later bodies.
///
/// A body of a few hundred bytes is decoded in the time of some twenty allocations, so three of them count: a ``TapeDocument``
/// and its two arrays. They are made only if a part of the body is kept.
@safe
package struct InlineTape: ~Copyable {
    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var capacity = 0
    private var count = 0
    /// The number of words that are written.
    package var used = 0

    package init() {}

    deinit { unsafe memory.deallocate() }

    /// Copies a body, and makes room for its words.
    package mutating func load(_ body: Span<UInt8>, words capacity: Int) {
        self.capacity = capacity
        count = body.count
        used = 0
        let size = capacity * 8 + count + PaddedBytes.padding
        if unsafe memory.count < size {
            unsafe memory.deallocate()
            unsafe memory = .allocate(byteCount: size, alignment: 16)
        }
        // SAFETY: there is room for the words and, after them, for the bytes and their padding, all of which are written.
        unsafe body.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { unsafe start.update(from: first, count: source.count) }
        }
        unsafe (start + count).update(repeating: 0, count: PaddedBytes.padding)
    }

    /// Frees the memory if it is large.
    mutating func trim() { if unsafe memory.count > PlanMemory.most { self = InlineTape() } }

    // SAFETY, for the rest: a body is loaded, so there is memory, which is ours until `deinit` or the next body.

    @inline(__always)
    private var words: UnsafeMutablePointer<UInt64> {
        unsafe memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt64.self)
    }

    @inline(__always)
    private var start: UnsafeMutablePointer<UInt8> {
        unsafe (memory.baseAddress.unsafelyUnwrapped + capacity * 8).assumingMemoryBound(to: UInt8.self)
    }

    /// The text, to be scanned and changed in place while this value lives.
    package var bytes: PaddedBytes {
        unsafe PaddedBytes(UnsafeMutableBufferPointer(start: start, count: count + PaddedBytes.padding), base: start)
    }

    /// The words, each of which is written before it is read, while this value lives.
    package var tape: TapeBuffer {
        unsafe TapeBuffer(UnsafeMutableBufferPointer(start: words, count: capacity), base: words)
    }

    /// A view of the words and bytes, which is valid while this value lives.
    package var view: TapeView {
        // The words up to `used` and all bytes with their padding are written.
        unsafe TapeView(
            UnsafeBufferPointer(start: words, count: used),
            UnsafeBufferPointer(start: start, count: count + PaddedBytes.padding)
        )
    }
}
