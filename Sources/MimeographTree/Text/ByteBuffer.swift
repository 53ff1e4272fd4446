import Mimeograph

/// The bytes of a text while it is written, accessed through a pointer.
///
/// They are in an array's memory, so the finished text is that array and needs no copy. Code that writes reserves room, writes
/// into ``memory`` and increases ``count``.
@safe
@usableFromInline
package struct ByteBuffer: ~Copyable {
    private var storage: [UInt8] = []
    /// The text and the room after it. Bytes after the text that are not counted are removed at the end.
    @usableFromInline package private(set) var memory: UnsafeMutableBufferPointer<UInt8>
    /// The number of bytes of the text.
    @usableFromInline package var count = 0

    package init(capacity: Int) {
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        if capacity > 0 { grow(to: capacity) }
    }

    /// Ensures that there is room for that many bytes after the text. The memory grows to at least twice its size.
    @inlinable @inline(__always)
    package mutating func reserve(_ room: Int) {
        if unsafe memory.count &- count < room { grow(to: unsafe max(memory.count * 2, count + room)) }
    }

    @inline(never)
    @usableFromInline
    mutating func grow(to capacity: Int) {
        let old = unsafe UnsafeBufferPointer(rebasing: memory[..<count])
        var larger = unsafe UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
        // SAFETY: bytes are trivial, and those after the text are never read as text and are removed at the end. The pointer is
        // used only while nothing else has the array, whose memory stays in place.
        let array = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            _ = unsafe buffer.update(fromContentsOf: old)
            unsafe larger = buffer
            initialized = capacity
        }
        storage = array
        unsafe memory = larger
    }

    /// Returns the text and empties the buffer.
    @usableFromInline
    package mutating func finish() -> [UInt8] {
        var result = storage
        storage = []
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        result.removeLast(result.count - count)
        count = 0
        return result
    }

    /// Removes what was written after the first `count` bytes.
    @inlinable @inline(__always)
    package mutating func truncate(to count: Int) { self.count = max(0, min(count, self.count)) }

    /// Writes a head, and the last `size` bytes of a number, the highest first.
    @inlinable @inline(__always)
    package mutating func append(_ head: UInt8, _ number: UInt64 = 0, size: Int = 0) {
        reserve(16)
        let bits = (number &<< UInt64(truncatingIfNeeded: 64 &- 8 &* size)).bigEndian
        // SAFETY: there is room for the head and eight bytes; bytes beyond `size` are not counted.
        unsafe memory[count] = head
        unsafe UnsafeMutableRawBufferPointer(memory).storeBytes(of: bits, toByteOffset: count &+ 1, as: UInt64.self)
        count &+= 1 &+ size
    }

    /// Writes bytes unchanged.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count &+ 16)
        // SAFETY: there is room for all of them.
        unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(memory)[count...])
            .copyMemory(from: bytes)
        count &+= bytes.count
    }

    /// Writes bytes unchanged.
    package mutating func append(_ bytes: Span<UInt8>) {
        reserve(bytes.count)
        // SAFETY: there is room for all of them.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let target = unsafe UnsafeMutableBufferPointer(rebasing: memory[count...])
            _ = unsafe target.update(fromContentsOf: bytes)
        }
        count += bytes.count
    }

    /// Returns a copy of a part of the text.
    package func bytes(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        // SAFETY: the range is in the text.
        return unsafe Array(memory[range])
    }
}
