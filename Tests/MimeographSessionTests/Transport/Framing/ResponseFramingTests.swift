#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of the end of a response. A connection with an unclear end must carry no other response.
    @Suite(.needsOddServer, .needsTLSServer, .within(minutes: 10))
    struct ResponseFramingTests {
        /// The way to the server.
        enum Way: String, CaseIterable {
            case direct, proxy, tunnel, socket

            func request(_ method: HTTPMethod = .get, _ path: String) throws -> TransportRequest {
                let server = try TestServer.framing()
                var options = TransportOptions(idleTimeout: .seconds(20))
                switch self {
                case .direct:
                    return TransportRequest(
                        method: method,
                        url: "http://127.0.0.1:\(server.port("plain"))\(path)",
                        options: options
                    )
                case .socket:
                    options.unixSocketPath = server.path("socket")
                    return TransportRequest(method: method, url: "http://near.example\(path)", options: options)
                case .proxy:
                    options.proxy = .init(url: "http://127.0.0.1:\(server.port("plain"))")
                    return TransportRequest(method: method, url: "http://far.example\(path)", options: options)
                case .tunnel:
                    let answer = FramingRow.coded("HTTP/1.1 200 Connected\r\n\r\n")
                    options.proxy = .init(
                        url: "http://127.0.0.1:\(server.port("tunnel"))",
                        username: answer,
                        password: "x"
                    )
                    return TransportRequest(
                        method: method,
                        url: "https://localhost:\(server.port("secure"))\(path)",
                        options: options
                    )
                }
            }
        }

        static func transport() throws -> CurlTransport {
            CurlTransport(
                configuration: .init(certificateAuthorities: .file(try TestServer.framing().path("authority")))
            )
        }

        /// Sends a request whose connection receives another response later, and waits for that response.
        private func spoil(_ text: String, _ transport: CurlTransport, _ way: Way, _ method: HTTPMethod = .get)
            async throws
        {
            let name = "\(UInt64.random(in: 0 ... .max))"
            let path = "/framed/\(FramingRow.coded(text))?later=\(FramingRow.coded(FramingRow.poison))&name=\(name)"
            _ = try await transport.whole(try way.request(method, path))
            try await waitForMore(name)
        }

        /// Waits until the server has sent its later bytes.
        private func waitForMore(_ name: String) async throws {
            let other = try Self.transport()
            while try await other.whole(try Way.direct.request(.get, "/later/\(name)")).text == "0" {
                try await Task.sleep(for: .milliseconds(10))
            }
            // The bytes may also have to pass a proxy.
            try await Task.sleep(for: .milliseconds(500))
        }

        @Test(arguments: FramingRow.all, Way.allCases)
        func ambiguousFramingIsAnError(_ row: FramingRow, _ way: Way) async throws {
            // A proxy may frame its answers itself. But a connection that the row keeps must be kept.
            let transport = try Self.transport()
            let before = try Echo(try await transport.whole(try way.request(.get, "/echo"))).connection
            let request = try way.request(row.method, row.path)
            switch row.outcome {
            case .kept(let body), .closed(let body):
                #expect(try await transport.whole(request).text == body)
            case .refused:
                let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
                #expect(
                    [.invalidResponse, .connectionLost, .limitExceeded].contains(error?.code),
                    "\(String(describing: error))"
                )
            case .refusedOrRead(let body), .refusedOrClosed(let body):
                do {
                    #expect(try await transport.whole(request).text == body)
                    if case .refusedOrRead = row.outcome { return }
                } catch {
                    #expect(error.code == .invalidResponse, "\(error)")
                }
            }
            let after = try Echo(try await transport.whole(try way.request(.get, "/echo"))).connection
            // A Unix-domain socket is used once, and so is a connection to a proxy that has sent chunks.
            if way == .socket || way == .proxy && row.text.lowercased().contains("chunked") { return }
            if case .kept = row.outcome { #expect(after == before) } else { #expect(after != before) }
        }

        /// Bytes after a complete response are not the response to the next request, whether they arrive at once or later.
        @Test(
            arguments: [
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "HTTP/1.1 204 None\r\n\r\n", "HTTP/1.1 304 None\r\nContent-Length: 5\r\n\r\n",
            ],
            Way.allCases
        )
        func bytesAfterAResponseAreNotTheNextOne(_ text: String, _ way: Way) async throws {
            let transport = try Self.transport()
            let path = "/framed/\(FramingRow.coded(text + FramingRow.poison))"
            _ = try await transport.whole(try way.request(.get, path))
            #expect(try await transport.whole(try way.request(.get, "/bytes/3")).bytes == [0, 1, 2])
            try await spoil(text, transport, way)
            #expect(try await transport.whole(try way.request(.get, "/bytes/3")).bytes == [0, 1, 2])
        }

        /// libcurl reads an immediate answer before it reports the socket that it waits for.
        @Test func bytesAfterAnEarlyAnswerAreNotTheNextOne() async throws {
            for _ in 0..<10 {
                let name = "\(UInt64.random(in: 0 ... .max))"
                let transport = try Self.transport()
                let request = TransportRequest(
                    method: .post,
                    url: "http://127.0.0.1:\(try TestServer.framing().port("eager"))/\(name)",
                    options: TransportOptions(idleTimeout: .seconds(20))
                )
                #expect(try await transport.whole(request).text == "hello")
                // The answer must have arrived when the end of the head is sent.
                var large = request
                for index in 0..<4_000 { try large.fields.append("X-\(index)", String(repeating: "v", count: 200)) }
                #expect(try await transport.whole(large).text == "hello")
                try await waitForMore(name)
                var last = request
                last.body = .bytes([1, 2, 3])
                #expect(try await transport.whole(last).text == "hello")
            }
        }

        /// Bytes after the body in the same TLS record have already left the socket.
        @Test(arguments: Way.allCases)
        func bytesRightAfterABodyAreNotTheNextResponse(_ way: Way) async throws {
            let transport = try Self.transport()
            let name = "\(UInt64.random(in: 0 ... .max))"
            let head = FramingRow.coded("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
            let path = "/framed/\(head)?later=\(FramingRow.coded("hello" + FramingRow.poison))&name=\(name)"
            #expect(try await transport.whole(try way.request(.get, path)).text == "hello")
            try await waitForMore(name)
            #expect(try await transport.whole(try way.request(.get, "/bytes/3")).bytes == [0, 1, 2])
        }

        @Test(arguments: Way.allCases)
        func bytesAfterTheAnswerToHEADAreNotTheNextResponse(_ way: Way) async throws {
            let transport = try Self.transport()
            try await spoil("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n", transport, way, .head)
            #expect(try await transport.whole(try way.request(.get, "/bytes/3")).bytes == [0, 1, 2])
        }

        /// A reset makes a body incomplete, whatever marks its end.
        @Test(
            arguments: [
                "HTTP/1.1 200 OK\r\n\r\nhello", "HTTP/1.0 200 OK\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nx\r\n",
            ],
            Way.allCases.filter { $0 != .socket }  // which knows no reset
        )
        func aBodyOnAResetConnectionIsIncomplete(_ text: String, _ way: Way) async throws {
            for method in [HTTPMethod.get, .post] {
                var request = try way.request(method, "/framed/\(FramingRow.coded(text))?reset=1")
                if method == .post { request.body = .bytes([1, 2, 3]) }
                let error = await #expect(throws: TransportError.self) { try await Self.transport().whole(request) }
                let isInvalid = text.hasSuffix("x\r\n") && error?.code == .invalidResponse
                #expect(error?.code == .connectionLost || isInvalid, "\(String(describing: error))")
            }
        }

        /// A POST request is not sent on a connection that cannot be used.
        @Test func aPostUsesANewConnectionInPlaceOfASpoiledOne() async throws {
            let transport = try Self.transport()
            for body in [MessageBody.none, .bytes([]), .bytes([1, 2, 3])] {
                try await spoil("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", transport, .direct)
                var request = try Way.direct.request(.post, "/echo")
                request.body = body
                #expect(try Echo(try await transport.whole(request)).method == "POST")
            }
        }

        /// The answer of a proxy to CONNECT, and whether it makes a tunnel.
        @Test(
            arguments: [
                ("HTTP/1.1 200 OK\r\n\r\n", true), ("HTTP/1.1 204 None\r\n\r\n", true),
                ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", true),
                ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", true),
                ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", true),
                ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\nTransfer-Encoding: gzip\r\n\r\n", true),
                ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", false),
                ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", false),
                ("HTTP/1.1 404 None\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", false),
                ("HTTP/1.1 404 None\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello", false),
                ("HTTP/1.1 302 Found\r\nLocation: http://evil.example/\r\nContent-Length: 0\r\n\r\n", false),
                ("HTTP/1.1 0200 OK\r\n\r\n", false), ("SSH-2.0-OpenSSH\r\n\r\n", false),
            ]
        )
        func theAnswerToCONNECTDecidesAboutTheTunnel(_ answer: String, _ isTunnel: Bool) async throws {
            let transport = try Self.transport()
            var request = try Way.tunnel.request(.get, "/bytes/3")
            request.options.proxy?.username = FramingRow.coded(answer)
            request.options.connectTimeout = .seconds(10)
            if isTunnel {
                #expect(try await transport.whole(request).bytes == [0, 1, 2])
            } else {
                // Without TLS inside the tunnel, no bytes of the proxy are a response.
                await #expect(throws: TransportError.self) { try await transport.whole(request) }
            }
        }
    }
#endif
