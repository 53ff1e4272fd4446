import Mimeograph
import MimeographTree

extension BinaryObjects {
    /// Returns the object at an offset, and its end.
    @inline(__always)
    func object(at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        let marker = bytes[offset]
        switch marker &>> 4 {
        case 0x5: return try narrowString(marker, at: offset)
        case 0x1: return try integer(marker, at: offset)
        case 0xD: return try container(.object, marker, at: offset, perElement: 2)
        case 0xA: return try container(.array, marker, at: offset, perElement: 1)
        case 0x2: return try real(marker, at: offset)
        case 0x3: return try date(marker, at: offset)
        case 0x6: return try wideString(marker, at: offset)
        case 0x4: return try data(marker, at: offset)
        case 0x8: return try uid(marker, at: offset)
        default: return try single(marker, at: offset)
        }
    }

    private func single(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        switch marker {
        case 0x00: return (TapeWord(.null), offset + 1)
        case 0x08: return (TapeWord(.false), offset + 1)
        case 0x09: return (TapeWord(.true), offset + 1)
        default:
            throw PropertyListParseError(.syntax, "An object has a marker that property lists do not have.", at: offset)
        }
    }

    /// Checks that an object of a number of bytes ends before the offset table, and returns its end.
    @inline(__always)
    private func end(_ content: Int, _ count: Int, _ offset: Int) throws(PropertyListParseError) -> Int {
        // No overflow: the content begins in the padding at most.
        guard content <= trailer.tableOffset, count <= trailer.tableOffset &- content else {
            throw PropertyListParseError(.syntax, "An object reaches into the offset table.", at: offset)
        }
        return content &+ count
    }

    /// Returns the length in a marker, or in the integer after it, and the start of the content.
    @inline(__always)
    func length(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (count: Int, content: Int) {
        let low = Int(marker & 0x0F)
        if low < 15 { return (low, offset &+ 1) }
        return try longLength(at: offset)
    }

    private func longLength(at offset: Int) throws(PropertyListParseError) -> (count: Int, content: Int) {
        let marker = bytes[offset + 1]
        guard offset + 1 < trailer.tableOffset, (0x10...0x13).contains(marker) else {
            throw PropertyListParseError(.syntax, "The length of an object is no integer of 1 to 8 bytes.", at: offset)
        }
        let size = 1 << Int(marker & 3)
        let content = try end(offset + 2, size, offset)
        let value = bytes.bigEndian(at: offset + 2) >> UInt64(64 - 8 * size)
        guard value <= UInt64(trailer.tableOffset) else {
            throw PropertyListParseError(.syntax, "An object is longer than the body.", at: offset)
        }
        if value > UInt64(TapeWord.maximumPayload) { throw .size(at: offset) }
        return (Int(value), content)
    }

    private func integer(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        let power = Int(marker & 0x0F)
        guard power <= 4 else {
            throw PropertyListParseError(.syntax, "An integer has more than 16 bytes.", at: offset)
        }
        let size = 1 << power
        let end = try end(offset + 1, size, offset)
        // Up to four bytes are unsigned, eight are signed.
        let first = bytes.bigEndian(at: offset + 1)
        if power < 3 { return (TapeWord(smallInteger: Int64(first >> UInt64(64 - 8 * size))), end) }
        var start = offset + 1
        var value = first
        if power == 4 {
            start += 8
            value = bytes.bigEndian(at: start)
            let sign = Int64(bitPattern: value) < 0
            switch first {
            case 0 where sign: return (TapeWord(.uint64, offset: start), end)
            case 0: break
            case .max where sign: break
            default:
                throw PropertyListParseError(.syntax, "An integer needs more than 64 bits.", at: offset)
            }
        }
        let signed = Int64(bitPattern: value)
        if TapeWord.isSmall(signed) { return (TapeWord(smallInteger: signed), end) }
        return (TapeWord(.int64, offset: start), end)
    }

    private func real(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        switch marker {
        case 0x22: return (TapeWord(.double, payload: 4, offset: offset + 1), try end(offset + 1, 4, offset))
        case 0x23: return (TapeWord(.double, offset: offset + 1), try end(offset + 1, 8, offset))
        default: throw PropertyListParseError(.syntax, "A real has neither four nor eight bytes.", at: offset)
        }
    }

    private func date(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        guard marker == 0x33 else {
            throw PropertyListParseError(.syntax, "A date does not have eight bytes.", at: offset)
        }
        let end = try end(offset + 1, 8, offset)
        guard PropertyListCalendar.contains(Double(bitPattern: bytes.bigEndian(at: offset + 1))) else {
            throw PropertyListParseError(.syntax, "A date is not in the years 1 to 9999.", at: offset)
        }
        return (TapeWord(.date, offset: offset + 1), end)
    }

    @inline(__always)
    private func uid(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        let size = Int(marker & 0x0F) &+ 1
        let end = try end(offset &+ 1, size, offset)
        // References are the most frequent objects of an archive, and writers use no more bytes than the number needs.
        let value =
            size <= 4
            ? bytes.bigEndian(at: offset &+ 1) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
            : try longUID(size, at: offset)
        return (TapeWord(.extended, offset: Int(truncatingIfNeeded: value)), end)
    }

    private func longUID(_ size: Int, at offset: Int) throws(PropertyListParseError) -> UInt64 {
        var value: UInt64 = 0
        for index in 1...size {
            value = value << 8 | UInt64(bytes[offset + index])
            guard value <= UInt64(UInt32.max) else {
                throw PropertyListParseError(
                    .syntax,
                    "A reference of a keyed archive needs more than 32 bits.",
                    at: offset
                )
            }
        }
        return value
    }

    private func data(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        let (count, content) = try length(marker, at: offset)
        return (TapeWord(.data, payload: count, offset: content), try end(content, count, offset))
    }

    @inline(__always)
    private func container(
        _ tag: TapeWord.Tag,
        _ marker: UInt8,
        at offset: Int,
        perElement: Int
    ) throws(PropertyListParseError) -> (TapeWord, end: Int) {
        let (count, content) = try length(marker, at: offset)
        // No overflow: the count is at most the number of bytes of the body, which is below 2^32.
        let end = try end(content, count &* perElement &* trailer.referenceSize, offset)
        return (TapeWord(tag, payload: count, offset: content), end)
    }
}
