import Mimeograph

/// A small table in memory of its own.
///
/// To make an array costs three times as much as this, and a body of a few hundred bytes is read in the time that a few
/// arrays take. The size is a power of two, and of a slot's number the lowest bits count, so that every number is good.
@safe
struct JSONTable<Element> {
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    /// Makes a table of `1 << bits` elements.
    init(repeating element: Element, bits: Int) {
        count = 1 << bits
        // SAFETY: there is room for as many elements as are initialized; the owner calls `destroy` once, when it goes.
        unsafe base = .allocate(capacity: count)
        unsafe base.initialize(repeating: element, count: count)
    }

    @inline(__always)
    subscript(slot: Int) -> Element {
        // SAFETY: the remainder is below the count, and the memory is valid until `destroy`.
        get { unsafe base[slot & (count &- 1)] }
        nonmutating set { unsafe base[slot & (count &- 1)] = newValue }
    }

    func destroy() {
        // SAFETY: called once, after which the owner is gone.
        unsafe base.deinitialize(count: count)
        unsafe base.deallocate()
    }
}
