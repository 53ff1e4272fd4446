import HTTPTypes
import HTTPTypesAdapter
import Mimeograph
import Testing

@Suite struct RequestTests {
    @Test func asAServerReadsIt() throws {
        let request = HTTPRequest(
            method: .post,
            scheme: "https",
            authority: "api.example:8443",
            path: "/users?full=1",
            headerFields: [.accept: "text/plain", .accept: "text/html"]
        )
        let head = try RequestHead(request)
        #expect(head.method == .post)
        #expect(head.target == "/users?full=1")
        #expect(head.fields.map(\.name) == ["Host", "Accept", "Accept"])
        #expect(head.fields["Host"] == "api.example:8443")
        #expect(head.fields["Accept"] == "text/plain, text/html")
        // No pseudo-header field becomes a field.
        #expect(head.fields.allSatisfy { !$0.name.hasPrefix(":") })
    }

    /// A server must not use another host than the authority.
    @Test(arguments: [
        (["a.example"], true), (["A.EXAMPLE", "a.example"], true), (["b.example"], false), (["a.example", "b"], false),
    ])
    func aHostFieldIsNotDoubled(hosts: [String], isValid: Bool) throws {
        var request = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "a.example",
            path: "/"
        )
        let name = try #require(HTTPField.Name("Host"))
        for host in hosts { request.headerFields.append(HTTPField(name: name, value: host)) }
        if isValid {
            #expect(try RequestHead(request).fields.values(of: "Host") == ["a.example"])
        } else {
            #expect(throws: SerializationError.self) { try RequestHead(request) }
        }
    }

    @Test func targetsThatAreNoPaths() throws {
        let all = HTTPRequest(method: .options, scheme: "http", authority: "a.example", path: "*")
        #expect(try RequestHead(all).target == "*")
        #expect(throws: SerializationError.self) { try RequestMessage(all) }
        let tunnel = HTTPRequest(method: .connect, scheme: nil, authority: "a.example:443", path: nil)
        #expect(try RequestHead(tunnel).target == "a.example:443")
        #expect(throws: SerializationError.self) { try RequestMessage(tunnel) }
        var extended = HTTPRequest(method: .connect, scheme: "https", authority: "a.example", path: "/chat")
        extended.extendedConnectProtocol = "websocket"
        #expect(try ResponseHead(HTTPResponse(status: .ok), to: extended).url == nil)
        let nothing = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
        #expect(throws: SerializationError.self) { try RequestHead(nothing) }
        #expect(throws: SerializationError.self) { try RequestMessage(nothing) }
    }

    @Test func asAClientSendsIt() throws {
        let message = RequestMessage(
            method: .put,
            url: "HTTPS://api.example/a%20b?c=d&e#part",
            fields: ["Host": "API.example", "X-A": "1", "x-a": "2"],
            body: .bytes([1])
        )
        let request = try HTTPRequest(message)
        #expect(request.method == .put)
        #expect(request.scheme == "https")
        #expect(request.authority == "api.example")
        #expect(request.path == "/a%20b?c=d&e")
        #expect(request.headerFields.map(\.name.rawName) == ["X-A", "x-a"])
        let back = try RequestMessage(request, body: message.body)
        #expect(back.url == "https://api.example/a%20b?c=d&e")
        #expect(back.method == .put)
        let fields: HeaderFields = ["X-A": "1", "x-a": "2"]
        #expect(back.fields == fields)
    }

    @Test(arguments: [
        ("http://a.example", "/"), ("http://a.example?q", "/?q"), ("http://a.example#f", "/"),
        ("http://[::1]:80/x", "/x"),
        ("http://a.example//x", "//x"),
    ])
    func paths(url: String, path: String) throws {
        #expect(try HTTPRequest(RequestMessage(url: url)).path == path)
    }

    @Test(arguments: [
        "", "/users", "users", "ftp://a.example/", "http:/a.example", "http:///x", "http://ada:secret@a.example/",
        "http://a.example/a b", "http://a.example/ü", "http://a.example/\u{0D}\u{0A}",
    ])
    func urlsThatCannotBeSent(url: String) {
        let error = #expect(throws: SerializationError.self) { try HTTPRequest(RequestMessage(url: url)) }
        #expect(error?.code == .invalidField)
    }

    @Test func whatContradicts() {
        let other = RequestMessage(url: "http://a.example/", fields: ["Host": "b.example"])
        #expect(throws: SerializationError.self) { try HTTPRequest(other) }
        let method = RequestMessage(method: "GE T", url: "http://a.example/")
        #expect(throws: SerializationError.self) { try HTTPRequest(method) }
    }

    @Test func aPathIsNotTakenForAHost() {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "//evil.example/")
        #expect(throws: SerializationError.self) { try RequestMessage(request) }
    }
}
