#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographForm
    import MimeographSession
    import Testing

    extension ClientConformanceTests {
        private static let hello = Array("Hello World".utf8)

        // MARK: Heads

        @Test func sendsEachMethodWithoutABody() async throws {
            for method in [HTTPMethod.head, .get, .put, .post, .delete] {
                let response = try await whole(request(method, "bytes/0"))
                try #require(response.head.status == 200 && response.value.isEmpty && response.trailers == [:])
                if method == .head { continue }
                // Here the response has no chunk but the last.
                try #require(try await whole(request(method, "mirror")).value.isEmpty)
                let echo = try await echo(request(method, "echo"))
                try #require(echo.method == method.rawValue && echo.body.isEmpty)
            }
        }

        @Test func sendsAFieldOfTheCaller() async throws {
            let echo = try await echo(
                request(.post, "echo", fields: ["X-Foo": "BARbaz"], body: streamed([Self.hello]))
            )
            try #require(echo.values("X-Foo") == ["BARbaz"] && echo.body == "Hello World")
        }

        @Test func sendsAnEmptyField() async throws {
            let echo = try await echo(request(.post, "echo", fields: ["X-Test": ""]))
            try #require(echo.values("X-Test") == [""])
        }

        @Test func sendsFieldsOfOneNameInOrder() async throws {
            let echo = try await echo(request(.get, "echo", fields: ["X-Test": "one", "X-Test": "two"]))
            let values = echo.values("X-Test").flatMap { $0.components(separatedBy: ", ") }
            try #require(values == ["one", "two"])
        }

        /// The parameters of a URL are sent as they stand, and those of the call follow them.
        @Test func sendsParametersInTheirOrder() async throws {
            let query = "foo=bar&bar=baz&baz=qux&qux=&foo=phew"
            try #require(try await echo(request(.get, "echo?\(query)")).target == "/echo?\(query)")
            let echo: Echo = try await api.get("echo?foo=bar&foo=phew", query: ["bar": "baz", "qux": ""])
            try #require(echo.target == "/echo?foo=bar&foo=phew&bar=baz&qux=")
        }

        // MARK: Bodies

        /// Sends no chunk, with a known length and without one.
        @Test func sendsAnEmptyStream() async throws {
            for length in [0, nil] {
                let echo = try await echo(request(.post, "echo", body: streamed([], length: length)))
                try #require(echo.length == 0, "length \(String(describing: length))")
            }
        }

        @Test func receivesTheBodyThatItSends() async throws {
            let response = try await whole(request(.post, "mirror", body: streamed([Self.hello])))
            try #require(response.head.status == 200 && response.text == "Hello World")
        }

        @Test func receivesAMegabyteWhileItSendsIt() async throws {
            let body = [UInt8](repeating: 0x41, count: 1_000_000)
            let response = try await whole(request(.post, "mirror", body: streamed([body], length: body.count)))
            try #require(response.head.status == 200 && response.value == body)
        }

        @Test func sendsTrailers() async throws {
            var request = request(.post, "echo", body: streamed([Self.hello]))
            request.trailers = RequestTrailers(["X-Request-Trailer-One": "first", "X-Request-Trailer-Two": "second"])
            let echo = try await echo(request)
            try #require(echo.body == "Hello World")
            try #require(echo.trailers == [["X-Request-Trailer-One", "first"], ["X-Request-Trailer-Two", "second"]])
        }

        // MARK: Calls

        @Test func getsAValueWithOneCall() async throws {
            let echo: Echo = try await api.get("echo")
            try #require(echo.method == "GET" && echo.body.isEmpty)
        }

        @Test func postsABodyWithOneCall() async throws {
            let content = RequestContent.body(.bytes(Self.hello), contentType: "text/plain")
            let echo: Echo = try await api.post("echo", content)
            try #require(echo.method == "POST" && echo.body == "Hello World")
        }

        @Test func answersAHundredRequestsAtOnce() async throws {
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<100 {
                    group.addTask { try await echo(request(.get, "echo?\(number)")).target }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            try #require(answers == Set((0..<100).map { "/echo?\($0)" }))
        }

        // MARK: Several requests

        @Test func followsARedirect() async throws {
            for status in [301, 308] {
                let echo = try await echo(request(.get, "redirect-to?status=\(status)&url=/echo"))
                try #require(echo.method == "GET" && echo.target == "/echo" && echo.body.isEmpty, "\(status)")
            }
        }

        @Test func stopsAnEndlessRedirect() async throws {
            try #require(await code { try await whole(request(.get, "ping")) } == .tooManyRedirects)
        }

        @Test func sendsAReceivedCookie() async throws {
            let set = try await whole(request(.get, "cookie")).head.fields.values(of: "Set-Cookie")
            try #require(set.count == 1 && set[0].hasPrefix("foo="))
            try #require(try await echo(request(.get, "echo")).values("Cookie") == set)
        }

        /// The body changes whenever the server has confirmed it. The fields of a 304 replace those of the stored response.
        @Test func revalidatesByEntityTag() async throws {
            var caching = self
            caching.api.configuration.cache = ResponseCache()
            for quotes in ["", "\""] {
                let name = "\(UInt64.random(in: 0 ... .max))"
                let request = request(.get, "revision/\(name)\(quotes.isEmpty ? "" : "?quoted=1")")
                for number in 0..<3 {
                    for isStored in [false, true] {
                        let response = try await caching.whole(request)
                        try #require(response.head.status == 200 && response.text == "\(number)")
                        try #require(response.head.fields["ETag"] == "\(quotes)\(number)\(quotes)")
                        try #require(response.head.fields["Cached"] == "\(isStored)")
                    }
                }
            }
        }
    }
#endif
