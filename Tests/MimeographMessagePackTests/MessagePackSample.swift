import BinaryTestSupport
import TestSupport

/// A random value: its bytes, in any of their forms, and its text.
struct MessagePackSample {
    var bytes: [UInt8] = []
    var text = ""

    /// A separate writer, so that the scanner and the printer are not only tested against each other.
    init(depth: Int, using random: inout SeededGenerator) {
        switch Int.random(in: 0..<(depth > 0 ? 13 : 10), using: &random) {
        case 0: (bytes, text) = ([0xC0], "null")
        case 1: (bytes, text) = Bool.random(using: &random) ? ([0xC3], "true") : ([0xC2], "false")
        case 2:
            let size = [1, 2, 4, 8].randomElement(using: &random) ?? 1
            let value = random.next() >> UInt64(64 - 8 * size)
            bytes = [0xCC + UInt8(size.trailingZeroBitCount)] + Self.number(value, size)
            text = "\(value)"
        case 3:
            let size = [1, 2, 4, 8].randomElement(using: &random) ?? 1
            let value = Int64(bitPattern: random.next()) >> Int64(64 - 8 * size)
            bytes = [0xD0 + UInt8(size.trailingZeroBitCount)] + Self.number(UInt64(bitPattern: value), size)
            text = "\(value)"
        case 4:
            let value = Int8.random(in: -32...127, using: &random)
            (bytes, text) = ([UInt8(bitPattern: value)], "\(value)")
        case 5:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            bytes = [0xCA] + Self.number(UInt64(value.bitPattern), 4)
            text = notation(of: Double(value))
        case 6:
            let value = Double(bitPattern: random.next())
            bytes = [0xCB] + Self.number(value.bitPattern, 8)
            text = notation(of: value)
        case 7:
            let content = Self.content(&random)
            bytes = Self.head(content.count, [0xC4, 0xC5, 0xC6], &random) + content
            text = notation(of: content)
        case 8:
            let content = Self.content(&random)
            let type = Int8.random(in: -128...127, using: &random)
            bytes = Self.head(content.count, [0xC7, 0xC8, 0xC9], &random) + [UInt8(bitPattern: type)] + content
            text = "ext(\(type), \(notation(of: content)))"
        case 9: self = Self(string: &random)
        case 10, 11:
            let count = Int.random(in: 0...4, using: &random)
            let hasStrings = Int.random(in: 0..<3, using: &random) > 0
            bytes = Self.containerHead(count, 0x80, 0xDE, &random)
            var parts: [String] = []
            for _ in 0..<count {
                let isString = hasStrings || Bool.random(using: &random)
                let key = isString ? Self(string: &random) : Self(depth: depth - 1, using: &random)
                let value = Self(depth: depth - 1, using: &random)
                bytes += key.bytes + value.bytes
                parts.append("\(key.text): \(value.text)")
            }
            text = "{" + parts.joined(separator: ", ") + "}"
        default:
            let count = Int.random(in: 0...5, using: &random)
            bytes = Self.containerHead(count, 0x90, 0xDC, &random)
            let parts = (0..<count).map { _ in Self(depth: depth - 1, using: &random) }
            bytes += parts.flatMap(\.bytes)
            text = "[" + parts.map(\.text).joined(separator: ", ") + "]"
        }
    }

    private init(string random: inout SeededGenerator) {
        // The number makes keys unique, so that no key is shadowed.
        let value =
            (["", "a", "é", "漢字", "🍺 and more", String(repeating: "long", count: 70)].randomElement(using: &random)
                ?? "")
            + "\(random.next())"
        let count = value.utf8.count
        let isShort = count < 32 && Bool.random(using: &random)
        bytes = (isShort ? [0xA0 | UInt8(count)] : Self.head(count, [0xD9, 0xDA, 0xDB], &random)) + Array(value.utf8)
        text = "\"\(value)\""
    }

    private static func content(_ random: inout SeededGenerator) -> [UInt8] {
        let count = [0, 1, 2, 4, 5, 8, 16, 300].randomElement(using: &random) ?? 0
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
    }

    private static func head(_ count: Int, _ heads: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let form = Int.random(in: (count > 255 ? 1 : 0)...2, using: &random)
        return [heads[form]] + number(UInt64(count), 1 << form)
    }

    private static func containerHead(_ count: Int, _ short: UInt8, _ two: UInt8, _ random: inout SeededGenerator)
        -> [UInt8]
    {
        switch Int.random(in: 0...2, using: &random) {
        case 0: [short | UInt8(count)]
        case 1: [two] + number(UInt64(count), 2)
        default: [two + 1] + number(UInt64(count), 4)
        }
    }
}
