/// The last 32 bytes of a binary property list.
///
/// | bytes | meaning |
/// |---|---|
/// | 6 | unused, and a version of the sort order |
/// | 1 | bytes of an offset in the table |
/// | 1 | bytes of a reference to an object |
/// | 8 | number of objects |
/// | 8 | the root object |
/// | 8 | offset of the table |
///
/// The table comes directly before the trailer and has the offset of each object. Source: CFBinaryPList.c of CoreFoundation.
struct BinaryTrailer {
    static let size = 32

    /// The size of an offset in the table, 1 to 8 bytes.
    let offsetSize: Int
    /// The size of a reference, 1 to 8 bytes.
    let referenceSize: Int
    /// The bits by which eight bytes are shifted to leave a reference.
    var referenceShift: UInt64 { UInt64(truncatingIfNeeded: 64 &- 8 &* referenceSize) }
    let objectCount: Int
    let root: Int
    /// The offset at which the objects end and the table begins.
    let tableOffset: Int

    /// Reads the trailer, and checks that the table fits exactly between the objects and the trailer.
    init(of body: Span<UInt8>) throws(PropertyListParseError) {
        // The signature, one object of one byte, one offset of one byte.
        guard body.count >= 8 + 1 + 1 + BinaryTrailer.size else {
            throw PropertyListParseError(
                .truncated,
                "The body is too short to hold an object, the offset table and the trailer.",
                at: body.count
            )
        }
        let start = body.count - BinaryTrailer.size
        func field(_ position: Int) -> UInt64 {
            var value: UInt64 = 0
            for index in 0..<8 { value = value << 8 | UInt64(body[start + position + index]) }
            return value
        }
        offsetSize = Int(body[start + 6])
        referenceSize = Int(body[start + 7])
        guard (1...8).contains(offsetSize) else {
            throw PropertyListParseError(.syntax, "The trailer gives no possible size of an offset.", at: start + 6)
        }
        guard (1...8).contains(referenceSize) else {
            throw PropertyListParseError(.syntax, "The trailer gives no possible size of a reference.", at: start + 7)
        }
        guard let tableOffset = Int(exactly: field(24)), tableOffset >= 9, tableOffset < start else {
            throw PropertyListParseError(
                .syntax,
                "The trailer places the offset table outside of the body.",
                at: start + 24
            )
        }
        self.tableOffset = tableOffset
        // No overflow: both sides are below the number of bytes.
        let entries = (start - tableOffset) / offsetSize
        guard let count = Int(exactly: field(8)), count == entries, count * offsetSize == start - tableOffset else {
            throw PropertyListParseError(
                .syntax,
                "The offset table, as the trailer describes it, does not fill the bytes before the trailer.",
                at: start + 8
            )
        }
        objectCount = count
        guard let root = Int(exactly: field(16)), root < count else {
            throw PropertyListParseError(
                .syntax,
                "The trailer names a root object that is not in the table.",
                at: start + 16
            )
        }
        self.root = root
    }
}
