import Foundation
import Mimeograph
import MimeographFoundation
import MimeographJSON
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct FoundationMessagesTests {
    struct User: Codable, Equatable { var name: String }

    static func response(_ status: Int, _ fields: [String: String]) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://example.com/a?b=c"))
        return try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        )
    }

    @Test func headOfResponse() throws {
        let response = try Self.response(201, ["content-type": "text/html; charset=utf-8", "X-B": "2", "X-A": "1, 1"])
        let head = ResponseHead(response, requestMethod: .post)
        #expect(head.status == 201)
        #expect(head.requestMethod == .post)
        #expect(head.url == "https://example.com/a?b=c")
        #expect(head.contentType == "text/html; charset=utf-8")
        #expect(head.fields["x-a"] == "1, 1")
        #expect(head.fields.map { $0.name.lowercased() } == ["content-type", "x-a", "x-b"])
        #expect(head.contentCodingsUndone)
        #expect(!ResponseHead(response, contentCodingsUndone: false).contentCodingsUndone)
    }

    @Test func responseOfHead() throws {
        var head = ResponseHead(status: 404, fields: ["Content-Type": "text/plain"], url: "https://example.com/x")
        try head.fields.append("X-Many", "a")
        try head.fields.append("x-many", "b")
        let response = try #require(HTTPURLResponse(head))
        #expect(response.statusCode == 404)
        #expect(response.url?.path == "/x")
        #expect(response.value(forHTTPHeaderField: "x-MANY") == "a, b")
        #expect(response.mimeType == "text/plain")
        #expect(ResponseHead(response).fields["X-Many"] == "a, b")
        #expect(HTTPURLResponse(ResponseHead(status: 200)) == nil)
    }

    @Test func headOfAnotherResponse() throws {
        let url = try #require(URL(string: "file:///tmp/a.json"))
        let response = URLResponse(
            url: url,
            mimeType: "application/json",
            expectedContentLength: 2,
            textEncodingName: "utf-8"
        )
        let head = ResponseHead(response)
        #expect(head.status == 200)
        #expect(head.contentType == "application/json; charset=utf-8")
        let plain = URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        #expect(ResponseHead(plain).contentType == nil)
    }

    @Test func requestThereAndBack() throws {
        var message = RequestMessage(
            method: "REPORT",
            url: "../c?d=%20",
            fields: ["Accept": "text/*", "X-One": "1"],
            body: .bytes([1, 2, 3])
        )
        try message.fields.append("X-One", "2")
        let base = try #require(URL(string: "https://example.com/a/b/"))
        let request = try URLRequest(message, relativeTo: base)
        #expect(request.url?.absoluteString == "https://example.com/a/c?d=%20")
        #expect(request.httpMethod == "REPORT")
        #expect(request.httpBody == Data([1, 2, 3]))
        #expect(request.value(forHTTPHeaderField: "x-one") == "1, 2")
        let back = try RequestMessage(request)
        #expect(back.method == "REPORT")
        #expect(back.url == "https://example.com/a/c?d=%20")
        #expect(back.fields["accept"] == "text/*")
        #expect(back.fields["X-One"] == "1, 2")
        guard case .bytes([1, 2, 3]) = back.body else {
            Issue.record("another body")
            return
        }
        guard case .none = try RequestMessage(URLRequest(url: base)).body else {
            Issue.record("a body that was not expected")
            return
        }
    }

    @Test(arguments: ["", "users/7", "//host/x", "http://[bad"])
    func urlsThatCannotBeSent(_ url: String) {
        #expect { try URLRequest(RequestMessage(url: url)) } throws: {
            ($0 as? SerializationError)?.code == .invalidURL
        }
    }

    @Test func bodiesThatCannotBeCarried() throws {
        let url = try #require(URL(string: "https://example.com"))
        var request = URLRequest(url: url)
        request.httpBodyStream = InputStream(data: Data([1]))
        #expect { try RequestMessage(request) } throws: { ($0 as? SerializationError)?.code == .sourceFailed }
        let stream = BodyStream { AsyncThrowingStream { $0.finish() } }
        #expect { try URLRequest(RequestMessage(url: "http://a", body: .stream(stream))) } throws: {
            ($0 as? SerializationError)?.code == .sourceFailed
        }
        let place = URL(fileURLWithPath: #filePath)
        for path in [#filePath, place.absoluteString] {
            let request = try URLRequest(RequestMessage(url: "http://a", body: .file(path: path)))
            let stream = try #require(request.httpBodyStream)
            stream.open()
            #expect(stream.streamStatus == .open)
            stream.close()
        }
        for path in ["/nonexistent/a", "file:///nonexistent/a", place.deletingLastPathComponent().path, "/dev/null"] {
            #expect { try URLRequest(RequestMessage(url: "http://a", body: .file(path: path))) } throws: {
                ($0 as? SerializationError)?.code == .sourceFailed
            }
        }
    }

    /// Source: RFC 9113 §8.2.3.
    @Test func linesOfCookiesAreJoinedBySemicolons() throws {
        var message = RequestMessage(url: "http://a", fields: ["Cookie": "a=1", "X-A": "1"])
        try message.fields.append("cookie", "b=2")
        try message.fields.append("X-A", "2")
        let request = try URLRequest(message)
        #expect(request.value(forHTTPHeaderField: "Cookie") == "a=1; b=2")
        #expect(request.value(forHTTPHeaderField: "X-A") == "1, 2")
    }

    /// The session stores a byte that is not UTF-8 as a scalar, which Foundation would send.
    @Test func fieldsThatAreNotUTF8AreRefused() {
        let message = RequestMessage(url: "http://a", fields: ["If-None-Match": "\"caf\u{10FEE9}\""])
        #expect { try URLRequest(message) } throws: { ($0 as? SerializationError)?.code == .invalidField }
    }

    /// A URLRequest cannot hold trailers, even empty ones.
    @Test(arguments: [MessageBody.bytes([1]), .file(path: #filePath), .none])
    func trailersAreRefused(_ body: MessageBody) {
        for trailers in [
            RequestTrailers(["X-Sum": "abc"]), RequestTrailers(["X-Sum"]) { ["X-Sum": "abc"] }, RequestTrailers([:]),
        ] {
            let message = RequestMessage(method: .put, url: "http://a", body: body, trailers: trailers)
            #expect { try URLRequest(message) } throws: {
                guard let error = $0 as? SerializationError else { return false }
                return error.code == .sourceFailed && error.message.contains("trailers") && error.remedy != nil
            }
        }
        let message = RequestMessage(method: .put, url: "http://a", body: body)
        #expect(throws: Never.self) { try URLRequest(message) }
    }

    /// A field with a line break is an error; it is neither sent nor silently omitted.
    @Test func fieldsThatMayNotBeSent() {
        let message = RequestMessage(url: "http://a", fields: ["X-Evil": "a\r\nHost: b"])
        #expect { try URLRequest(message) } throws: { ($0 as? SerializationError)?.code == .invalidField }
    }

    @Test func registryReadsWhatSessionsGive() throws {
        var registry = SerializerRegistry()
        try registry.register(format: JSONFormat())
        let data = Data(#"{"name":"Ada"}"#.utf8)
        let response = try Self.response(200, ["Content-Type": "application/vnd.api+json", "Content-Encoding": "gzip"])
        #expect(try registry.read(User.self, from: data, response) == User(name: "Ada"))
        let user: User = try registry.read(from: data, response)
        #expect(user.name == "Ada")
        let missing = try Self.response(404, ["Content-Type": "application/json"])
        #expect { try registry.read(User.self, from: data, missing) } throws: {
            ($0 as? SerializationError)?.code == .unacceptableStatus
        }
    }

    /// A peer may send any number of fields; the time must be linear in it.
    @Test func veryManyFields() throws {
        let names = (0..<20_000).map { "X-\($0)" }
        let response = try Self.response(200, Dictionary(uniqueKeysWithValues: names.map { ($0, "1") }))
        let start = ContinuousClock.now
        let head = ResponseHead(response)
        #expect(head.fields.lines.count == names.count)
        #expect(HTTPURLResponse(head)?.allHeaderFields.count == names.count)
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}
