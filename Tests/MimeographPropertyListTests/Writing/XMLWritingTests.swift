import Foundation
import Mimeograph
import MimeographPropertyList
import TestSupport
import Testing

/// XML against Foundation's encoder, byte for byte, for output that is written eight characters at a time.
@Suite struct XMLWritingTests {
    private func expectAsFoundation<T: Encodable>(_ value: T) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let expected = String(decoding: try encoder.encode(value), as: UTF8.self)
        let written = try PropertyListFormat(writing: .xml).encode(value)
        #expect(String(decoding: written, as: UTF8.self) == expected)
    }

    /// Integers with each number of digits, and the powers of ten with their neighbors.
    @Test func integers() throws {
        var unsigned: [UInt64] = [0, UInt64.max, UInt64(Int64.max), 90_000_000, 9_000_000_000_000_000]
        var power: UInt64 = 1
        for _ in 0..<20 {
            unsigned += [power - 1, power, power + 1, power / 10 * 9]
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        try expectAsFoundation(unsigned)
        try expectAsFoundation(unsigned.map { Int64(truncatingIfNeeded: $0) } + [Int64.min])
    }

    /// Doubles with few digits, with many, and of random bits.
    @Test func reals() throws {
        var generator = SeededGenerator(seed: 0x5EA1)
        var reals = [0.1, 0.001, 0.000_999, 9.999_999_999_999_999, 0x1p53, 0x1p53 - 0.5, 123_456_789_012_345.6, -0.0]
        reals += [
            1e15, 1e15 - 0.25, 1e14 + 0.5, 99_999_999.999_999_9, 0.3 + 0.6, Double.leastNonzeroMagnitude, -1.5,
            .infinity, -.infinity, .nan,
        ]
        for digitCount in 0...17 {
            for _ in 0..<30 {
                let digits = Double(generator.next() % UInt64(pow(10, Double(digitCount + 1))))
                reals.append(digits / pow(10, Double(generator.next() % 19)))
            }
        }
        for _ in 0..<200 { reals.append(Double(bitPattern: generator.next())) }
        try expectAsFoundation(reals)
    }

    /// Base64 lines of each length, with a rest of each size, at several depths.
    @Test func data() throws {
        var generator = SeededGenerator(seed: 0xDA7A)
        let data = (0...130).map { count in Data((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }) }
        try expectAsFoundation(data)
        try expectAsFoundation([[[[[[[[[[data[130], data[61]]]]]]]]]]])
    }

    /// Characters that must be escaped, and similar ones, at each offset of texts of each length.
    @Test func texts() throws {
        var texts: [String] = []
        for length in 0...20 {
            let plain = String("abcdefghijklmnopqrst".prefix(length))
            for special in [
                "<", ">", "&", "&&<", "\t", "\n", "'", "=", "\u{7F}", "é", "東", "\u{FFFD}", "\u{FF21}", "😀",
            ] {
                for offset in 0...length { texts.append("\(plain.prefix(offset))\(special)\(plain.dropFirst(offset))") }
            }
        }
        try expectAsFoundation(texts)
    }

    /// Characters that XML cannot hold are found at each offset of texts of each length.
    @Test func refusals() {
        for length in 0...20 {
            for special in ["\0", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] {
                for offset in 0...length {
                    let text =
                        String(repeating: "a", count: offset) + special + String(repeating: "&", count: length - offset)
                    #expect(throws: SerializationError.self) { try PropertyList(text).serialized() }
                }
            }
        }
    }
}
