import CodingTestSupport
import Mimeograph
import MimeographCompression
import TestSupport
import Testing

@Suite struct HostileInputTests {
    @Test func everyPrefixIsTruncated() throws {
        for coding in Samples.codings { try expectTruncation(of: coding) }
    }

    @Test func everyChecksumIsVerified() throws {
        for coding in [GzipCoding(), DeflateCoding()] as [any StreamingContentCoding] {
            let coded = try coding.encode(bytes: Array("hello, hello".utf8))
            for index in (coded.count - 4)..<coded.count {
                var damaged = coded
                damaged[index] ^= 1
                #expect(failure(of: coding, damaged)?.code == .syntax)
            }
        }
    }

    @Test func bytesBehindTheEnd() throws {
        for coding in [GzipCoding(), DeflateCoding()] as [any StreamingContentCoding] {
            let coded = try coding.encode(bytes: Array("hello".utf8))
            let error = failure(of: coding, coded + [7])
            #expect(error?.code == .syntax)
            #expect(error?.location?.offset == coded.count)
        }
        let padded = try GzipCoding().encode(bytes: Array("hello".utf8)) + [0, 0, 7]
        #expect(failure(of: GzipCoding(), padded)?.code == .syntax)
    }

    @Test(arguments: ["not gzip at all", "\u{1F}", "PK"])
    func somethingElse(text: String) {
        #expect(failure(of: GzipCoding(), Array(text.utf8)) != nil)
        #expect(failure(of: DeflateCoding(), Array(text.utf8)) != nil)
    }

    /// RFC 1950 §2.2, FDICT: HTTP has no way to name a dictionary.
    @Test func presetDictionaries() {
        let error = failure(of: DeflateCoding(), [0x78, 0xBB, 1, 2, 3, 4, 3, 0])
        #expect(error?.code == .syntax)
        #expect(error?.message.contains("dictionary") == true)
    }

    @Test func theOutputIsBoundedToTheByte() throws {
        for coding in Samples.codings { try expectOutputBound(of: coding) }
    }

    @Test func expansionIsBounded() throws {
        let body = [UInt8](repeating: 0, count: 1 << 20)
        for coding in [GzipCoding(), DeflateCoding()] as [any StreamingContentCoding] {
            let coded = try coding.encode(bytes: body)
            #expect(failure(of: coding, coded)?.code == nil)
            let error = failure(of: coding, coded, limits: .standard)
            #expect(error?.limit?.limit == .expansionRatio)
            // The registry's own check rejects the same body.
            let codings = ContentCodings([coding])
            #expect(throws: SerializationError.self) {
                try codings.decode(coded.span, fields: ["Content-Encoding": coding.names[0]], limits: .standard)
            }
        }
        // Up to 64 KiB every expansion is allowed.
        let small = try GzipCoding(level: .smallest).encode(bytes: [UInt8](repeating: 0, count: 64 << 10))
        #expect(small.count < 100)
        #expect(failure(of: GzipCoding(), small, limits: .standard) == nil)
    }

    /// A declared size of 4 GiB allocates no such memory, and a declared size of zero does not stop the reading.
    @Test(arguments: [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0]] as [[UInt8]])
    func theSizeInTheTrailerIsAHint(size: [UInt8]) throws {
        let coded = Array(try GzipCoding().encode(bytes: Samples.bodies[5]).dropLast(4)) + size
        #expect(failure(of: GzipCoding(), coded)?.code == .syntax)
    }

    /// 10 GiB of zeros in 10 MiB. The decoder rejects them long before it produces that much.
    @Test func bombs() throws {
        let zeroes = try GzipCoding(level: .smallest).encode(bytes: [UInt8](repeating: 0, count: 16 << 20))
        var bomb: [UInt8] = []
        for _ in 0..<640 { bomb += zeroes }
        #expect(bomb.count < 11 << 20)
        for (limits, limit) in [(.standard, .expansionRatio), (Samples.generous, .outputBytes)]
            as [(DecodingLimits, DecodingLimits.Limit)]
        {
            #expect(errorOf { try GzipCoding().decode(bytes: bomb, limits: limits) }?.limit?.limit == .outputBytes)
            var decoder = GzipCoding().makeDecoder(limits: limits)
            var pieces: [[UInt8]] = []
            let streamed = #expect(throws: SerializationError.self) {
                try decoder.consume(bomb.span, into: &pieces)
            }
            #expect(streamed?.limit?.limit == limit)
            let made = pieces.reduce(0) { $0 + $1.count }
            // The expansion is checked after each 4 KiB, from which deflate makes at most 1,032 times as many bytes.
            #expect(made <= (limit == .outputBytes ? 64 << 20 : (4 << 10) * 1_032))
        }
    }

    @Test func aThousandCodings() throws {
        var body = Array("hello".utf8)
        let gzip = GzipCoding(level: .stored)
        for _ in 0..<1_000 { body = try gzip.encode(bytes: body) }
        let field = Array(repeating: "gzip", count: 1_000).joined(separator: ", ")
        let error = errorOf {
            try ContentCodings([gzip]).decode(body.span, fields: ["Content-Encoding": field], limits: .standard) ?? []
        }
        #expect(error?.limit == LimitExcess(.contentCodings, allowed: 8, actual: 1_000))
    }

    @Test func thousandsOfEmptyMembers() throws {
        let member = try GzipCoding().encode(bytes: [UInt8]())
        var body: [UInt8] = []
        for _ in 0..<20_000 { body += member }
        #expect(try GzipCoding().decode(bytes: body, limits: .standard).isEmpty)
    }

    @Test func mutationsEndInAValueOrAnError() throws {
        var generator = SeededGenerator(seed: 66)
        for coding in [GzipCoding(), DeflateCoding(), DeflateCoding(acceptsRawData: true)]
            as [any StreamingContentCoding]
        {
            let coded = try coding.encode(bytes: Array("hello, hello, hello, this is a text".utf8))
            for _ in 0..<300 {
                let mutated = Mutation.mutate(coded, using: &generator)
                let error = failure(of: coding, mutated)
                #expect(error == nil || [.syntax, .truncated].contains(error?.code))
            }
        }
    }
}
