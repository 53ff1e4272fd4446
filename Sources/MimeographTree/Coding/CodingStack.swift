/// A stack in memory of its own: what an array does, without what an array checks for each access, and what it costs to make.
///
/// Elements are trivial, so that removing them is a subtraction. Indices are checked in debug builds only; what holds a stack
/// compares them with ``count`` first.
@safe
@usableFromInline
package struct CodingStack<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline package private(set) var memory = unsafe UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    @usableFromInline package var count = 0

    /// How many elements there is room for.
    package var capacity: Int { unsafe memory.count }

    @inlinable
    package init(capacity: Int = 0) { if capacity > 0 { grow(to: capacity) } }

    deinit { unsafe memory.deallocate() }

    @inlinable @inline(__always)
    package subscript(index: Int) -> Element {
        // SAFETY: the index is below the count, and there is room for as many elements.
        get {
            assert(index >= 0 && index < count)
            return unsafe memory[index]
        }
        _modify {
            assert(index >= 0 && index < count)
            yield unsafe &memory[index]
        }
    }

    /// Makes sure of room for so many elements.
    @inlinable @inline(__always)
    package mutating func reserve(_ room: Int) { if unsafe memory.count &- count < room { grow(by: room) } }

    @inlinable @inline(__always)
    package mutating func append(_ element: Element) {
        reserve(1)
        appendReserved(element)
    }

    /// Appends an element, for which there is room.
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

    /// Grows to twice its size at least; what is large already to four times, because memory that is not used costs nothing.
    @inlinable @inline(never)
    mutating func grow(by room: Int) {
        let factor = unsafe memory.count < 1 << 12 ? 2 : 4
        grow(to: unsafe max(8, memory.count * factor, count + room))
    }

    // It is not left out of other modules: there it would not know the type of its elements.
    @inlinable
    mutating func grow(to capacity: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        // SAFETY: the elements move to memory that has room for them, and the old memory is not used any more.
        if let start = unsafe memory.baseAddress {
            unsafe larger.moveInitialize(from: start, count: count)
            unsafe start.deallocate()
        }
        unsafe memory = UnsafeMutableBufferPointer(start: larger, count: capacity)
    }
}
