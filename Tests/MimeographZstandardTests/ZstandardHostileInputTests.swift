import CodingTestSupport
import Mimeograph
import MimeographZstandard
import TestSupport
import Testing

@Suite struct ZstandardHostileInputTests {
    @Test(arguments: [1, 3, 19]) func everyPrefixIsTruncated(level: Int) throws {
        let coding = ZstandardCoding(level: ZstandardLevel(clamping: level))
        try expectTruncation(of: coding)
        try expectTruncation(of: coding, text: Array(Samples.bodies[5].prefix(3_000)))
        try expectTruncation(of: coding, text: Array(Samples.bodies[4].prefix(300)))
        try expectTruncation(of: coding, text: [])
    }

    @Test func theChecksumIsVerified() throws {
        let coded = try ZstandardCoding().encode(bytes: Array("hello, hello".utf8))
        for index in (coded.count - 4)..<coded.count {
            var damaged = coded
            damaged[index] ^= 1
            #expect(failure(of: ZstandardCoding(), damaged)?.code == .syntax)
        }
    }

    /// With a checksum, every change is detected.
    @Test func everyChangeIsNoticed() throws {
        let body = Array(Samples.bodies[5].prefix(1_000))
        let coded = try ZstandardCoding().encode(bytes: body)
        for index in coded.indices {
            var damaged = coded
            damaged[index] ^= 0x10
            let error = failure(of: ZstandardCoding(), damaged, limitsMayDiffer: true)
            #expect(error != nil || (try? ZstandardCoding().decode(bytes: damaged)) == body)
        }
    }

    @Test func bytesBehindTheEnd() throws {
        try expectNothingBehindTheEnd(of: ZstandardCoding())
        try expectLineEndsBehindTheEnd(of: ZstandardCoding())
        let coded = try ZstandardCoding().encode(bytes: Array("hello".utf8))
        #expect(failure(of: ZstandardCoding(), coded + [0x28, 0xB5, 7])?.code == .syntax)
        #expect(failure(of: ZstandardCoding(), coded + [0x28, 0xB5])?.code == .truncated)
    }

    /// Includes formats older than the RFC, which libzstd would read.
    @Test(arguments: [
        Array("not zstd at all".utf8), [0x1F, 0x8B], [0x27, 0xB5, 0x2F, 0xFD, 0, 0], [0x28, 0xB5, 0x2F, 0xFC],
    ])
    func somethingElse(bytes: [UInt8]) {
        #expect(failure(of: ZstandardCoding(), bytes)?.code == .syntax)
    }

    @Test(arguments: [[0x21, 1, 0], [0x22, 0, 1, 0], [0x23, 0, 0, 0, 1, 0], [0x01, 0x00, 1]] as [[UInt8]])
    func dictionaries(header: [UInt8]) {
        let error = failure(of: ZstandardCoding(), Frame.magic + header + Frame.raw("", isLast: true))
        #expect(error?.code == .syntax)
        #expect(error?.message.contains("dictionary") == true)
        #expect(error?.location?.offset == 4 + header.count)
    }

    /// RFC 9659 §3. A window is a power of two plus some eighths of it, or the content size of a single-segment frame.
    @Test(
        arguments: [
            ([0x00, 0x68], true), ([0x00, 0x69], false), ([0x00, 0x70], false), ([0x00, 0xF8], false),
            ([0x00, 0xFF], false),
            ([0xA0, 0x00, 0x00, 0x80, 0x00], true), ([0xA0, 0x01, 0x00, 0x80, 0x00], false),
            ([0xE0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], false),
        ] as [([UInt8], Bool)]
    )
    func windows(header: [UInt8], isSmall: Bool) {
        let error = failure(of: ZstandardCoding(), Frame.magic + header + Frame.raw("hello", isLast: false))
        #expect(error?.code == (isSmall ? .truncated : .syntax))
        #expect(error?.message.contains("8 MiB") == !isSmall)
    }

    @Test func framesThatContradictThemselves() {
        let hello = Frame.raw("hello", isLast: true)
        let large = Frame.repeated(0, (128 << 10) + 1, isLast: true)
        for frame in [
            // A wrong size, a reserved bit, a reserved block type, a block that exceeds its window or the maximum block size, and
            // a compressed block without bytes.
            [0x20, 4] + hello, [0x20, 6] + hello, [0x28, 5] + hello, [0x20, 5] + Frame.block(3, 5, true),
            [0x00, 0x00] + Frame.repeated(0, 1_025, isLast: true), [0x00, 0x68] + large,
            [0x00, 0x00] + Frame.block(2, 1, true) + [0],
        ] as [[UInt8]] {
            #expect(failure(of: ZstandardCoding(), Frame.magic + frame)?.code == .syntax, "\(frame)")
        }
    }

    @Test func theOutputIsBoundedToTheByte() throws { try expectOutputBound(of: ZstandardCoding()) }

    /// The output before a damaged block does not depend on chunk boundaries.
    @Test func whatComesOutBeforeAnError() {
        let blocks = Frame.repeated(1, 100_000, isLast: false) + Frame.raw("hello", isLast: false)
        let coded = Frame.magic + [0x00, 0x68] + blocks + Frame.block(3, 0, true)
        for size in [1, 2, 7, coded.count] {
            var decoder = ZstandardCoding().makeDecoder(limits: Samples.generous)
            var pieces: [[UInt8]] = []
            #expect(throws: SerializationError.self) {
                for start in stride(from: 0, to: coded.count, by: size) {
                    try decoder.consume(coded[start..<min(start + size, coded.count)].span, into: &pieces)
                }
            }
            #expect(pieces.reduce(0) { $0 + $1.count } == 100_005)
        }
    }

    /// 10 MB to 100 GB of one byte, in blocks of 128 KiB that take four bytes each. The declared size allocates no memory.
    @Test(arguments: [10_000_000, 1_000_000_000, 100_000_000_000], [true, false])
    func bombs(size: Int, isTold: Bool) {
        let blocks = size / (128 << 10)
        let told = isTold ? (0..<8).map { UInt8(truncatingIfNeeded: (blocks * 128 << 10) >> ($0 * 8)) } : []
        var bomb = Frame.magic + (isTold ? [0xC0, 0x68] : [0x00, 0x68]) + told
        let block = Frame.repeated(0, 128 << 10, isLast: false)
        for _ in 1..<blocks { bomb += block }
        bomb += Frame.repeated(0, 128 << 10, isLast: true)
        if size > 64 << 20 { expectRefusal(of: bomb, by: ZstandardCoding()) }
        #expect(errorOf { try ZstandardCoding().decode(bytes: bomb) }?.code == .limitExceeded)
    }

    @Test func thousandsOfEmptyFrames() throws {
        let empty = try ZstandardCoding().encode(bytes: [UInt8]())
        let frames = (0..<20_000).flatMap { $0 % 2 == 0 ? empty : Frame.skippable([]) }
        #expect(try ZstandardCoding().decode(bytes: frames).isEmpty)
    }

    @Test func mutationsEndInAValueOrAnError() throws {
        for level in [1, 3, 19] {
            try expectMutationsToEnd(of: ZstandardCoding(level: ZstandardLevel(clamping: level)))
        }
    }
}
