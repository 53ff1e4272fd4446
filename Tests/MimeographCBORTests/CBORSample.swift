import BinaryTestSupport
import TestSupport

/// A random value: its bytes, in any of their forms, and its text.
struct CBORSample {
    var bytes: [UInt8] = []
    var text = ""

    /// A separate writer, so that the scanner and the printer are not only tested against each other.
    init(depth: Int, using random: inout SeededGenerator) {
        switch Int.random(in: 0..<(depth > 0 ? 14 : 9), using: &random) {
        case 0:
            let (byte, name): (UInt8, String) =
                [(0xF4, "false"), (0xF5, "true"), (0xF6, "null"), (0xF7, "undefined"), (0xE1, "simple(1)")]
                .randomElement(using: &random) ?? (0xF6, "null")
            (bytes, text) = ([byte], name)
        case 1:
            let value = random.next() >> UInt64.random(in: 0...63, using: &random)
            (bytes, text) = (Self.head(0, value, &random), "\(value)")
        case 2:
            let value = random.next() >> UInt64.random(in: 0...63, using: &random)
            bytes = Self.head(1, value, &random)
            text =
                value <= UInt64(Int64.max) ? "\(-1 - Int64(value))" : "3(" + notation(of: Self.number(value, 8)) + ")"
        case 3:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            bytes = [0xFA] + Self.number(UInt64(value.bitPattern), 4)
            text = notation(of: Double(value))
        case 4:
            let value = Double(bitPattern: random.next())
            (bytes, text) = ([0xFB] + Self.number(value.bitPattern, 8), notation(of: value))
        case 5:
            let value = Double(Int.random(in: -2048...2048, using: &random)) / 64
            bytes = [0xFB] + Self.number(value.bitPattern, 8)
            text = notation(of: value)
        case 6, 7:
            let chunks = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                (0..<([0, 1, 5, 30, 300].randomElement(using: &random) ?? 0))
                    .map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            bytes = Self.string(2, chunks, &random)
            text = notation(of: chunks.flatMap { $0 })
        case 8: self = Self(string: &random)
        case 9, 10, 11:
            let count = Int.random(in: 0...4, using: &random)
            let hasStrings = Int.random(in: 0..<3, using: &random) > 0
            var items: [UInt8] = []
            var parts: [String] = []
            for _ in 0..<count {
                let isString = hasStrings || Bool.random(using: &random)
                let key = isString ? Self(string: &random) : Self(depth: depth - 1, using: &random)
                let value = Self(depth: depth - 1, using: &random)
                items += key.bytes + value.bytes
                parts.append("\(key.text): \(value.text)")
            }
            bytes = Self.container(5, count, items, &random)
            text = "{" + parts.joined(separator: ", ") + "}"
        case 12:
            let tag = (random.next() >> UInt64.random(in: 0...63, using: &random)) | 4
            let value = Self(depth: depth - 1, using: &random)
            (bytes, text) = (Self.head(6, tag, &random) + value.bytes, "\(tag)(\(value.text))")
        default:
            let parts = (0..<Int.random(in: 0...5, using: &random)).map { _ in Self(depth: depth - 1, using: &random) }
            bytes = Self.container(4, parts.count, parts.flatMap(\.bytes), &random)
            text = "[" + parts.map(\.text).joined(separator: ", ") + "]"
        }
    }

    private init(string random: inout SeededGenerator) {
        let texts = ["", "a", "é", "漢字", "🍺 and more", String(repeating: "long", count: 70)]
        // The number makes keys unique, so that no key is shadowed.
        let chunks = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            (texts.randomElement(using: &random) ?? "") + "\(random.next())"
        }
        bytes = Self.string(3, chunks.map { Array($0.utf8) }, &random)
        text = "\"" + chunks.joined() + "\""
    }

    static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
    }

    /// Returns a head in any of the forms that have room for the number.
    private static func head(_ major: UInt8, _ value: UInt64, _ random: inout SeededGenerator) -> [UInt8] {
        let least = value < 24 ? -1 : value <= 0xFF ? 0 : value <= 0xFFFF ? 1 : value <= 0xFFFF_FFFF ? 2 : 3
        let form = Int.random(in: least...3, using: &random)
        return form < 0 ? [major << 5 | UInt8(value)] : [major << 5 | UInt8(24 + form)] + number(value, 1 << form)
    }

    private static func string(_ major: UInt8, _ chunks: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
        if Bool.random(using: &random) {
            return chunks.reduce([major << 5 | 31]) { $0 + head(major, UInt64($1.count), &random) + $1 } + [0xFF]
        }
        let whole = chunks.flatMap { $0 }
        return head(major, UInt64(whole.count), &random) + whole
    }

    private static func container(_ major: UInt8, _ count: Int, _ items: [UInt8], _ random: inout SeededGenerator)
        -> [UInt8]
    {
        if Bool.random(using: &random) { return [major << 5 | 31] + items + [0xFF] }
        return head(major, UInt64(count), &random) + items
    }
}
