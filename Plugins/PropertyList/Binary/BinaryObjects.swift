import Mimeograph
import MimeographTree

/// The objects of a binary property list, each looked at once: bounds, kinds, text and dates are checked here.
///
/// A word is made for each of them (see ``PropertyListWord``), in which a container names its number of elements and the
/// offset of its references. Source: CFBinaryPList.c of CoreFoundation, for the markers.
struct BinaryObjects {
    let bytes: PropertyListBytes
    let trailer: BinaryTrailer

    /// Writes the word of each object.
    ///
    /// - Parameters:
    ///   - body: The whole body, for the table.
    ///   - words: Room for a word of each object.
    /// - Returns: The references of all containers: no tape needs more words than that, and one for the root.
    func scan(_ body: Span<UInt8>, into words: PropertyListTape) throws(PropertyListParseError) -> Int {
        // The trailer follows, so that eight bytes can be read anywhere in the table.
        let table = body.extracting(trailer.tableOffset..<body.count)
        var references = 0
        var place = 0
        var previousEnd = 8
        // Whether each object comes after the end of the one before.
        var isAscending = true
        for index in 0..<trailer.objectCount {
            let offset = try offset(in: table, at: place)
            place &+= trailer.offsetSize
            if offset < previousEnd { isAscending = false }
            let (word, end) = try object(at: offset)
            previousEnd = end
            switch word.tag {
            case .array: references &+= word.aux
            case .dictionary: references &+= 2 &* word.aux
            default: break
            }
            words[index] = word
        }
        if !isAscending { try refuseOverlaps(table) }
        return references
    }

    @inline(__always)
    private func offset(in table: Span<UInt8>, at place: Int) throws(PropertyListParseError) -> Int {
        // SAFETY: the table is followed by the trailer of 32 bytes, so that eight bytes can be loaded; bytes are trivial.
        let word = unsafe table.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
        let value = UInt64(bigEndian: word) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* trailer.offsetSize)
        guard value >= 8, value < UInt64(truncatingIfNeeded: trailer.tableOffset) else {
            throw PropertyListParseError(
                .syntax,
                "The offset table places an object outside of the objects.",
                at: trailer.tableOffset + place
            )
        }
        return Int(truncatingIfNeeded: value)
    }

    /// Objects must not share bytes: with that, a small body could stand for any number of large ones.
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

    /// Where the object at an offset ends, without a look at its content, which may have been made narrow.
    private func extent(at offset: Int) throws(PropertyListParseError) -> Int {
        let marker = bytes[offset]
        guard marker >> 4 == 6 else { return try object(at: offset).end }
        let (count, content) = try length(marker, at: offset)
        return content + 2 * count
    }
}
