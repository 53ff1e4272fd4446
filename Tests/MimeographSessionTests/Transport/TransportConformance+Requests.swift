import Mimeograph
import MimeographSession
import TestServers
import Testing

extension TransportConformance {
    /// Checks of requests without their bodies.
    static let requests = [
        Check("the method and the target are sent unchanged", .wire) { (transportUnderTest) async throws in
            for method in [HTTPMethod.get, .post, .put, .patch, .delete, .options, "REPORT"] {
                #expect(try await transportUnderTest.echo(method).method == method.rawValue)
            }
            for target in ["/echo?a=%20&b", "/echo/../x/./y", "/echo//", "/echo/%7Efoo"] {
                let response = try await transportUnderTest.whole(target)
                let echo = try? Echo(response)
                // A target that the server does not find is not echoed, but must not have been shortened either.
                #expect(echo.map { $0.target == target } ?? (response.head.status == 404))
            }
        },
        Check("fields are sent in order, without additions", .wire) { (transportUnderTest) async throws in
            let fields: HeaderFields = ["X-B": "1", "x-a": "two words", "X-B": "3", "X-Empty": "", "Accept": "text/x"]
            let lines = try await transportUnderTest.echo(.get, fields: fields).fields
            #expect(lines.filter { $0[0] == "Host" }.count == 1)
            #expect(
                lines.filter { $0[0] != "Host" } == [
                    ["X-B", "1"], ["x-a", "two words"], ["X-B", "3"], ["X-Empty", ""], ["Accept", "text/x"],
                ]
            )
            let bare = try await transportUnderTest.echo(.get).fields
            #expect(bare.map { $0[0] } == ["Host"])
            let post = try await transportUnderTest.echo(.post, body: .bytes([1])).fields
            #expect(post.map { $0[0] }.sorted() == ["Content-Length", "Host"])
        },
        Check("a Host of the caller's", .wire) { (transportUnderTest) async throws in
            #expect(
                try await transportUnderTest.echo(.get, fields: ["Host": "other.example"]).values("host") == [
                    "other.example"
                ]
            )
        },
        Check("invalid requests are rejected") { (transportUnderTest) async throws in
            let good = try transportUnderTest.url("/echo")
            for url in [
                "", "echo", "/echo", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http:///x",
                "http://ada:secret@127.0.0.1/", good + "/a b", good + "/\u{7F}", good + "/\n", good + "/caf\u{E9}",
                good + "\0",
            ] {
                let error = await #expect(throws: TransportError.self) {
                    try await transportUnderTest.transport.whole(url)
                }
                #expect(error?.code == .invalidRequest, "\(url.debugDescription)")
            }
            for method in ["", "GET /", "GE\r\nT", "G\u{C9}T"] as [HTTPMethod] {
                #expect(await transportUnderTest.failure(method, "/echo")?.code == .invalidRequest)
            }
            for fields in [
                ["X-Bad": "a\r\nb"], ["Content-Length": "7"], ["Content-Length": "x"], ["Transfer-Encoding": "gzip"],
                ["Content-Length": "2", "Content-Length": "3"],
                ["Content-Length": "2", "Transfer-Encoding": "chunked"],
                ["Host": "a", "Host": "b"], ["Proxy-Authorization": "Basic x"],
            ] as [HeaderFields] {
                let error = await transportUnderTest.failure(.post, "/echo", fields: fields, body: .bytes([1, 2]))
                #expect(error?.code == .invalidRequest, "\(fields)")
            }
        },
        Check("requests that are too large are rejected") { (transportUnderTest) async throws in
            let long = String(repeating: "v", count: 1_000_000)
            let url = try transportUnderTest.url("/echo?\(long)")
            let error = await #expect(throws: TransportError.self) { try await transportUnderTest.transport.whole(url) }
            #expect(error?.code == .limitExceeded)
            #expect(await transportUnderTest.failure(.get, "/echo", fields: ["X-Long": long])?.code == .limitExceeded)
        },
        Check("unsupported requests are rejected") { (transportUnderTest) async throws in
            #expect(await transportUnderTest.failure("CONNECT", "/echo")?.code == .unsupported)
            #expect(
                await transportUnderTest.failure(.get, "/echo", fields: ["Upgrade": "websocket"])?.code == .unsupported
            )
        },
        Check("an invalidated transport rejects requests") { (transportUnderTest) async throws in
            #expect(try await transportUnderTest.whole("/bytes/1").bytes == [0])
            transportUnderTest.transport.invalidate(cancelling: false)
            #expect(await transportUnderTest.failure("/bytes/1")?.code == .invalidated)
        },
    ]
}
