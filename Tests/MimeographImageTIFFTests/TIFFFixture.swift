/// A TIFF built by hand, big-endian or little-endian, with any fields.
struct TIFFFixture {
    /// A field: its tag, its type (3 SHORT, 4 LONG, 5 RATIONAL, whose values come in pairs) and its values.
    struct Field {
        var tag: UInt16
        var type: UInt16 = 4
        var values: [UInt32]
    }

    var isBigEndian = false
    /// The fields, in any order, without the offset and length of the only strip.
    var fields: [Field] = []
    /// The bytes of the strip.
    var strip: [UInt8] = []
    /// The position of the next directory; 0 for none.
    var next: UInt32 = 0
    /// Whether the fields are sorted by tag, as the format requires.
    var isSorted = true

    /// Makes an uncompressed TIFF with 8-bit gray samples.
    init(width: UInt32, height: UInt32, strip: [UInt8], isBigEndian: Bool = false) {
        self.isBigEndian = isBigEndian
        self.strip = strip
        set(256, width)
        set(257, height)
        set(258, 8, type: 3)
        set(259, 1, type: 3)
        set(262, 1, type: 3)
        set(278, height)
    }

    mutating func set(_ tag: UInt16, _ values: UInt32..., type: UInt16 = 4) {
        fields.removeAll { $0.tag == tag }
        fields.append(Field(tag: tag, type: type, values: values))
    }

    func number(_ value: UInt32, bytes: Int) -> [UInt8] {
        let little = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    /// The bytes of the file: header, strip, long values, directory.
    var bytes: [UInt8] {
        var all =
            fields
            + [
                Field(tag: 273, values: [8]), Field(tag: 279, values: [UInt32(strip.count)]),
            ].filter { added in !fields.contains { $0.tag == added.tag } }
        if isSorted { all.sort { $0.tag < $1.tag } }
        var body = strip
        var entries: [UInt8] = []
        for field in all {
            let size = field.type == 3 ? 2 : 4
            var values = field.values.flatMap { number($0, bytes: size) }
            if values.count > 4 {
                if body.count % 2 == 1 { body.append(0) }
                let offset = number(UInt32(8 + body.count), bytes: 4)
                body += values
                values = offset
            }
            entries += number(UInt32(field.tag), bytes: 2) + number(UInt32(field.type), bytes: 2)
            entries += number(UInt32(field.values.count / (field.type == 5 ? 2 : 1)), bytes: 4)
            entries += values + [UInt8](repeating: 0, count: 4 - values.count)
        }
        if body.count % 2 == 1 { body.append(0) }
        let start = UInt32(8 + body.count)
        return (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, bytes: 2) + number(start, bytes: 4) + body
            + number(UInt32(all.count), bytes: 2) + entries + number(next, bytes: 4)
    }

    /// The position of the directory.
    var directory: UInt32 {
        let bytes = bytes
        let word = bytes[4..<8]
        return (isBigEndian ? Array(word) : word.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
