import Mimeograph
import MimeographTree

/// The objects of a binary property list, each read once: bounds, kinds, text and dates are checked here.
///
/// Each object gets a word (see ``TapeWord``). A container's word holds its number of elements and the offset of its references.
/// The word of a number that needs two words on the tape holds the offset of its bytes (a float has a payload of 4). The word of
/// a keyed archive's reference holds its number. Source: CFBinaryPList.c of CoreFoundation, for the markers.
struct BinaryObjects {
    let bytes: PropertyListBytes
    let trailer: BinaryTrailer

    /// Writes the word of each object.
    ///
    /// - Parameters:
    ///   - body: The whole body, for the table.
    ///   - words: The room for a word of each object.
    /// - Returns: The references of all containers, and the number of words that each, and the root, may need on the tape.
    func scan(
        _ body: Span<UInt8>,
        into words: PropertyListTape
    ) throws(PropertyListParseError) -> (references: Int, wordsPerReference: Int) {
        // The trailer follows, so that eight bytes can be read anywhere in the table.
        let table = body.extracting(trailer.tableOffset..<body.count)
        var references = 0
        var hasLong = false
        var position = 0
        var previousEnd = 8
        // Whether each object comes after the end of the previous one.
        var isAscending = true
        for index in 0..<trailer.objectCount {
            let offset = try offset(in: table, at: position)
            position &+= trailer.offsetSize
            if offset < previousEnd { isAscending = false }
            let (word, end) = try object(at: offset)
            previousEnd = end
            switch word.tag {
            case .array: references &+= word.payload
            case .object: references &+= 2 &* word.payload
            case .int64, .uint64, .double, .date, .extended: hasLong = true
            default: break
            }
            words[index] = word
        }
        if !isAscending { try refuseOverlaps(table) }
        return (references, hasLong ? 2 : 1)
    }

    @inline(__always)
    private func offset(in table: Span<UInt8>, at position: Int) throws(PropertyListParseError) -> Int {
        // SAFETY: the trailer of 32 bytes follows the table, so that eight bytes can be loaded; bytes are trivial.
        let word = unsafe table.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
        let value = UInt64(bigEndian: word) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* trailer.offsetSize)
        guard value >= 8, value < UInt64(truncatingIfNeeded: trailer.tableOffset) else {
            throw PropertyListParseError(
                .syntax,
                "The offset table places an object outside of the objects.",
                at: trailer.tableOffset + position
            )
        }
        return Int(truncatingIfNeeded: value)
    }

    /// Rejects objects that share bytes: otherwise a small body could represent any number of large objects.
    private func refuseOverlaps(_ table: Span<UInt8>) throws(PropertyListParseError) {
        var ranges: [(start: Int, end: Int)] = []
        ranges.reserveCapacity(trailer.objectCount)
        for index in 0..<trailer.objectCount {
            let offset = try offset(in: table, at: index * trailer.offsetSize)
            ranges.append((offset, try extent(at: offset)))
        }
        ranges.sort { $0.start < $1.start }
        for index in ranges.indices.dropFirst() where ranges[index].start < ranges[index - 1].end {
            throw PropertyListParseError(.syntax, "Two objects of the offset table overlap.", at: ranges[index].start)
        }
    }

    /// Returns the end of the object at an offset without reading its content, which may have been narrowed.
    private func extent(at offset: Int) throws(PropertyListParseError) -> Int {
        let marker = bytes[offset]
        guard marker >> 4 == 6 else { return try object(at: offset).end }
        let (count, content) = try length(marker, at: offset)
        return content + 2 * count
    }
}

extension BinaryObjects {
    /// Returns a string of ASCII.
    @inline(__always)
    func narrowString(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        let (count, content) = try length(marker, at: offset)
        guard content <= trailer.tableOffset, count <= trailer.tableOffset &- content else {
            throw PropertyListParseError(.syntax, "An object reaches into the offset table.", at: offset)
        }
        let end = content &+ count
        var position = content
        var seen: UInt64 = 0
        while position &+ 8 <= end {
            seen |= bytes.word(at: position)
            position &+= 8
        }
        // The bytes after the string are masked out. If no byte is left, the shift by 0 makes an empty mask.
        seen |= bytes.word(at: position) & ((1 &<< UInt64(truncatingIfNeeded: 8 &* (end &- position))) &- 1)
        if seen & 0x8080_8080_8080_8080 != 0 {
            throw PropertyListParseError(
                .invalidText,
                "A string that is marked as ASCII holds other bytes.",
                at: offset
            )
        }
        return (TapeWord(.string, payload: count, offset: content), end)
    }

    /// Returns a string of UTF-16, high byte first. A string of only ASCII is narrowed in place.
    func wideString(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        let (count, content) = try length(marker, at: offset)
        guard content <= trailer.tableOffset, 2 * count <= trailer.tableOffset - content else {
            throw PropertyListParseError(.syntax, "An object reaches into the offset table.", at: offset)
        }
        let end = content + 2 * count
        if 2 * count > TapeWord.maximumPayload { throw .size(at: offset) }
        var position = content
        var high: UInt64 = 0
        while position &+ 8 <= end {
            let units = bytes.bigEndian(at: position)
            if BinaryObjects.mayHoldSurrogate(units) {
                high = .max
                position = try endOfSurrogates(from: position, to: min(position &+ 8, end), before: end)
                continue
            }
            high |= units
            position &+= 8
        }
        if position < end {
            high |= bytes.bigEndian(at: position) & ~(UInt64.max &>> UInt64(truncatingIfNeeded: 8 &* (end &- position)))
            while position < end { position = try endOfSurrogates(from: position, to: end, before: end) }
        }
        guard high & 0xFF80_FF80_FF80_FF80 == 0 else {
            return (TapeWord(.wideString, payload: 2 * count, offset: content), end)
        }
        for index in 0..<count { bytes[content + index] = bytes[content + 2 * index + 1] }
        return (TapeWord(.string, payload: count, offset: content), end)
    }

    /// Whether one of four units may be a surrogate; false is certain.
    @inline(__always)
    private static func mayHoldSurrogate(_ units: UInt64) -> Bool {
        let ones: UInt64 = 0x0001_0001_0001_0001
        let marks = (units ^ ones &* 0xD800) & (ones &* 0xF800)
        return (marks &- ones) & ~marks & (ones &* 0x8000) != 0
    }

    /// Checks units up to `limit`, or one unit further if a pair crosses it.
    private func endOfSurrogates(from start: Int, to limit: Int, before end: Int) throws(PropertyListParseError) -> Int
    {
        var position = start
        while position < limit {
            let unit = UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
            position += 2
            guard unit & 0xF800 == 0xD800 else { continue }
            guard unit & 0xFC00 == 0xD800, position < end, bytes[position] & 0xFC == 0xDC else {
                throw PropertyListParseError(.invalidText, "A string holds half of a surrogate pair.", at: position - 2)
            }
            position += 2
        }
        return position
    }
}
