import Mimeograph

/// Memory for the elements of an array that are yet to be read.
///
/// An array of a type that the compiler does not know grows slowly, because each `append` looks up what it needs to know.
@safe
@usableFromInline
package struct CodingBuffer<Element>: ~Copyable {
    @usableFromInline let memory: UnsafeMutablePointer<Element>
    @usableFromInline package private(set) var count = 0

    @inlinable
    @inline(__always)
    package init(capacity: Int) { unsafe memory = .allocate(capacity: capacity) }

    deinit {
        // SAFETY: so many elements are initialized, and the memory is used by nobody else.
        unsafe memory.deinitialize(count: count)
        unsafe memory.deallocate()
    }

    /// Appends an element; the caller has seen that the count is below the capacity.
    @inlinable
    @inline(__always)
    package mutating func append(_ element: consuming Element) {
        // SAFETY: there is room for it.
        unsafe (memory + count).initialize(to: element)
        count &+= 1
    }

    /// The elements, which are taken out.
    @inlinable
    @inline(__always)
    package mutating func take() -> [Element] {
        let (memory, count) = unsafe (memory, count)
        self.count = 0
        // The standard library would write a count of 0 into the empty array that all threads share.
        if count == 0 { return [] }
        // SAFETY: the elements move, and are not deinitialized here any more.
        return unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let base = buffer.baseAddress { unsafe base.moveInitialize(from: memory, count: count) }
            initialized = count
        }
    }
}
