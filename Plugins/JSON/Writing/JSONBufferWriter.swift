/// A writer of text into a buffer of fixed size, through a pointer.
///
/// Callers make sure of enough ``room`` first, once for everything that belongs together, so that nothing here checks for the
/// end. Most writes store whole words, of which the last may reach up to 15 bytes beyond the text; the next write overwrites
/// them. Therefore ``slack`` more bytes than needed must be free.
///
/// Strings are copied and searched in one pass. For `say "hi"` the first word, `say "hi"`, is stored whole. Its lowest mark is at
/// the fifth byte, so only the four bytes before it count, and `\"` overwrites the rest.
///
/// This is the only file of the writer that holds a pointer; debug builds check every offset.
@safe
struct JSONBufferWriter {
    /// The number of bytes that must be free beyond those requested.
    static let slack = 32

    private let base: UnsafeMutableRawPointer
    /// The size of the buffer, in bytes.
    private let capacity: Int
    /// The number of bytes written.
    private(set) var used: Int

    /// Creates a writer for a buffer whose first `used` bytes are written. It must not outlive the buffer.
    @unsafe
    init(_ buffer: UnsafeMutableBufferPointer<UInt8>, base: UnsafeMutablePointer<UInt8>, used: Int) {
        // SAFETY: the caller guarantees that the buffer is valid and that `base` is its base address.
        unsafe self.base = UnsafeMutableRawPointer(base)
        capacity = buffer.count
        self.used = used
    }

    /// The number of free bytes.
    @inline(__always)
    var room: Int { capacity &- used }

    @inline(__always)
    func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word, at offset: Int) {
        store(block: word.littleEndian, at: offset)
    }

    @inline(__always)
    private func store<Block: BitwiseCopyable>(block: Block, at offset: Int) {
        assert(offset >= 0 && offset + MemoryLayout<Block>.size <= capacity)
        // SAFETY: the caller made sure of the room, and the store needs no alignment.
        unsafe base.storeBytes(of: block, toByteOffset: offset, as: Block.self)
    }

    @inline(__always)
    mutating func advance(by count: Int) -> Int {
        used &+= count
        return used
    }

    @inline(__always)
    private static func load<Word: BitwiseCopyable>(_ bytes: RawSpan, at offset: Int, as type: Word.Type) -> Word {
        assert(offset >= 0 && offset + MemoryLayout<Word>.size <= bytes.byteCount)
        // SAFETY: more zero bytes follow the text of a document than a word has.
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: type)
    }

    /// Writes one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        store(byte, at: used)
        used &+= 1
    }

    /// Ends a container and writes a comma. The end overwrites the comma after the last element, if there is one.
    @inline(__always)
    mutating func close(_ byte: UInt8) {
        assert(used > 0)
        // SAFETY: at least one byte was written before, the start of the container.
        let isEmpty = unsafe base.load(fromByteOffset: used &- 1, as: UInt8.self) != UInt8(ascii: ",")
        if !isEmpty { used &-= 1 }
        append(UInt64(byte) | 0x2C00, count: 2)
    }

    /// Removes the last byte.
    mutating func removeLast() { used &-= 1 }

    /// Writes the first bytes of a word, starting with its lowest bits.
    @inline(__always)
    mutating func append(_ word: UInt64, count: Int) {
        store(word, at: used)
        used &+= count
    }

    /// Writes the first bytes of four words.
    @inline(__always)
    mutating func append(_ words: SIMD4<UInt64>, count: Int) {
        store(block: words, at: used)
        used &+= count
    }

    /// Returns the four words from an offset at which text was written; the bytes after the text have any value.
    @inline(__always)
    func words(from offset: Int) -> SIMD4<UInt64> {
        assert(offset + 32 <= capacity)
        // SAFETY: the slack follows the text, so there are enough bytes.
        return unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
    }

    /// Begins a line and indents it by a number of spaces.
    @inline(__always)
    mutating func appendLineBreak(_ count: Int) {
        append(UInt8(ascii: "\n"))
        var offset = used
        used &+= count
        while offset < used {
            store(0x2020_2020_2020_2020 as UInt64, at: offset)
            store(0x2020_2020_2020_2020 as UInt64, at: offset &+ 8)
            offset &+= 16
        }
    }

    /// Writes a part of a document's bytes as they are.
    @inline(__always)
    mutating func append(_ bytes: RawSpan, from start: Int, count: Int) {
        var offset = 0
        while offset < count {
            store(
                UInt64(littleEndian: JSONBufferWriter.load(bytes, at: start &+ offset, as: UInt64.self)),
                at: used &+ offset
            )
            store(
                UInt64(littleEndian: JSONBufferWriter.load(bytes, at: start &+ offset &+ 8, as: UInt64.self)),
                at: used &+ offset &+ 8
            )
            offset &+= 16
        }
        used &+= count
    }

    /// Writes a string of a document with its quotation marks, escaped by ``JSONEscapes``. Needs up to `2 + 6 × count` bytes.
    @inline(__always)
    mutating func appendString(_ bytes: RawSpan, from start: Int, count: Int, escapingSlashes: Bool) {
        append(UInt8(ascii: "\""))
        let end = start &+ count
        var source = start
        var target = used
        let slash = UInt8(ascii: escapingSlashes ? "/" : "\\")
        while source < end {
            let words = JSONBufferWriter.load(bytes, at: source, as: SIMD2<UInt64>.self)
            store(block: words, at: target)
            let plain = JSONEscapes.plainPrefix(
                SIMD2(UInt64(littleEndian: words.x), UInt64(littleEndian: words.y)),
                slash: slash
            )
            source &+= plain
            target &+= plain
            if plain == 16 { continue }
            if source >= end { break }
            let (escape, length) = JSONEscapes.escape(of: JSONBufferWriter.load(bytes, at: source, as: UInt8.self))
            store(escape, at: target)
            source &+= 1
            target &+= length
        }
        // The last block may have reached beyond the string.
        used = target &- (source &- end)
        append(UInt8(ascii: "\""))
    }
}

extension JSONBufferWriter {
    /// Writes an integer in decimal, at most 20 bytes. The last digits are written first, eight or two at a time.
    @inline(__always)
    mutating func appendInt64(_ value: Int64) {
        if value < 0 { append(UInt64(UInt8(ascii: "-")), count: 1) }
        var rest = value.magnitude
        if rest < 10 {
            append(48 &+ rest, count: 1)
            return
        }
        var offset = advance(by: JSONNumber.digitCount(rest))
        while rest >= 100_000_000 {
            let quotient = rest / 100_000_000
            offset &-= 8
            store(JSONNumber.eightDigits(rest &- quotient &* 100_000_000), at: offset)
            rest = quotient
        }
        while rest >= 100 {
            let quotient = rest / 100
            offset &-= 2
            store(JSONNumber.pair(rest &- quotient &* 100), at: offset)
            rest = quotient
        }
        if rest >= 10 {
            store(JSONNumber.pair(rest), at: offset &- 2)
        } else {
            store(UInt8(truncatingIfNeeded: 48 &+ rest), at: offset &- 1)
        }
    }
}
