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
package struct ArrayLayout: BitwiseCopyable, @unchecked Sendable {
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
            let elements = unsafe sample.withUnsafeBufferPointer {
                unsafe $0.baseAddress.map { unsafe UnsafeRawPointer($0) }
            }
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

    /// Returns the storage for a number of elements, above zero, none of which counts yet.
    func allocate(count: Int, stride: Int) -> UnsafeMutableRawPointer {
        let size = ArrayLayout.header + count * stride
        #if os(Linux)
            // The runtime ends the program if there is no memory, as for every object.
            let object = unsafe swift_allocObject(storage, size, 15).unsafelyUnwrapped
        #else
            // Never called: there is no layout on other systems.
            let object = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        #endif
        unsafe object.storeBytes(of: 0, toByteOffset: 16, as: Int.self)
        unsafe object.storeBytes(of: UInt(count) &<< 1 | flags, toByteOffset: 24, as: UInt.self)
        return unsafe object
    }
}

/// The memory of the objects of a class.
@safe
@frozen
@usableFromInline
package struct ObjectLayout: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let metadata: UnsafeRawPointer
    /// The size in bytes, with the header.
    let size: Int

    init?(_ type: AnyClass) {
        #if os(Linux)
            // SAFETY: the type of a class is the address of its metadata.
            unsafe metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
            guard let properties = RuntimeMetadata.storedProperties(of: type) else { return nil }
            func length<T>(of type: T.Type) -> Int { MemoryLayout<T>.size }
            size = properties.map { $0.offset + length(of: $0.type) }.max() ?? ObjectLayout.header
        #else
            return nil
        #endif
    }

    private static var header: Int { 16 }

    /// Returns the object to which the reference at an address refers; nil if it is one of a subclass.
    @inlinable @inline(__always)
    func object(at reference: UnsafeRawPointer) -> UnsafeRawPointer? {
        let object = unsafe reference.load(as: UnsafeRawPointer.self)
        return unsafe object.load(as: UnsafeRawPointer.self) == metadata ? object : nil
    }

    /// Stores a reference to a new object, whose properties `fill` stores in memory of its size; returns what `fill` returns. If that
    /// is false, `fill` has stored nothing, and neither is anything stored here.
    package func store(in memory: UnsafeMutableRawPointer, _ fill: (UnsafeMutableRawPointer) -> Bool) -> Bool {
        #if os(Linux)
            let properties = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            defer { unsafe properties.deallocate() }
            guard unsafe fill(properties) else { return false }
            let object = unsafe swift_allocObject(metadata, size, 15).unsafelyUnwrapped
            let header = ObjectLayout.header
            // SAFETY: both have the size. The properties move, and no references in them point into them.
            unsafe (object + header).copyMemory(from: properties + header, byteCount: size - header)
            unsafe memory.storeBytes(of: object, as: UnsafeMutableRawPointer.self)
            return true
        #else
            return false
        #endif
    }
}

/// The storage of an array of bytes that are written one after the other.
@safe
package struct ByteStorage: ~Copyable {
    private static let layout = ArrayLayout(UInt8.self)

    /// The bytes, which are not initialized.
    package let memory: UnsafeMutableBufferPointer<UInt8>
    private let storage: UnsafeMutableRawPointer?

    package init(capacity: Int) {
        if let layout = ByteStorage.layout {
            let storage = unsafe layout.allocate(count: capacity, stride: 1)
            unsafe self.storage = storage
            let bytes = unsafe storage + ArrayLayout.header
            unsafe memory = UnsafeMutableBufferPointer(
                start: bytes.bindMemory(to: UInt8.self, capacity: capacity),
                count: capacity
            )
        } else {
            unsafe storage = nil
            unsafe memory = .allocate(capacity: capacity)
        }
    }

    deinit {
        // SAFETY: the storage counts no elements, and this is its only reference.
        if let storage = unsafe storage {
            unsafe Unmanaged<AnyObject>.fromOpaque(storage).release()
        } else {
            unsafe memory.deallocate()
        }
    }

    /// Returns an array of the first bytes, which are initialized.
    package consuming func bytes(_ count: Int) -> [UInt8] {
        guard let storage = unsafe storage else { return unsafe Array(memory[..<count]) }
        // SAFETY: an array is a reference to its storage. The bit cast counts a reference, and `deinit` releases the first one.
        unsafe storage.storeBytes(of: count, toByteOffset: 16, as: Int.self)
        return unsafe unsafeBitCast(Unmanaged<AnyObject>.fromOpaque(storage).takeUnretainedValue(), to: [UInt8].self)
    }
}
