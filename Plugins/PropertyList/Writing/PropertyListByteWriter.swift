/// A text that grows while values are written, through a pointer.
///
/// The bytes lie in an array's memory, so that the finished text is that array and needs no copy. There are always
/// ``slack`` free bytes behind the text, so that what is short is written in whole words without a look at the room. This
/// file and its extensions are the only ones of the writers that hold the pointer.
@safe
struct PropertyListByteWriter: ~Copyable {
    /// Free bytes behind the text after ``reserve(_:)``.
    static let slack = 128

    private var storage: [UInt8] = []
    private var memory: UnsafeMutableRawPointer
    private var capacity = 0
    /// Bytes of the text.
    private(set) var count = 0

    init(capacity: Int) {
        // SAFETY: bytes are trivial. The array is not touched, and so stays where it is, until the text is finished.
        unsafe (storage, memory) = PropertyListByteWriter.allocate(capacity + PropertyListByteWriter.slack)
        self.capacity = capacity + PropertyListByteWriter.slack
    }

    /// Makes sure of room for so many bytes, and the slack behind them.
    @inline(__always)
    mutating func reserve(_ room: Int) {
        if capacity &- count < room &+ PropertyListByteWriter.slack { grow(room) }
    }

    @inline(never)
    private mutating func grow(_ room: Int) {
        let larger = max(capacity * 2, count + room + PropertyListByteWriter.slack)
        let (array, start) = unsafe PropertyListByteWriter.allocate(larger)
        // SAFETY: the new memory is larger than the text.
        unsafe start.copyMemory(from: memory, byteCount: count)
        storage = array
        unsafe memory = start
        capacity = larger
    }

    /// An array of so many bytes, at least the slack, and its memory, which is the same as long as nothing writes to the
    /// array.
    private static func allocate(_ capacity: Int) -> ([UInt8], UnsafeMutableRawPointer) {
        var start: UnsafeMutableRawPointer?
        // SAFETY: bytes are trivial; those behind the text are never read as such and are cut off in the end.
        let array = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            unsafe start = UnsafeMutableRawPointer(buffer.baseAddress)
            initialized = capacity
        }
        // SAFETY: a buffer of more than no bytes has an address, and none of these is smaller than the slack.
        return unsafe (array, start.unsafelyUnwrapped)
    }

    /// The text.
    consuming func finish() -> [UInt8] {
        storage.removeLast(storage.count - count)
        return storage
    }

    /// Removes the last bytes.
    mutating func removeLast(_ length: Int) { count = max(0, count - length) }

    /// Writes bytes as they are.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        reserve(bytes.count)
        // SAFETY: there is room for all of them; an empty span has no memory, of which nothing is read.
        unsafe bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress {
                unsafe memory.advanced(by: count).copyMemory(from: start, byteCount: bytes.count)
            }
        }
        count &+= bytes.count
    }
}

// MARK: - Into the slack

// Code that writes several of these in a row, at most as many bytes as the slack has and eight more to spare, reserves once.
extension PropertyListByteWriter {
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        // SAFETY: the slack is behind the text, and `reserve` brings it back.
        unsafe memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    /// Writes the lowest `length` bytes of a word, at most eight, the lowest first.
    @inline(__always)
    mutating func put(_ word: UInt64, length: Int) {
        // SAFETY: as above; the bytes beyond the length are written over, or cut off.
        unsafe memory.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
        count &+= length
    }

    /// Writes the lowest `size` bytes of a number, 1 to 8, the highest first.
    @inline(__always)
    mutating func put(bigEndian value: UInt64, size: Int) {
        put(value.byteSwapped &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size), length: size)
    }

    @inline(__always)
    mutating func put(_ literal: StaticString) {
        // SAFETY: as above; a literal that is longer than the slack comes after a reservation of its own.
        literal.withUTF8Buffer { literal in
            assert(literal.count <= capacity - count)
            if let start = literal.baseAddress {
                unsafe memory.advanced(by: count).copyMemory(from: start, byteCount: literal.count)
            }
            count &+= literal.count
        }
    }
}

// MARK: - Reading

extension PropertyListByteWriter {
    /// Eight bytes of the text and what is behind it, the first in the lowest bits.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset <= count && count + 8 <= capacity)
        // SAFETY: there are eight bytes behind the text at least, since the slack is used up only by a part.
        return UInt64(littleEndian: unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
