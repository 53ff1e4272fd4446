import Bencode
import Mimeograph
import MimeographJSON
import Testing

@Suite struct BencodeTests {
    /// A tracker's response next to JSON.
    @Test func besideJSON() throws {
        let serializers = try SerializerRegistry {
            JSONPlugin()
            BencodePlugin()
        }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/x-bittorrent"])
        let answer = try serializers.read(Bencode.self, from: "d8:intervali1800ee".utf8, head: head)
        #expect(answer == .dictionary([Array("interval".utf8): .integer(1800)]))
        #expect(try serializers.encode(answer).bytes == Array("d8:intervali1800ee".utf8))
    }

    /// A serializer for a custom media type.
    @Test func aTypeOfOnesOwn() throws {
        var serializers = try SerializerRegistry { JSONPlugin() }
        try serializers.register(BencodeResponseSerializer(), for: "application/vnd.acme.report")
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/vnd.acme.report;v=2"])
        #expect(try serializers.read(Bencode.self, from: "i7e".utf8, head: head) == .integer(7))
    }

    /// A program's registration takes precedence over a plugin's.
    @Test func insteadOfABuiltInOne() throws {
        var serializers = try SerializerRegistry { JSONPlugin() }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/json"])
        #expect(try serializers.anyValue(from: "7".utf8, head: head) is JSON)
        try serializers.register(BencodeResponseSerializer(), for: "application/json")
        #expect(try serializers.anyValue(from: "i7e".utf8, head: head) as? Bencode == .integer(7))
        // JSON still reads the types that were not replaced.
        #expect(try serializers.read([Int].self, from: "[1]".utf8, head: head) == [1])
    }

    /// Nesting has a limit, whatever `DecodingLimits` allow.
    @Test func depth() {
        let body = [UInt8](repeating: 0x6C, count: 100_000)
        for allowed in [512, .max] {
            let error = #expect(throws: SerializationError.self) {
                try BencodeResponseSerializer()
                    .read(body, head: ResponseHead(status: 200), limits: DecodingLimits(depth: allowed))
            }
            #expect(error?.limit?.limit == .depth)
        }
    }
}
