import Mimeograph

/// A stack in memory of its own: what an array does, without what an array checks for each access.
///
/// Elements are trivial, so that removing them is a subtraction. Indices are checked in debug builds only; the encoders,
/// which hold them, compare them with ``count`` first.
@safe
struct JSONStack<Element: BitwiseCopyable>: ~Copyable {
    fileprivate var memory = unsafe UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    private(set) var count = 0

    init() {}

    deinit { unsafe memory.deallocate() }

    @inline(__always)
    subscript(index: Int) -> Element {
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

    @inline(__always)
    mutating func append(_ element: Element) {
        if unsafe count == memory.count { grow() }
        // SAFETY: there is room for one more.
        unsafe memory.initializeElement(at: count, to: element)
        count &+= 1
    }

    /// Removes all elements but the first `count`.
    @inline(__always)
    mutating func removeLast(to count: Int) { self.count = max(0, min(count, self.count)) }

    @inline(never)
    private mutating func grow() {
        // SAFETY: the elements move to memory that has room for them, and the old memory is not used any more.
        let larger = unsafe UnsafeMutableBufferPointer<Element>.allocate(capacity: max(8, memory.count * 2))
        _ = unsafe larger.moveInitialize(fromContentsOf: memory[..<count])
        unsafe memory.deallocate()
        unsafe memory = larger
    }
}

extension JSONStack where Element == UInt32 {
    /// Whether two of the elements from one on are equal.
    ///
    /// Every pair is compared, without an end before the last, which the compiler makes into comparisons of four at once.
    func hasTwins(from first: Int) -> Bool {
        // SAFETY: the range is that of the elements.
        let elements = unsafe UnsafeBufferPointer(rebasing: memory[min(first, count)..<count])
        var left = 0
        while left < elements.count {
            let element = unsafe elements[left]
            var equal: UInt32 = 0
            for right in left &+ 1..<elements.count { equal |= unsafe elements[right] == element ? 1 : 0 }
            if equal != 0 { return true }
            left &+= 1
        }
        return false
    }
}
