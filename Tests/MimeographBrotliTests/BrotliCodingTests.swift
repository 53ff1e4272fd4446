import CodingTestSupport
import Mimeograph
import MimeographBrotli
import MimeographCompression
import MimeographText
import TestSupport
import Testing

@Suite struct BrotliCodingTests {
    private static let qualities = [0, 1, 2, 4, 5, 9, 10, 11].map { BrotliCoding(quality: BrotliQuality(clamping: $0)) }

    @Test(arguments: qualities) func whatIsCodedIsDecoded(coding: BrotliCoding) throws {
        try expectRoundTrips(of: coding, seed: UInt64(coding.quality.rawValue))
    }

    @Test func qualitiesDiffer() throws {
        let text = Samples.bodies[5]
        let sizes = try [.fastest, .standard, .smallest].map { try BrotliCoding(quality: $0).encode(bytes: text).count }
        #expect(sizes[0] < text.count / 20)
        #expect(sizes[1] < sizes[0])
        #expect(sizes[2] < sizes[1])
        #expect(BrotliQuality(clamping: -1) == .fastest)
        #expect(BrotliQuality(clamping: 12) == .smallest)
        #expect(BrotliCoding() == .brotli)
    }

    @Test func nothing() throws {
        for coding in Self.qualities {
            let coded = try coding.encode(bytes: [UInt8]())
            #expect(!coded.isEmpty)
            #expect(try coding.decode(bytes: coded).isEmpty)
            #expect(try Samples.run(coding.makeEncoder(), [], chunk: 1) == coded)
        }
        #expect(failure(of: BrotliCoding(), [])?.code == .truncated)
    }

    @Test(arguments: [["gzip", "br"], ["br", "deflate"], ["br", "br", "gzip"]])
    func chains(names: [String]) throws {
        let codings: [String: any StreamingContentCoding] = [
            "br": BrotliCoding(), "gzip": GzipCoding(), "deflate": DeflateCoding(),
        ]
        if Set(names).count == names.count { try expectChain(of: names.compactMap { codings[$0] }) }
        var body = Array("hello".utf8)
        for name in names { body = try #require(codings[name]).encode(bytes: body) }
        let serializers = try SerializerRegistry {
            TextPlugin()
            CompressionPlugin()
            BrotliPlugin()
        }
        #expect(serializers.codings.names == ["identity", "br", "gzip", "deflate"])
        let head = ResponseHead(
            status: 200,
            fields: ["Content-Type": "text/plain", "Content-Encoding": names.joined(separator: ", ").uppercased()]
        )
        #expect(try serializers.read(String.self, from: body, head: head) == "hello")
    }

    @Test func requestsAreCompressed() throws {
        var message = RequestMessage(method: .post)
        try TextRequestSerializer().compressed(by: .brotli).write(
            String(repeating: "hello ", count: 500),
            into: &message
        )
        #expect(message.fields["Content-Encoding"] == "br")
        guard case .bytes(let bytes) = message.body else {
            Issue.record("the body is not bytes")
            return
        }
        #expect(bytes.count < 100)
        #expect(try BrotliCoding().decode(bytes: bytes).count == 3_000)
    }

    /// Flushed data is decoded as soon as it arrives, not when a buffer is full.
    @Test func whatHasArrivedComesOut() throws {
        let coded = try BrotliCoding().encode(bytes: Samples.bodies[4])
        var decoder = BrotliCoding().makeDecoder(limits: .standard)
        var pieces: [[UInt8]] = []
        let half = Array(coded[..<(coded.count / 2)])
        try decoder.consume(half.span, into: &pieces)
        #expect(pieces.reduce(0) { $0 + $1.count } > 20_000)
    }

    @Test(.enabled(if: Tools.has("brotli") || Corpora.isContinuousIntegration, "brotli is not installed"))
    func theBrotliCommand() throws {
        for body in Samples.bodies {
            for coding in [BrotliCoding(), .init(quality: .fastest), .init(quality: .smallest)] {
                #expect(try Tools.run(["brotli", "-dc"], input: coding.encode(bytes: body)) == body)
                let pieces = try Samples.run(coding.makeEncoder(), body, chunk: 1_000)
                #expect(try Tools.run(["brotli", "-dc"], input: pieces) == body)
            }
            for options in [["-q", "5"], ["-q", "9", "-w", "24"], ["-q", "0", "-w", "10"]] {
                let theirs = try Tools.run(["brotli", "-c"] + options, input: body)
                #expect(try BrotliCoding().decode(bytes: theirs, limits: Samples.generous) == body)
                let decoder = BrotliCoding().makeDecoder(limits: Samples.generous)
                #expect(try Samples.run(decoder, theirs, chunk: 1_000) == body)
            }
        }
        // A large window is an extension of libbrotli, not part of the RFC.
        let large = try Tools.run(["brotli", "-c", "--large_window=25"], input: Samples.bodies[5])
        #expect(failure(of: BrotliCoding(), large)?.code == .syntax)
    }
}

@Suite struct BrotliHostileInputTests {
    @Test(arguments: [0, 5, 11]) func everyPrefixIsTruncated(quality: Int) throws {
        let coding = BrotliCoding(quality: BrotliQuality(clamping: quality))
        try expectTruncation(of: coding)
        try expectTruncation(of: coding, text: Array(Samples.bodies[5].prefix(3_000)))
        try expectTruncation(of: coding, text: Array(Samples.bodies[4].prefix(300)))
        try expectTruncation(of: coding, text: [])
    }

