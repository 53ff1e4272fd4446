import CodingTestSupport
import Mimeograph
import MimeographCompression
import MimeographText
import MimeographZstandard
import TestSupport
import Testing

@Suite struct ZstandardCodingTests {
    private static let levels = [1, 2, 3, 6, 12, 19, 22].map { ZstandardCoding(level: ZstandardLevel(clamping: $0)) }

    @Test(arguments: levels) func whatIsCodedIsDecoded(coding: ZstandardCoding) throws {
        try expectRoundTrips(of: coding, seed: UInt64(coding.level.rawValue))
    }

    @Test func levelsDiffer() throws {
        let text = (0..<5_000).flatMap { Array("row \($0 * 7_919 % 1_009) holds \($0 % 71)\n".utf8) }
        let sizes = try [.fastest, .standard, .smallest].map {
            try ZstandardCoding(level: $0).encode(bytes: text).count
        }
        #expect(sizes[0] < text.count / 2)
        #expect(sizes[2] < sizes[0])
        #expect(ZstandardLevel(clamping: 0) == .fastest)
        #expect(ZstandardLevel(clamping: 23) == .smallest)
        #expect(ZstandardCoding() == .zstandard)
    }

    /// RFC 9659 §3: the encoder writes no window of more than 8 MiB at any level, whether the size is known or not.
    @Test(arguments: 1...22) func windowsAreSmall(level: Int) throws {
        let coding = ZstandardCoding(level: ZstandardLevel(clamping: level))
        let text = Array("hello".utf8)
        #expect(try coding.decode(bytes: Samples.run(coding.makeEncoder(), text, chunk: 2)) == text)
        guard level == 1 || level > 18 else { return }
        let long = [UInt8](repeating: 7, count: 9 << 20)
        #expect(
            try coding.decode(bytes: coding.encode(bytes: long), limits: DecodingLimits(expansionRatio: .max)) == long
        )
    }

    @Test func nothing() throws {
        let coded = try ZstandardCoding().encode(bytes: [UInt8]())
        #expect(!coded.isEmpty)
        #expect(try ZstandardCoding().decode(bytes: coded).isEmpty)
        #expect(try ZstandardCoding().decode(bytes: Samples.run(ZstandardCoding().makeEncoder(), [], chunk: 1)).isEmpty)
        #expect(failure(of: ZstandardCoding(), [])?.code == .truncated)
    }

    @Test func framesAreOneBody() throws {
        var coded: [UInt8] = []
        for text in ["one ", "", "two ", "three"] {
            coded += try ZstandardCoding().encode(bytes: Array(text.utf8))
            coded += Frame.skippable([1, 2, 3]) + Frame.skippable([], number: 15)
        }
        for coded in [coded, Frame.skippable([9]) + coded] {
            #expect(try ZstandardCoding().decode(bytes: coded) == Array("one two three".utf8))
            for size in [1, 3, coded.count] {
                let decoder = ZstandardCoding().makeDecoder(limits: .standard)
                #expect(try Samples.run(decoder, coded, chunk: size) == Array("one two three".utf8))
            }
        }
        // RFC 8878 §3.1.2: a skippable frame decodes to nothing.
        #expect(try ZstandardCoding().decode(bytes: Frame.skippable([1])).isEmpty)
        #expect(failure(of: ZstandardCoding(), Array(Frame.skippable([1, 2]).dropLast()))?.code == .truncated)
    }

    /// RFC 8878 §3.1.1: raw and repeated blocks, with and without a size, a checksum or a dictionary with number 0.
    @Test func framesMadeByHand() throws {
        let hello = Frame.raw("hello", isLast: false) + Frame.repeated(0x21, 3, isLast: true)
        for header in [[0x20, 8], [0x00, 0x00], [0x21, 0, 8], [0xA0, 8, 0, 0, 0]] as [[UInt8]] {
            let coded = Frame.magic + header + hello
            #expect(try ZstandardCoding().decode(bytes: coded) == Array("hello!!!".utf8))
            #expect(failure(of: ZstandardCoding(), coded) == nil)
        }
        // Empty blocks, and an empty frame.
        let empty = Frame.magic + [0x20, 0] + Frame.raw("", isLast: false) + Frame.raw("", isLast: true)
        #expect(try ZstandardCoding().decode(bytes: empty + empty).isEmpty)
        #expect(failure(of: ZstandardCoding(), empty) == nil)
    }

    @Test(arguments: [["gzip", "zstd"], ["zstd", "deflate"]])
    func chains(names: [String]) throws {
        let codings: [String: any StreamingContentCoding] = [
            "zstd": ZstandardCoding(), "gzip": GzipCoding(), "deflate": DeflateCoding(),
        ]
        try expectChain(of: names.compactMap { codings[$0] })
        let serializers = try SerializerRegistry {
            CompressionPlugin()
            ZstandardPlugin()
        }
        #expect(serializers.codings.names == ["identity", "zstd", "gzip", "deflate"])
    }

    @Test func requestsAreCompressed() throws {
        var message = RequestMessage(method: .post)
        try TextRequestSerializer().compressed(by: .zstandard).write(
            String(repeating: "hello ", count: 500),
            into: &message
        )
        #expect(message.fields["Content-Encoding"] == "zstd")
        guard case .bytes(let bytes) = message.body else {
            Issue.record("the body is not bytes")
            return
        }
        #expect(bytes.count < 100)
        #expect(try ZstandardCoding().decode(bytes: bytes).count == 3_000)
    }

    @Test(.enabled(if: Tools.has("zstd") || Corpora.isContinuousIntegration, "zstd is not installed"))
    func theZstandardCommand() throws {
        for body in Samples.bodies {
            for coding in [ZstandardCoding(), .init(level: .fastest), .init(level: .smallest)] {
                #expect(try Tools.run(["zstd", "-dc"], input: coding.encode(bytes: body)) == body)
                let pieces = try Samples.run(coding.makeEncoder(), body, chunk: 1_000)
                #expect(try Tools.run(["zstd", "-dc"], input: pieces) == body)
            }
            for options in [["-1"], ["-19"], ["-3", "--no-check"], ["--fast=5"]] {
                let theirs = try Tools.run(["zstd", "-c"] + options, input: body)
                #expect(try ZstandardCoding().decode(bytes: theirs, limits: Samples.generous) == body)
                let decoder = ZstandardCoding().makeDecoder(limits: Samples.generous)
                #expect(try Samples.run(decoder, theirs, chunk: 1_000) == body)
            }
        }
        // A window of 16 MiB, which a receiver need not support.
        let large = try Tools.run(["zstd", "-c", "--long=24"], input: Samples.bodies[5])
        #expect(failure(of: ZstandardCoding(), large)?.message.contains("8 MiB") == true)
    }
}

/// Frames built by hand. Source: RFC 8878 §3.1.
enum Frame {
    static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

    static func skippable(_ content: [UInt8], number: UInt8 = 0) -> [UInt8] {
        [0x50 + number, 0x2A, 0x4D, 0x18, UInt8(content.count), 0, 0, 0] + content
    }

    static func raw(_ text: String, isLast: Bool) -> [UInt8] { block(0, text.utf8.count, isLast) + Array(text.utf8) }

    static func repeated(_ byte: UInt8, _ count: Int, isLast: Bool) -> [UInt8] { block(1, count, isLast) + [byte] }

    static func block(_ type: Int, _ size: Int, _ isLast: Bool) -> [UInt8] {
        let bits = size << 3 | type << 1 | (isLast ? 1 : 0)
        return [
            UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
            UInt8(truncatingIfNeeded: bits >> 16),
        ]
    }
}
