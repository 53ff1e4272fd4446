/// A stack in its own memory: an array without the checks on each access, and cheaper to create.
///
/// Elements are trivial, so removing them is a subtraction. Indices are checked in debug builds only; the owner of a stack
/// compares them with ``count`` first.
@safe
@usableFromInline
package struct CodingStack<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline package private(set) var memory = unsafe UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    @usableFromInline package var count = 0

    /// The number of elements that there is room for.
    package var capacity: Int { unsafe memory.count }

    @inlinable
    package init(capacity: Int = 0) { if capacity > 0 { grow(to: capacity) } }

    deinit { unsafe memory.deallocate() }

    @inlinable @inline(__always)
    package subscript(index: Int) -> Element {
        // SAFETY: the index is below the count, and there is room for `count` elements.
        get {
            assert(index >= 0 && index < count)
            return unsafe memory[index]
        }
        _modify {
            assert(index >= 0 && index < count)
            yield unsafe &memory[index]
        }
    }

    /// Ensures that there is room for that many more elements.
    @inlinable @inline(__always)
    package mutating func reserve(_ room: Int) { if unsafe memory.count &- count < room { grow(by: room) } }

    @inlinable @inline(__always)
    package mutating func append(_ element: Element) {
        reserve(1)
        appendReserved(element)
    }

    /// Appends an element. The caller has reserved room for it.
    @inlinable @inline(__always)
    package mutating func appendReserved(_ element: Element) {
        assert(unsafe count < memory.count)
        // SAFETY: the caller has reserved the room, which the assertion states.
        unsafe memory[count] = element
        count &+= 1
    }

    /// Removes all elements but the first `count`.
    @inlinable @inline(__always)
    package mutating func removeLast(to count: Int) { self.count = max(0, min(count, self.count)) }

    /// Grows to at least twice the size, or four times if it is already large, because unused memory costs nothing.
    @inlinable @inline(never)
    mutating func grow(by room: Int) {
        let factor = unsafe memory.count < 1 << 12 ? 2 : 4
        grow(to: unsafe max(8, memory.count * factor, count + room))
    }

    // Inlinable, so that other modules can specialize it for the type of their elements.
    @inlinable
    mutating func grow(to capacity: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        // SAFETY: the elements move to memory that has room for them, and the old memory is not used again.
        if let start = unsafe memory.baseAddress {
            unsafe larger.moveInitialize(from: start, count: count)
            unsafe start.deallocate()
        }
        unsafe memory = UnsafeMutableBufferPointer(start: larger, count: capacity)
    }
}
