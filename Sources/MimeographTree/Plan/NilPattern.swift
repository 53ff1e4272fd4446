/// How an optional that is nil looks in memory.
///
/// Most types have bit patterns that no value has: a reference is never zero, and a Boolean is never 2. One of them means nil. A type
/// without such patterns is followed by a byte, which is 1 for nil. The runtime knows which is the case, but to ask it takes as long
/// as writing a few members. So the bytes of nil are found once.
///
/// Source: `docs/ABI/TypeLayout.rst` of the Swift compiler, "Single-payload enums".
@frozen
@usableFromInline
struct NilPattern: BitwiseCopyable {
    /// The place of the bytes that say whether an optional is nil.
    @usableFromInline let offset: Int
    /// The number of these bytes: 1, 2, 4 or 8.
    @usableFromInline let width: Int
    @usableFromInline let value: UInt64
    /// Whether it is the byte after the content.
    @usableFromInline let isAfterContent: Bool

    /// Returns nil if the bytes are not found.
    init?<Wrapped>(_ type: Wrapped.Type) {
        let size = MemoryLayout<Wrapped>.size
        if MemoryLayout<Wrapped?>.size == size + 1 {
            (offset, width, value, isAfterContent) = (size, 1, 1, true)
            return
        }
        #if os(Linux)
            guard MemoryLayout<Wrapped?>.size == size, size > 0, MemoryLayout<Wrapped>.alignment <= 16
            else { return nil }
            // The bytes that are the same whatever the memory held before are those that the runtime writes.
            let fillers = [0x00, 0xFF].map { [UInt8](repeating: $0, count: size) }
            let nils = fillers.map { RuntimeMetadata.storingNil(in: $0, of: type) }
            let written = (0..<size).filter { nils[0][$0] == nils[1][$0] }
            guard let first = written.first, let last = written.last, last - first + 1 == written.count
            else { return nil }
            // It may read fewer: of a string, only the second word counts.
            let places = written.count > 8 ? written.filter { $0 % 8 == 0 && $0 + 8 <= last + 1 } : [first]
            let width = min(written.count, 8)
            func makesNil(at place: Int) -> Bool {
                fillers.allSatisfy { filler in
                    var bytes = filler
                    bytes.replaceSubrange(place..<(place + width), with: nils[0][place..<(place + width)])
                    return RuntimeMetadata.isNil(bytes, of: type)
                }
            }
            guard [1, 2, 4, 8].contains(width), let place = places.first(where: makesNil) else { return nil }
            offset = place
            self.width = width
            value = (0..<width).reversed().reduce(0) { $0 << 8 | UInt64(nils[0][place + $1]) }
            isAfterContent = false
        #else
            return nil
        #endif
    }

    @inlinable @inline(__always)
    func matches(_ optional: UnsafeRawPointer) -> Bool {
        let bytes = unsafe optional + offset
        return switch width {
        case 8: unsafe bytes.loadUnaligned(as: UInt64.self) == value
        case 1: unsafe bytes.load(as: UInt8.self) == UInt8(truncatingIfNeeded: value)
        case 4: unsafe bytes.loadUnaligned(as: UInt32.self) == UInt32(truncatingIfNeeded: value)
        default: unsafe bytes.loadUnaligned(as: UInt16.self) == UInt16(truncatingIfNeeded: value)
        }
    }

    /// Stores nil.
    @inlinable @inline(__always)
    func store(in memory: UnsafeMutableRawPointer) {
        if isAfterContent {
            // The bytes of the content are the number of the case without content, which is zero.
            if offset == 8 {
                unsafe memory.storeBytes(of: 0, as: UInt64.self)
            } else {
                unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: offset)
            }
        }
        let bytes = unsafe memory + offset
        switch width {
        case 8: unsafe bytes.storeBytes(of: value, as: UInt64.self)
        case 1: unsafe bytes.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
        case 4: unsafe bytes.storeBytes(of: UInt32(truncatingIfNeeded: value), as: UInt32.self)
        default: unsafe bytes.storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
        }
    }
}
