import MimeographTree
import TestSupport
import Testing

@testable import MimeographJSON

/// The block of this processor and the portable one, against one byte after the other.
@Suite struct JSONBlockTests {
    @Test func blocksFindWhereOtherBytesBegin() {
        var generator = SeededGenerator(seed: 7)
        // The bytes that blocks compare with, and neighbors that borrow from each other.
        let values: [UInt8] = [
            0, 1, 0x1F, 0x20, 0x20, 0x20, 0x21, 0x22, 0x23, 0x2F, 0x30, 0x39, 0x3A, 0x5B, 0x5C, 0x5D, 0x61, 0x7F, 0x80,
            0xE0, 0xFF,
        ]
        for round in 0..<2000 {
            let few = (0...round % 5).map { _ in values.randomElement(using: &generator) ?? 0 }
            // The longer runs span more than one block.
            var text: [UInt8] = []
            while text.count < 48 {
                let value = few.randomElement(using: &generator) ?? 0
                text += [UInt8](repeating: value, count: Int.random(in: 1...20, using: &generator))
            }
            check(JSONBlock.self, text)
            check(JSONPortableBlock.self, text)
        }
    }

    private func check<Block: JSONBlockOperations>(_ type: Block.Type, _ text: [UInt8]) {
        with(text) { source in
            let block = Block(source, at: 0)
            let plain = text.prefix { $0 >= 0x20 && $0 < 0x80 && $0 != 0x22 && $0 != 0x5C }.count
            let spaces = text.prefix { $0 == 0x20 }.count
            #expect(block.plainLength == min(plain, 16))
            #expect(Block.plainEnd(source, from: 0) == plain)
            #expect(block.spaceLength == min(spaces, 16))
            for length in 0...31 {
                #expect(Block.areSpaces(source, at: 0, mask: 1 &<< UInt32(length) &- 1) == (spaces >= length))
            }
            for other in [1, 7, 16] {
                let same = zip(text, text.dropFirst(other)).prefix { $0 == $1 }.count
                for length in 1...min(64, text.count - other) {
                    let areEqual = Block.areEqual(source, at: 0, and: other, length: UInt32(length))
                    #expect(areEqual == (same >= length), "\(length) bytes from \(other) on")
                }
            }
            let digits = text.prefix(16).prefix { $0 >= 0x30 && $0 < 0x3A }
            let padded = (digits + [UInt8](repeating: 0x30, count: 16 - digits.count)).map { UInt64($0 - 0x30) }
            let read = block.digits
            #expect(read.length == digits.count)
            #expect(read.first == padded[..<8].reduce(0) { $0 * 10 + $1 })
            #expect(read.second == padded[8...].reduce(0) { $0 * 10 + $1 })
        }
    }

    @Test(arguments: [
        ("日本語だ", true), ("日本語だよ", true), ("日本語a", false), ("日本語", false), ("a日本語だ", false), ("é日本語だ", false),
        // The second byte of these has narrower bounds, which a block does not check.
        ("日ࠀ語だ", false), ("日本語퟿", false),
    ])
    func blocksKnowCharactersOfThreeBytes(text: String, expected: Bool) {
        with(Array(text.utf8)) { source in
            #expect(JSONBlock(source, at: 0).beginsWithFourTriples == expected)
            #expect(JSONPortableBlock(source, at: 0).beginsWithFourTriples == expected)
        }
    }

    @Test func blocksTellTextsApartThatDifferInOneByte() {
        // The other text begins after 80 bytes; the second pass has a difference at each offset.
        let half = (0..<80).map { UInt8($0 % 7 + 0x61) }
        for difference in 0..<80 {
            var other = half
            other[difference] ^= 0x80
            with(half + other) { source in
                for length in 1...64 {
                    #expect(
                        JSONBlock.areEqual(source, at: 0, and: 80, length: UInt32(length)) == (difference >= length)
                    )
                    let portable = JSONPortableBlock.areEqual(source, at: 0, and: 80, length: UInt32(length))
                    #expect(portable == (difference >= length))
                }
            }
        }
    }

    @Test func windowBlocksMarkEachByte() {
        var generator = SeededGenerator(seed: 11)
        let values: [UInt8] = [0, 0x0A, 0x1F, 0x20, 0x22, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0x9F, 0xDB, 0xFF]
        for round in 0..<500 {
            let few = (0...round % 5).map { _ in values.randomElement(using: &generator) ?? 0 }
            let text = (0..<64).map { _ in few.randomElement(using: &generator) ?? 0 }
            check(JSONWindowBlock.self, text, values)
            check(JSONPortableWindowBlock.self, text, values)
        }
    }

    private func check<Block: JSONWindowBlockOperations>(_ type: Block.Type, _ text: [UInt8], _ values: [UInt8]) {
        let block = unsafe Block(text.span.bytes, at: 0)
        for value in values {
            #expect(block.mask(of: value) == mask(text) { $0 == value })
            #expect(block.mask(ofFolded: value | 0x20) == mask(text) { $0 | 0x20 == value | 0x20 })
            #expect(block.contains(value) == text.contains(value))
        }
        #expect(block.hasControls == text.contains { $0 < 0x20 })
    }

    private func mask(_ text: [UInt8], _ isMarked: (UInt8) -> Bool) -> UInt64 {
        text.indices.reduce(0) { isMarked(text[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }

    #if arch(arm64) && canImport(_Builtin_intrinsics.arm.neon) && !MIMEOGRAPH_WITHOUT_VECTORS
        @Test func anARMProcessorUsesItsVectors() {
            #expect(JSONBlock.self == JSONNeonBlock.self)
            #expect(JSONWindowBlock.self == JSONNeonWindowBlock.self)
        }
    #endif

    #if MIMEOGRAPH_WITHOUT_VECTORS
        @Test func theConditionChoosesThePortableBlocks() {
            #expect(JSONBlock.self == JSONPortableBlock.self)
            #expect(JSONWindowBlock.self == JSONPortableWindowBlock.self)
        }
    #endif

    private func with(_ text: [UInt8], _ body: (JSONBytes) -> Void) {
        var bytes = text + [UInt8](repeating: 0, count: JSONBytes.padding)
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: the buffer has the padding, and outlives the closure.
            body(unsafe JSONBytes(buffer, base: base))
        }
    }
}
