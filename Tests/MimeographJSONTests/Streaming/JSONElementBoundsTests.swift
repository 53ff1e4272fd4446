import TestSupport
import Testing

@testable import MimeographJSON

@Suite struct JSONElementBoundsTests {
    /// Blocks of sixty-four bytes against single bytes, for which windows have one byte.
    @Test(arguments: [UInt8?.none, 0x1E])
    func blocksAgreeWithBytes(separator: UInt8?) {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "[", "]", "{", "}", "[[", "]]", "[1,2],", "\"", "\"]\"", "\"abc\":", "12345678,", "\\", "\\\"", "\u{1E}",
            "\n      ", "éé",
        ]
        .map { Array($0.utf8) }
        var found = 0
        for round in 0..<1_500 {
            // Some are deep, some stay on one level; backslashes and separators are rare enough for whole blocks.
            let usual = pieces[..<(round % 3 == 0 ? 16 : round % 3 == 1 ? 11 : 7)]
            var text = Array(repeating: UInt8(ascii: "["), count: round % 5 == 0 ? 70 : 1 + round % 4)
            for _ in 0..<100 { text += usual.randomElement(using: &generator) ?? [] }
            text += Array(repeating: UInt8(ascii: "]"), count: round % 90)
            var bounds = JSONElementBounds(separator: separator)
            bounds.begin()
            var expected: Int?
            for offset in text.indices where expected == nil {
                expected = bounds.end(in: text.span.extracting(offset..<offset + 1), from: 0).map { $0 + offset }
            }
            var other = JSONElementBounds(separator: separator)
            other.begin()
            var end: Int?
            var offset = 0
            while offset < text.count, end == nil {
                let next =
                    round % 2 == 0 ? text.count : min(text.count, offset + Int.random(in: 1...200, using: &generator))
                end = other.end(in: text.span.extracting(offset..<next), from: 0).map { $0 + offset }
                offset = next
            }
            if end != expected { Issue.record("\(end ?? -1) is not \(expected ?? -1) in round \(round)") }
            if expected ?? 0 > 64 { found += 1 }
        }
        #expect(found > 300)
    }

    /// The smallest depth that the sums of eight bytes allow for is never greater than the true one.
    @Test func sumsSeeEveryEnd() {
        var generator = SeededGenerator(seed: 12)
        var kept = 0
        for round in 0..<4_000 {
            let density = 1 + round % 4
            let opening = (0..<density).reduce(UInt64.max) { bits, _ in bits & generator.next() }
            let closing = (0..<density).reduce(UInt64.max) { bits, _ in bits & generator.next() } & ~opening
            let depth = 1 + round % 70
            var open = depth
            var least = depth
            for index in 0..<64 {
                open += Int(opening >> UInt64(index) & 1) - Int(closing >> UInt64(index) & 1)
                least = min(least, open)
            }
            let sums = (JSONBitSums(opening), JSONBitSums(closing))
            #expect(depth + sums.0.total - sums.1.total == open)
            let mayEnd = JSONBitSums.mayEnd(depth, sums.0, sums.1)
            if least <= 0 { #expect(mayEnd) }
            if !mayEnd { kept += 1 }
        }
        #expect(kept > 1_000)
        // A block of closing marks only, and of opening ones only.
        #expect(JSONBitSums.mayEnd(64, JSONBitSums(0), JSONBitSums(.max)))
        #expect(!JSONBitSums.mayEnd(1, JSONBitSums(.max), JSONBitSums(0)))
        #expect(!JSONBitSums.mayEnd(1_000, JSONBitSums(.max), JSONBitSums(0)))
    }
}
