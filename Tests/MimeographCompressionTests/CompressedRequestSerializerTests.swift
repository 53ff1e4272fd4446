import CodingTestSupport
import Mimeograph
import MimeographCompression
import MimeographText
import TestSupport
import Testing

@Suite struct CompressedRequestSerializerTests {
    let text = String(repeating: "hello ", count: 500)

    private func bytes(of message: RequestMessage) throws -> [UInt8] {
        guard case .bytes(let bytes) = message.body else {
            Issue.record("the body is not bytes")
            return []
        }
        return bytes
    }

    @Test func bytesAreCompressed() throws {
        var message = RequestMessage(method: .post, fields: ["Content-Length": "3000", "X-Other": "stays"])
        let writer = TextRequestSerializer().compressed()
        try writer.write(text, into: &message)
        #expect(message.fields["Content-Encoding"] == "gzip")
        #expect(message.fields["Content-Type"] == TextRequestSerializer().contentType.description)
        #expect(message.fields["Content-Length"] == nil)
        #expect(message.fields["X-Other"] == "stays")
        #expect(writer.contentType == TextRequestSerializer().contentType)
        #expect(try bytes(of: message).count < 100)
        #expect(try GzipCoding().decode(bytes: bytes(of: message), limits: .standard) == Array(text.utf8))
    }

    @Test func aRegistryWritesWithIt() throws {
        var serializers = try SerializerRegistry {}
        try serializers.register(writer: TextRequestSerializer().compressed(by: DeflateCoding(level: .smallest)))
        var message = RequestMessage(method: .post)
        try serializers.write(text, into: &message)
        #expect(message.fields["Content-Encoding"] == "deflate")
        #expect(try DeflateCoding().decode(bytes: bytes(of: message), limits: .standard) == Array(text.utf8))
    }

    @Test func thePredicateDecides() throws {
        let writer = TextRequestSerializer().compressed { $0.body.knownLength ?? .max >= 1_024 }
        var small = RequestMessage(method: .post)
        try writer.write("hello", into: &small)
        #expect(small.fields["Content-Encoding"] == nil)
        #expect(try bytes(of: small) == Array("hello".utf8))
        var large = RequestMessage(method: .post)
        try writer.write(text, into: &large)
        #expect(large.fields["Content-Encoding"] == "gzip")
    }

    @Test(arguments: [
        (ExistingContentEncoding.leave, "br", false), (.append, "br, gzip", true), (.replace, "gzip", true),
    ])
    func aContentEncodingThatIsThere(existing: ExistingContentEncoding, field: String, isCompressed: Bool) throws {
        var message = RequestMessage(method: .post, fields: ["content-encoding": "br"])
        try TextRequestSerializer().compressed(existing: existing).write(text, into: &message)
        #expect(message.fields.values(of: "Content-Encoding") == [field])
        #expect(try (bytes(of: message) != Array(text.utf8)) == isCompressed)
    }

    @Test func refusalsChangeNothing() throws {
        var message = RequestMessage(method: .post, fields: ["Content-Encoding": "br"])
        let error = #expect(throws: SerializationError.self) {
            try TextRequestSerializer().compressed().write(text, into: &message)
        }
        #expect(error?.code == .invalidField)
        #expect(message.fields.lines.count == 1)
        #expect(message.body.knownLength == 0)

        let file = #expect(throws: SerializationError.self) {
            try BodySerializer().compressed().write(.file(path: "/nowhere"), into: &message)
        }
        #expect(file?.code == .invalidField)
        message.fields = [:]
        let other = #expect(throws: SerializationError.self) {
            try BodySerializer().compressed().write(.file(path: "/nowhere"), into: &message)
        }
        #expect(other?.code == .unencodableValue)
        #expect(message.fields.lines.isEmpty)
    }

    @Test func nothingStaysNothing() throws {
        for body in [MessageBody.none, .bytes([])] {
            var message = RequestMessage(method: .post)
            try BodySerializer().compressed().write(body, into: &message)
            #expect(message.body.knownLength == 0)
            #expect(!message.fields.contains("Content-Encoding"))
        }
    }

    @Test func streamsAreCompressedAsOftenAsTheyAreSent() async throws {
        let body = Samples.bodies[4] + Samples.bodies[5]
        let stream = BodyStream(length: body.count) {
            AsyncThrowingStream { continuation in
                for start in stride(from: 0, to: body.count, by: 10_000) {
                    continuation.yield(Array(body[start..<min(body.count, start + 10_000)]))
                    continuation.yield([])
                }
                continuation.finish()
            }
        }
        var message = RequestMessage(method: .post)
        try BodySerializer().compressed().write(.stream(stream), into: &message)
        #expect(message.fields["Content-Encoding"] == "gzip")
        #expect(message.body.knownLength == nil)
        guard case .stream(let compressed) = message.body else {
            Issue.record("the body is not a stream")
            return
        }
        for _ in 0..<2 {
            var coded: [UInt8] = []
            for try await chunk in compressed {
                #expect(!chunk.isEmpty)
                coded += chunk
            }
            #expect(coded.count < body.count / 2)
            #expect(try GzipCoding().decode(bytes: coded, limits: .standard) == body)
        }
    }

    @Test func aStreamThatFailsFails() async throws {
        struct Broken: Error {}
        let stream = BodyStream { AsyncThrowingStream { throw Broken() } }
        await #expect(throws: Broken.self) {
            for try await _ in stream.encoded(by: GzipCoding()) {}
        }
    }
}

/// Writes a given body.
private struct BodySerializer: RequestSerialization {
    var contentType: MediaType { .octetStream }

    func write(_ input: MessageBody, into message: inout RequestMessage) throws(SerializationError) {
        message.body = input
    }
}
