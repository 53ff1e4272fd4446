#if os(Linux)
    import CLinux
#endif

/// The memory of an array: an object of the standard library's own class, with a header and the elements.
///
/// ```
/// 0   the object's class and reference count
/// 16  the number of elements
/// 24  the capacity, times two, plus a flag
/// 32  the elements
/// ```
/// The class of the storage of `[Element]` is looked up by the runtime whenever code that does not know `Element` makes an array,
/// which takes as long as reading ten numbers. A plan looks it up once. ``init(_:)`` compares the layout with that of a real array.
///
/// Source: `ContiguousArrayBuffer.swift` of the standard library, whose layout is part of Swift's ABI.
@safe
@frozen
@usableFromInline
package struct ArrayLayout: BitwiseCopyable {
    /// The class of the storage.
    let storage: UnsafeRawPointer
    /// The storage of all empty arrays, which is never freed.
    let empty: UnsafeRawPointer
    let flags: UInt

    /// Returns nil if the layout is another one.
    init?<Element>(_ type: Element.Type) {
        #if os(Linux)
            guard MemoryLayout<Element>.alignment <= 16 else { return nil }
            let sample = unsafe [Element](unsafeUninitializedCapacity: 3) { $1 = 0 }
            let none: [Element] = []
            // SAFETY: an array is a reference to its storage, of which only the header is read.
            let object = unsafe unsafeBitCast(sample, to: UnsafeRawPointer.self)
            let word = unsafe object.load(fromByteOffset: 24, as: UInt.self)
            let elements = unsafe sample.withUnsafeBufferPointer { unsafe $0.baseAddress.map { unsafe UnsafeRawPointer($0) } }
            guard unsafe elements == object + ArrayLayout.header, word &>> 1 == UInt(sample.capacity),
                unsafe object.load(fromByteOffset: 16, as: Int.self) == 0
            else { return nil }
            unsafe storage = object.load(as: UnsafeRawPointer.self)
            unsafe empty = unsafeBitCast(none, to: UnsafeRawPointer.self)
            flags = word & 1
            withExtendedLifetime(sample) {}
        #else
            return nil
        #endif
    }

    @usableFromInline static var header: Int { 32 }

    /// Returns the elements of the array at an address, and their number.
    @inlinable @inline(__always)
    static func elements(at array: UnsafeRawPointer) -> (UnsafeRawPointer, Int) {
        let object = unsafe array.load(as: UnsafeRawPointer.self)
        return unsafe (object + header, object.load(fromByteOffset: 16, as: Int.self))
    }

    /// Stores an empty array.
    package func storeEmpty(in memory: UnsafeMutableRawPointer) {
        unsafe memory.storeBytes(of: empty, as: UnsafeRawPointer.self)
    }

    #if os(Linux)
        /// Returns the storage for a number of elements, above zero, none of which counts yet.
        func allocate(count: Int, stride: Int) -> UnsafeMutableRawPointer {
            // The runtime ends the program if there is no memory, as for every object.
            let object = unsafe swift_allocObject(storage, ArrayLayout.header + count * stride, 15).unsafelyUnwrapped
            unsafe object.storeBytes(of: 0, toByteOffset: 16, as: Int.self)
            unsafe object.storeBytes(of: UInt(count) &<< 1 | flags, toByteOffset: 24, as: UInt.self)
            return unsafe object
        }
    #endif
}

/// The elements of an array that is being read, whose number is not known yet.
@safe
package struct GrowingElements {
    private let layout: ArrayLayout
    private let element: UnsafePointer<ValueShape>
    private var storage: UnsafeMutableRawPointer
    private var capacity = 4
    package var count = 0

    package init(_ layout: ArrayLayout, _ element: UnsafePointer<ValueShape>) {
        self.layout = layout
        unsafe self.element = element
        unsafe storage = layout.allocate(count: capacity, stride: element.pointee.stride)
    }

    /// Returns the memory of the next element, which is not initialized.
    package mutating func next() -> UnsafeMutableRawPointer {
        if count == capacity { grow() }
        return unsafe storage + ArrayLayout.header + count * element.pointee.stride
    }

    @inline(never)
    private mutating func grow() {
        capacity *= 2
        let larger = unsafe layout.allocate(count: capacity, stride: element.pointee.stride)
        // SAFETY: there is room for the elements, and the smaller storage, which counts none, is freed without them.
        unsafe element.pointee.coder.move(
            storage + ArrayLayout.header,
            to: larger + ArrayLayout.header,
            count: count
        )
        unsafe Unmanaged<AnyObject>.fromOpaque(storage).release()
        unsafe storage = larger
    }

    /// Stores the array, which owns the elements from now on.
    package func store(in memory: UnsafeMutableRawPointer) {
        unsafe storage.storeBytes(of: count, toByteOffset: 16, as: Int.self)
        unsafe memory.storeBytes(of: storage, as: UnsafeMutableRawPointer.self)
    }
}
