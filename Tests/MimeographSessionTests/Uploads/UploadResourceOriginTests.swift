import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests of which server may name the upload resource if the first request is sent more than once.
@Suite struct UploadResourceOriginTests {
    private static let now = UploadResumability(limit: 3, delay: .zero)
    private static let body = Array("0123456789".utf8)

    private static func interim(_ location: String, _ offset: String? = nil) -> ResponseHead {
        var fields: HeaderFields = ["Upload-Draft-Interop-Version": "8", "Location": location]
        if let offset { fields["Upload-Offset"] = offset }
        return ResponseHead(status: 104, fields: fields)
    }

    private static func broken(_ interim: ResponseHead) -> ScriptedAnswer {
        var answer = ScriptedAnswer.failure(TransportError(.connectionLost, "Gone."))
        answer.interimResponses = [interim]
        return answer
    }

    private static func send(_ transport: ScriptedTransport) async throws -> ValueResponse<[UInt8]> {
        let request = RequestMessage(method: .post, url: "http://h/films", fields: ["Authorization": "secret"])
        return try await session(transport).upload(request, from: .bytes(body), resumability: now)
    }

    /// A server that the request was redirected to must not choose a resource at the first server, which would be written with
    /// that server's secrets.
    @Test(arguments: ["http://h/admin", "/uploads/1", "http://other/uploads/1"])
    func anotherOriginNamesNoResource(_ location: String) async {
        let transport = ScriptedTransport()
        transport.on(.post, "http://h/films", .init(status: 307, fields: ["Location": "http://other/films"]))
        transport.on(.post, "http://other/films", Self.broken(Self.interim(location)))
        let error = await #expect(throws: SessionError.self) { try await Self.send(transport) }
        #expect(error?.code == .connectionLost && error?.uploadResumption == nil)
        #expect(transport.requests.map(\.url) == ["http://h/films", "http://other/films"])
        #expect(transport.requests.last?.fields.contains("Authorization") == false)
    }

    /// The same applies to the final response of a server that has stored a part of the body.
    @Test func anotherOriginNamesNoResourceAtTheEnd() async {
        let transport = ScriptedTransport()
        transport.on(.post, "http://h/films", .init(status: 307, fields: ["Location": "http://other/films"]))
        let fields: HeaderFields = ["Upload-Complete": "?0", "Location": "http://h/admin"]
        transport.on(.post, "http://other/films", .init(status: 201, fields: fields))
        #expect(await code { try await Self.send(transport) } == .uploadResumptionFailed)
        #expect(transport.requests.count == 2)
    }

    /// The other server must not set the offset of the first server's resource. The true offset would then look like a loss.
    @Test func anotherOriginSaysNoOffset() async throws {
        let transport = ScriptedTransport()
        var moved = ScriptedAnswer(status: 307, fields: ["Location": "http://other/films"])
        moved.interimResponses = [Self.interim("/uploads/1")]
        transport.on(.post, "http://h/films", moved)
        transport.on(.post, "http://other/films", Self.broken(Self.interim("/uploads/2", "8")))
        let asked: HeaderFields = ["Upload-Complete": "?0", "Upload-Offset": "3"]
        transport.on(.head, "http://h/uploads/1", .init(status: 204, fields: asked))
        transport.on(.patch, "http://h/uploads/1", .init(status: 201, fields: ["Upload-Complete": "?1"]))
        #expect(try await Self.send(transport).head.status == 201)
        #expect(transport.requests.last?.body == Array("3456789".utf8))
    }

    /// A redirected request creates a second resource, which does not have the bytes of the first one.
    @Test func aSecondResourceStartsAtZero() async throws {
        let transport = ScriptedTransport()
        var moved = ScriptedAnswer(status: 307, fields: ["Location": "/b"])
        moved.interimResponses = [Self.interim("/uploads/1"), Self.interim("/uploads/1", "8")]
        transport.on(.post, "http://h/films", moved)
        transport.on(.post, "http://h/b", Self.broken(Self.interim("/uploads/2")))
        let asked: HeaderFields = ["Upload-Complete": "?0", "Upload-Offset": "3"]
        transport.on(.head, "http://h/uploads/2", .init(status: 204, fields: asked))
        transport.on(.patch, "http://h/uploads/2", .init(status: 201, fields: ["Upload-Complete": "?1"]))
        #expect(try await Self.send(transport).head.status == 201)
        #expect(transport.requests.last?.body == Array("3456789".utf8))
    }

    /// A stored description may have been changed. The session rejects it and does not trap.
    @Test(arguments: [(-1, -1), (Int64.min, Int64.min), (0, -1), (-1, 0), (.max, -5)] as [(Int64, Int64)])
    func aDescriptionOfNegativeNumbersIsRefused(_ offset: Int64, _ length: Int64) async {
        let transport = ScriptedTransport()
        let resumption = UploadResumption(url: "http://h/uploads/1", offset: offset, length: length)
        let request = RequestMessage(method: .post, url: "http://h/films")
        let found = await code { try await session(transport).cancelUpload(resumption, of: request) }
        #expect(found == .uploadResumptionFailed)
        #expect(transport.requests.isEmpty)
    }
}