    @Test func bytesBehindTheEnd() throws {
        try expectNothingBehindTheEnd(of: BrotliCoding())
        try expectLineEndsBehindTheEnd(of: BrotliCoding())
        // A second stream is not part of the body.
        let coded = try BrotliCoding().encode(bytes: Array("hello".utf8))
        #expect(failure(of: BrotliCoding(), coded + coded)?.location?.offset == coded.count)
    }

    @Test(arguments: ["not brotli at all", "\u{1F}", "PK"]) func somethingElse(text: String) {
        #expect(failure(of: BrotliCoding(), Array(text.utf8)) != nil)
    }

    @Test func theOutputIsBoundedToTheByte() throws { try expectOutputBound(of: BrotliCoding()) }

    @Test func expansionIsBounded() throws {
        let coded = try BrotliCoding().encode(bytes: [UInt8](repeating: 0, count: 65 << 10))
        #expect(coded.count < 100)
        #expect(failure(of: BrotliCoding(), coded, limits: .standard)?.limit?.limit == .expansionRatio)
        #expect(failure(of: BrotliCoding(), coded, limits: DecodingLimits(expansionRatio: 6_000)) == nil)
        let small = try BrotliCoding().encode(bytes: [UInt8](repeating: 0, count: 64 << 10))
        #expect(failure(of: BrotliCoding(), small, limits: .standard) == nil)
    }

    /// 10 MB and 1 GB, compressed to some hundred bytes.
    @Test(arguments: [10, 1_000]) func bombs(megabytes: Int) throws {
        var encoder = try BrotliCoding().makeEncoder()
        let zeroes = [UInt8](repeating: 0, count: 1_000_000)
        var pieces: [[UInt8]] = []
        for _ in 0..<megabytes { try encoder.consume(zeroes.span, into: &pieces) }
        try encoder.finish(into: &pieces)
        let bomb = Array(pieces.joined())
        #expect(bomb.count < 10_000)
        if megabytes > 64 { expectRefusal(of: bomb, by: BrotliCoding()) }
        #expect(failure(of: BrotliCoding(), bomb, limits: .standard, limitsMayDiffer: true)?.code == .limitExceeded)
    }

    @Test func mutationsEndInAValueOrAnError() throws {
        for quality in [0, 5, 11] {
            try expectMutationsToEnd(of: BrotliCoding(quality: BrotliQuality(clamping: quality)))
        }
    }
}
