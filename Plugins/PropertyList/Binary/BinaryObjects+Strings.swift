import Mimeograph
import MimeographTree

extension BinaryObjects {
    /// A string of ASCII.
    @inline(__always)
    func narrowString(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (PropertyListWord, end: Int) {
        let (count, content) = try length(marker, at: offset)
        guard content <= trailer.tableOffset, count <= trailer.tableOffset &- content else {
            throw PropertyListParseError(.syntax, "An object reaches into the offset table.", at: offset)
        }
        let end = content &+ count
        var place = content
        var seen: UInt64 = 0
        while place &+ 8 <= end {
            seen |= bytes.littleEndian(at: place)
            place &+= 8
        }
        // The bytes after the string are shifted out, one more than fits where there are none left.
        seen |= bytes.littleEndian(at: place) & ((1 &<< UInt64(truncatingIfNeeded: 8 &* (end &- place))) &- 1)
        if seen & 0x8080_8080_8080_8080 != 0 {
            throw PropertyListParseError(
                .invalidText,
                "A string that is marked as ASCII holds other bytes.",
                at: offset
            )
        }
        return (PropertyListWord(.string, aux: count, low: content), end)
    }

    /// A string of UTF-16, high byte first. One that holds nothing but ASCII is made narrow where it lies.
    func wideString(_ marker: UInt8, at offset: Int) throws(PropertyListParseError) -> (PropertyListWord, end: Int) {
        let (count, content) = try length(marker, at: offset)
        guard content <= trailer.tableOffset, 2 * count <= trailer.tableOffset - content else {
            throw PropertyListParseError(.syntax, "An object reaches into the offset table.", at: offset)
        }
        let end = content + 2 * count
        if 2 * count > PropertyListWord.maximumAux { throw .size(at: offset) }
        var place = content
        var high: UInt64 = 0
        while place &+ 8 <= end {
            let units = bytes.bigEndian(at: place)
            if BinaryObjects.mayHoldSurrogate(units) {
                high = .max
                place = try endOfSurrogates(from: place, to: min(place &+ 8, end), before: end)
                continue
            }
            high |= units
            place &+= 8
        }
        if place < end {
            high |= bytes.bigEndian(at: place) & ~(UInt64.max &>> UInt64(truncatingIfNeeded: 8 &* (end &- place)))
            while place < end { place = try endOfSurrogates(from: place, to: end, before: end) }
        }
        guard high & 0xFF80_FF80_FF80_FF80 == 0 else {
            return (PropertyListWord(.wideString, aux: 2 * count, low: content), end)
        }
        for index in 0..<count { bytes[content + index] = bytes[content + 2 * index + 1] }
        return (PropertyListWord(.string, aux: count, low: content), end)
    }

    /// Whether one of four units is a surrogate; false for certain, true perhaps.
    @inline(__always)
    private static func mayHoldSurrogate(_ units: UInt64) -> Bool {
        let ones: UInt64 = 0x0001_0001_0001_0001
        let marks = (units ^ ones &* 0xD800) & (ones &* 0xF800)
        return (marks &- ones) & ~marks & (ones &* 0x8000) != 0
    }

    /// Goes over units up to `limit`, or one unit further where a pair stands across it.
    private func endOfSurrogates(from start: Int, to limit: Int, before end: Int) throws(PropertyListParseError) -> Int
    {
        var place = start
        while place < limit {
            let unit = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
            place += 2
            guard unit & 0xF800 == 0xD800 else { continue }
            guard unit & 0xFC00 == 0xD800, place < end, bytes[place] & 0xFC == 0xDC else {
                throw PropertyListParseError(.invalidText, "A string holds half of a surrogate pair.", at: place - 2)
            }
            place += 2
        }
        return place
    }
}
