import CodingTestSupport
import Mimeograph
import MimeographCompression
import MimeographText
import TestSupport
import Testing

@Suite struct ContentCodingTests {
    @Test func whatIsCodedIsDecoded() throws {
        for coding in Samples.codings {
            for body in Samples.bodies {
                let coded = try coding.encode(bytes: body)
                #expect(try coding.decode(bytes: coded, limits: Samples.generous) == body)
            }
        }
    }

    @Test(arguments: [1, 7, 4_096, 1_000_000])
    func chunksChangeNothing(size: Int) throws {
        for coding in Samples.codings {
            for body in Samples.bodies where body.count < 10_000 || size > 1_000 {
                let coded = try Samples.run(coding.makeEncoder(), body, chunk: size)
                #expect(try coding.decode(bytes: coded, limits: Samples.generous) == body)
                let decoder = coding.makeDecoder(limits: Samples.generous)
                #expect(try Samples.run(decoder, coded, chunk: size) == body)
            }
        }
    }

    @Test func levelsDiffer() throws {
        let text = Samples.bodies[5]
        let stored = try GzipCoding(level: .stored).encode(bytes: text)
        let fastest = try GzipCoding(level: .fastest).encode(bytes: text)
        let smallest = try GzipCoding(level: .smallest).encode(bytes: text)
        #expect(stored.count > text.count)
        #expect(fastest.count < text.count / 20)
        #expect(smallest.count < fastest.count)
        #expect(CompressionLevel(clamping: -1) == .stored)
        #expect(CompressionLevel(clamping: 10) == .smallest)
    }

    /// Equal bodies give equal bytes: the header has neither a time nor a name, and the operating system is zlib's value.
    @Test func headersTellNothing() throws {
        let coded = try GzipCoding().encode(bytes: Array("hello".utf8))
        #expect(Array(coded.prefix(8)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
        #expect(try DeflateCoding().encode(bytes: Array("hello".utf8)).prefix(2) == [0x78, 0x9C])
    }

    @Test(arguments: [1, 3, 1_000_000])
    func membersAreOneBody(size: Int) throws {
        let gzip = GzipCoding()
        var coded: [UInt8] = []
        for text in ["one ", "", "two ", "three"] { coded += try gzip.encode(bytes: Array(text.utf8)) }
        let body = Array("one two three".utf8)
        #expect(try gzip.decode(bytes: coded, limits: .standard) == body)
        coded += [0, 0, 0]
        #expect(try gzip.decode(bytes: coded, limits: .standard) == body)
        #expect(try Samples.run(gzip.makeDecoder(limits: .standard), coded, chunk: size) == body)
    }

    /// RFC 1952 §2.3: an extra field, a name, a comment and a checksum of the header.
    @Test func optionalHeaderFields() throws {
        let plain = try GzipCoding().encode(bytes: Array("hello".utf8))
        var coded: [UInt8] = [0x1F, 0x8B, 8, 0b1_1100, 0, 0, 0, 0, 0, 3, 4, 0, 1, 2, 3, 4]
        coded += Array("name\0comment\0".utf8) + plain.dropFirst(10)
        #expect(try GzipCoding().decode(bytes: coded, limits: .standard) == Array("hello".utf8))
    }

    @Test func rawDataOnlyByOption() throws {
        for body in Samples.bodies {
            // The bytes between the two bytes of the header and the four of the checksum.
            let raw = Array(try DeflateCoding().encode(bytes: body).dropFirst(2).dropLast(4))
            let strict = #expect(throws: SerializationError.self) {
                try DeflateCoding().decode(bytes: raw, limits: Samples.generous)
            }
            #expect(strict?.code == .syntax || strict?.code == .truncated)
            let lenient = DeflateCoding(acceptsRawData: true)
            #expect(try lenient.decode(bytes: raw, limits: Samples.generous) == body)
            #expect(try Samples.run(lenient.makeDecoder(limits: Samples.generous), raw, chunk: 3) == body)
        }
    }

    /// A server decompresses a client's body with the same registry, under the same limits.
    @Test func theRegistryUndoesThoseOfRequests() throws {
        let serializers = try SerializerRegistry {
            TextPlugin()
            CompressionPlugin()
        }
        let head = RequestHead(method: .post, fields: ["Content-Type": "text/plain", "Content-Encoding": "gzip"])
        let body = try GzipCoding().encode(bytes: Array("hello".utf8))
        #expect(try serializers.read(String.self, from: body, request: head) == "hello")
        let bomb = try GzipCoding().encode(bytes: [UInt8](repeating: 0x20, count: 1 << 22))
        let error = #expect(throws: SerializationError.self) {
            try serializers.read(String.self, from: bomb, request: head)
        }
        #expect(error?.limit?.limit == .expansionRatio)
    }

    @Test func theRegistryUndoesThem() throws {
        let serializers = try SerializerRegistry {
            TextPlugin()
            CompressionPlugin()
        }
        let once = try DeflateCoding().encode(bytes: Array("hello".utf8))
        let twice = try GzipCoding().encode(bytes: once)
        let head = ResponseHead(
            status: 200,
            fields: ["Content-Type": "text/plain", "Content-Encoding": "deflate, X-GZIP"]
        )
        #expect(try serializers.read(String.self, from: twice, head: head) == "hello")
    }

    /// Values that Alamofire's tests expect of its compressor: the checksum, and the bytes for a zero.
    @Test func whatAlamofireWrites() throws {
        #expect(try DeflateCoding().decode(bytes: [0x78, 0x5E, 0x63, 0, 0, 0, 1, 0, 1]) == [0])
        #expect(try DeflateCoding().encode(bytes: [0]).dropFirst(2) == [0x63, 0, 0, 0, 1, 0, 1])
        let checksum = try DeflateCoding().encode(bytes: Array("Wikipedia".utf8)).suffix(4)
        #expect(checksum.reduce(0) { $0 << 8 | UInt32($1) } == 300_286_872)
    }
}
