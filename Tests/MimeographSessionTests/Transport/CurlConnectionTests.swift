#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of connections: shared, reused and limited ones, and other ways than TCP to the server.
    @Suite(.needsOddServer, .within(minutes: 10))
    struct CurlConnectionTests {
        @Test func successiveRequestsUseOneConnection() async throws {
            let transport = CurlTransport()
            var connections: Set<Int> = []
            for index in 0..<5 {
                let response = try await transport.whole(try TestServer.odd("/echo"))
                connections.insert(try Echo(response).connection)
                #expect(response.metrics.connectionWasReused == (index > 0))
                #expect((response.metrics.connected != nil) == (index == 0))
            }
            #expect(connections.count == 1)
        }

        @Test func aPausedExchangeLeavesNoStateBehind() async throws {
            let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: 1))
            for _ in 0..<3 {
                // The exchange is cancelled while it waits for its reader.
                _ = try await transport.send(TransportRequest(url: try TestServer.odd("/endless")))
                let body = TestServer.pattern(300_000)
                let next = TransportRequest(
                    method: .post,
                    url: try TestServer.odd("/echo"),
                    body: .stream(madeStream(chunks: [[1], body]))
                )
                #expect(try Echo(try await transport.whole(next)).length == 300_001)
            }
        }

        @Test(arguments: [1, 3])
        func limitsConnectionsToOneHost(_ limit: Int) async throws {
            let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: limit))
            let connections = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try Echo(try await transport.whole(try TestServer.odd("/echo"))).connection }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(connections.count <= limit)
        }

        @Test func limitsConnectionsToAllHosts() async throws {
            let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: nil, maximumConnections: 2))
            let connections = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try Echo(try await transport.whole(try TestServer.odd("/echo"))).connection }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(connections.count <= 2)
        }

        @Test func anUnreadBodyBlocksOnlyItsConnection() async throws {
            let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: 2))
            let response = try await transport.send(TransportRequest(url: try TestServer.odd("/endless")))
            for _ in 0..<5 { #expect(try await transport.whole(try TestServer.odd("/bytes/3")).bytes == [0, 1, 2]) }
            withExtendedLifetime(response) {}
        }

        @Test func replacesAConnectionThatTheServerClosed() async throws {
            let transport = CurlTransport()
            for _ in 0..<5 {
                #expect(try await transport.whole(try TestServer.odd("/hang-up")).text == "bye")
                #expect(try await transport.whole(try TestServer.odd("/bytes/1")).bytes == [0])
            }
        }

        @Test(arguments: [HTTPMethod.get, .put])
        func repeatsAnIdempotentRequestOnANewConnection(_ method: HTTPMethod) async throws {
            let transport = CurlTransport()
            let path = "/hang-up-once/\(method)-\(UInt64.random(in: 0 ... .max))"
            var request = TransportRequest(method: method, url: try TestServer.odd(path))
            #expect(try await transport.whole(request).head.status == 200)
            if method == .put {
                request.body = .stream(madeStream(length: 300_000, chunks: [TestServer.pattern(300_000)]))
            }
            let answer = try await transport.whole(request).text
            #expect(answer == #"{"requests": 3, "length": \#(method == .put ? 300_000 : 0)}"#)
        }

        /// If the connection is reset before any byte of the body was sent, libcurl itself sends the request again, and no
        /// setting prevents that. A body that was sent in part is never sent twice.
        @Test func doesNotRepeatAPostAfterItsBodyHasBegun() async throws {
            let transport = CurlTransport()
            let path = "/hang-up-once/post-\(UInt64.random(in: 0 ... .max))"
            var request = TransportRequest(method: .post, url: try TestServer.odd(path), body: .bytes([1]))
            #expect(try await transport.whole(request).head.status == 200)
            request.body = .bytes(TestServer.pattern(300_000))
            do {
                #expect(try await transport.whole(request).text == #"{"requests": 3, "length": 300000}"#)
            } catch {
                #expect(error.code == .connectionLost)
            }
        }

        /// The request was sent completely when the connection is lost, so the server may have processed it.
        @Test(arguments: [MessageBody.none, .bytes([])])
        func doesNotRepeatAPostWithoutABody(_ body: MessageBody) async throws {
            let transport = CurlTransport()
            let path = "/hang-up-once/empty-\(UInt64.random(in: 0 ... .max))"
            let request = TransportRequest(method: .post, url: try TestServer.odd(path), body: body)
            #expect(try await transport.whole(request).head.status == 200)
            let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
            #expect(error?.code == .connectionLost)
            #expect(try await transport.whole(request).text == #"{"requests": 3, "length": 0}"#)
        }

        @Test func aUnixDomainSocket() async throws {
            let options = TransportOptions(unixSocketPath: try TestServer.odd().path("socket"))
            let request = TransportRequest(url: "http://no.such.host.invalid/echo", options: options)
            let echo = try Echo(try await CurlTransport().whole(request))
            #expect(echo.values("host") == ["no.such.host.invalid"])
            for path in ["", "/nowhere", String(repeating: "x", count: 200), "a\0b"] {
                var bad = request
                bad.options.unixSocketPath = path
                await #expect(throws: TransportError.self) { try await CurlTransport().whole(bad) }
            }
        }

        @Test func aProxyWithCredentials() async throws {
            let transport = CurlTransport()
            let url = "http://127.0.0.1:\(try TestServer.odd().port("proxy"))"
            var options = TransportOptions(proxy: .init(url: url, username: "ada", password: "secret"))
            let target = "http://far.example/path?query"
            let echo = try Echo(
                try await transport.whole(TransportRequest(url: target, fields: ["X-A": "1"], options: options))
            )
            #expect(echo.target == target && echo.values("host") == ["far.example"] && echo.values("x-a") == ["1"])
            #expect(Set(echo.fields.map { $0[0] }) == ["Host", "Proxy-Authorization", "X-A"])
            options.proxy?.password = "wrong"
            let refused = try await transport.whole(TransportRequest(url: target, options: options))
            #expect(refused.head.status == 407)
            // The transport itself sends the request for a tunnel, so its failure is a transport error.
            let error = await #expect(throws: TransportError.self) {
                try await transport.whole(TransportRequest(url: "https://far.example/", options: options))
            }
            #expect(error?.code == .proxyFailed)
        }

        /// libcurl from 8.8 to 8.20 omits the question mark before an empty query.
        @Test(arguments: ["", "socks5h", "http"]) func sendsAnEmptyQuery(through scheme: String) async throws {
            var request = TransportRequest(url: try TestServer.odd("/echo?"))
            var target = "/echo?"
            if !scheme.isEmpty {
                request.url = "http://far.example/echo?"
                let port = try TestServer.odd().port(scheme == "http" ? "proxy" : "socks")
                request.options.proxy = .init(url: "\(scheme)://127.0.0.1:\(port)")
            }
            if scheme == "http" {
                request.options.proxy?.username = "ada"
                request.options.proxy?.password = "secret"
                target = request.url
            }
            #expect(try Echo(try await CurlTransport().whole(request)).target == target)
        }

        @Test func ignoresProxiesOfTheEnvironment() async {
            // This runs in a separate process, because all tests share the environment.
            await #expect(processExitsWith: .success) {
                for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY", "HTTPS_PROXY"] {
                    // SAFETY: no other thread reads the environment yet; the texts live through the call.
                    unsafe setenv(name, "http://127.0.0.1:1/", 1)
                }
                let response = try await CurlTransport().whole(try TestServer.odd("/bytes/1"))
                #expect(response.bytes == [0])
            }
        }

        @Test(arguments: ["ftp://x:1", "http://", "x:1", "http://ada:secret@x:1", "http://a b:1", ""])
        func rejectsInvalidProxies(_ url: String) async throws {
            let request = TransportRequest(
                url: try TestServer.odd("/bytes/1"),
                options: TransportOptions(proxy: .init(url: url))
            )
            let error = await #expect(throws: TransportError.self) { try await CurlTransport().whole(request) }
            #expect(error?.code == .invalidRequest)
        }
    }
#endif
