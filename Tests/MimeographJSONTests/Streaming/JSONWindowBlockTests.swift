import TestSupport
import Testing

@testable import MimeographJSON

@Suite struct JSONWindowBlockTests {
    /// Both kinds of block, against one byte after the other.
    @Test func masksAreExact() {
        var generator = SeededGenerator(seed: 5)
        let values: [UInt8] = [
            0, 1, 0x0A, 0x1F, 0x20, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x7F, 0x80, 0x8A, 0xFF,
        ]
        for round in 0..<500 {
            // Few different bytes make neighbors likely that borrow from each other.
            let few = (0...round % 7).map { _ in values.randomElement(using: &generator) ?? 0 }
            let bytes = (0..<70).map { _ in few.randomElement(using: &generator) ?? 0 }
            let offset = Int.random(in: 0...6, using: &generator)
            // SAFETY: the elements are bytes.
            let block = unsafe JSONWindowBlock(bytes.span.bytes, at: offset)
            // SAFETY: as above.
            let portable = unsafe JSONPortableWindowBlock(bytes.span.bytes, at: offset)
            let part = bytes[offset..<offset + 64]
            func mask(_ test: (UInt8) -> Bool) -> UInt64 {
                part.reversed().reduce(0) { $0 << 1 | (test($1) ? 1 : 0) }
            }
            for value in values {
                let expected = mask { $0 == value }
                #expect(block.mask(of: value) == expected)
                #expect(portable.mask(of: value) == expected)
                #expect(block.contains(value) == (expected != 0))
                #expect(portable.contains(value) == (expected != 0))
                let folded = mask { $0 | 0x20 == value }
                #expect(block.mask(ofFolded: value) == folded)
                #expect(portable.mask(ofFolded: value) == folded)
            }
            let hasControls = part.contains { $0 < 0x20 }
            #expect(block.hasControls == hasControls)
            #expect(portable.hasControls == hasControls)
        }
    }
}
