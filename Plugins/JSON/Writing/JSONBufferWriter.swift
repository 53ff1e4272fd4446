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
    /// Writes a name without characters to escape, with its quotation marks and a colon. After it there are at least 16 bytes
    /// more to read.
    @inline(__always)
    mutating func appendName(_ name: UnsafePointer<UInt8>, count: Int) {
        append(UInt8(ascii: "\""))
        var offset = 0
        repeat {
            // SAFETY: the caller guarantees the bytes.
            let block = unsafe UnsafeRawPointer(name).loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
            store(block: block, at: used &+ offset)
            offset &+= 16
        } while offset < count
        used &+= count
        append(0x3A22, count: 2)
    }

    /// Writes a text, escaped by ``JSONEscapes``, of which nothing beyond its end is read. Needs up to six bytes for each of its
    /// own.
    @inline(__always)
    mutating func append(escaping text: UnsafeRawBufferPointer, slashes: Bool) {
        let slash = UInt8(ascii: slashes ? "/" : "\\")
        let count = text.count
        var source = 0
        while count &- source >= 16 {
            // SAFETY: that many bytes are left.
            let words = unsafe text.loadUnaligned(fromByteOffset: source, as: SIMD2<UInt64>.self)
            store(block: words, at: used)
            let plain = JSONEscapes.plainPrefix(
                SIMD2(UInt64(littleEndian: words.x), UInt64(littleEndian: words.y)),
                slash: slash
            )
            source &+= plain
            used &+= plain
            if plain < 16 {
                // SAFETY: `source` is below the count.
                appendEscape(of: unsafe text[source])
                source &+= 1
            }
        }
        var rest = count &- source
        if rest == 0 { return }
        // The rest, with zeros after it, at which a prefix of plain bytes ends.
        var (low, high) = unsafe JSONBufferWriter.rest(of: text, from: source)
        while true {
            store(low, at: used)
            store(high, at: used &+ 8)
            let plain = JSONEscapes.plainPrefix(SIMD2(low, high), slash: slash)
            if plain >= rest { break }
            used &+= plain
            // SAFETY: the byte is one of the rest.
            appendEscape(of: unsafe text[count &- rest &+ plain])
            rest &-= plain &+ 1
            if rest == 0 { return }
            unsafe (low, high) = JSONBufferWriter.rest(of: text, from: count &- rest)
        }
        used &+= rest
    }

    @inline(never)
    private mutating func appendEscape(of byte: UInt8) {
        let (escape, length) = JSONEscapes.escape(of: byte)
        append(escape, count: length)
    }

    /// Returns the fewer than 16 bytes from an offset to the end, with zeros after them.
    @inline(__always)
    private static func rest(of text: UnsafeRawBufferPointer, from start: Int) -> (low: UInt64, high: UInt64) {
        let count = text.count
        let rest = count &- start
        // SAFETY: each load lies in the text.
        if count >= 16 {
            let end = unsafe text.loadUnaligned(fromByteOffset: count &- 16, as: UInt128.self).littleEndian
            let shifted = end &>> UInt128(8 &* (16 &- rest))
            return (UInt64(truncatingIfNeeded: shifted), UInt64(truncatingIfNeeded: shifted &>> 64))
        }
        if rest >= 8 {
            let low = unsafe text.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
            let last = unsafe text.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self).littleEndian
            return (low, rest == 8 ? 0 : last &>> UInt64(8 &* (16 &- rest)))
        }
        if rest >= 4 {
            let low = unsafe UInt64(text.loadUnaligned(fromByteOffset: start, as: UInt32.self).littleEndian)
            let high = unsafe UInt64(text.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self).littleEndian)
            return (low | high &<< UInt64(8 &* (rest &- 4)), 0)
        }
        let middle = unsafe UInt64(text[start &+ rest &>> 1]) &<< UInt64(8 &* (rest &>> 1))
        let end = unsafe UInt64(text[count &- 1]) &<< UInt64(8 &* (rest &- 1))
        return unsafe (UInt64(text[start]) | middle | end, 0)
    }

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
