#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of interim responses and trailers, from hostile servers and over HTTP/2.
    @Suite(.needsOddServer, .needsTLSServer, .within(minutes: 5))
    struct WholeMessageTests {
        private static func request(_ path: String, _ told: Counter) throws -> TransportRequest {
            TransportRequest(
                url: try TestServer.odd(path),
                options: TransportOptions(idleTimeout: .seconds(20)),
                onInterimResponse: { _ in told.increment() }
            )
        }

        // MARK: Interim responses

        @Test(arguments: ["X: \(String(repeating: "v", count: 60))", "A:"])
        func tenThousandEarlyHintsExceedTheLimitOfHeads(_ field: String) async throws {
            let told = Counter()
            let coded = field.replacingOccurrences(of: " ", with: "%20")
            let request = try Self.request("/hints/10000?field=\(coded)", told)
            let error = await #expect(throws: TransportError.self) { try await CurlTransport().whole(request) }
            #expect(error?.code == .limitExceeded)
            // They exceed the limit of 300 KiB.
            #expect(told.value > 1000 && told.value < 10_000)
        }

        @Test func tenThousandEarlyHintsOverHTTP2ExceedALimit() async throws {
            for way in CurlHTTP2Tests.Way.allCases {
                let told = Counter()
                var request = try way.request("hints")
                request.onInterimResponse = { _ in told.increment() }
                let error = await #expect(throws: TransportError.self) {
                    try await CurlHTTP2Tests.transport().whole(request)
                }
                #expect(error?.code == .limitExceeded && told.value < 10_000, "\(String(describing: error))")
            }
        }

        @Test func silenceAfterAnInterimResponseEndsWithTheIdleTimeout() async throws {
            let told = Counter()
            var request = try Self.request("/hints/1?silent=1", told)
            request.options.idleTimeout = .seconds(3)
            let error = await #expect(throws: TransportError.self) { try await CurlTransport().whole(request) }
            #expect(error?.code == .timedOut && told.value == 1)
        }

        /// The server sends hints for 50 seconds.
        @Test func endlessEarlyHintsEndWithTheResourceTimeout() async throws {
            let told = Counter()
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.resourceTimeout = .seconds(2)
            configuration.options.idleTimeout = .seconds(60)
            configuration.onInterimResponse = { _ in told.increment() }
            let session = SessionManager(configuration: configuration, transport: CurlTransport())
            let request = RequestMessage(url: try TestServer.odd("/hints/1000/0.05"))
            let error = await #expect(throws: SessionError.self) { try await session.data(for: request) }
            #expect(error?.code == .timedOut && told.value < 1000)
        }

        @Test func reportsInterimResponsesOverHTTP2() async throws {
            for way in CurlHTTP2Tests.Way.allCases {
                let told = Recorder<ResponseHead>()
                var request = try way.request("interim")
                request.onInterimResponse = { told.append($0) }
                // The body is the number of the connection.
                #expect(Int(try await CurlHTTP2Tests.transport().whole(request).text) != nil)
                #expect(told.values.map(\.status) == [103] && told.values.first?.fields["Link"] == "</a>")
            }
        }

        @Test func reportsAnInterimResponseToExpect() async throws {
            let told = Recorder<ResponseHead>()
            let request = TransportRequest(
                method: .post,
                url: try TestServer.odd("/echo"),
                fields: ["Expect": "100-continue"],
                body: .bytes([65]),
                onInterimResponse: { told.append($0) }
            )
            #expect(try Echo(try await CurlTransport().whole(request)).body == "A")
            #expect(told.values.map(\.status) == [100])
        }

        // MARK: Trailers of responses

        /// Trailers show that the body is complete, even if libcurl does not distinguish its end from a reset.
        @Test func readsTrailersOverHTTP2() async throws {
            for way in CurlHTTP2Tests.Way.allCases {
                let response = try await CurlHTTP2Tests.transport().whole(try way.request("trailed"))
                #expect(response.text == "hello" && response.head.fields["X-Head"] == "yes")
                #expect(response.trailers.values(of: "X-Checksum") == ["abc", "def"])
                #expect(response.trailers.underestimatedCount == 2)
            }
        }

        @Test func ignoresFramingTrailersOverHTTP2() async throws {
            for way in CurlHTTP2Tests.Way.allCases {
                let request = try way.request("trailed_wrongly")
                // libcurl may reject the stream. If it accepts the stream, the body has the length in the head.
                let result = await Self.result(of: request, try CurlHTTP2Tests.transport())
                switch result {
                case .success(let response): #expect(response.text == "hello" && response.trailers == [:])
                case .failure(let error): #expect([.connectionLost, .invalidResponse].contains(error.code))
                }
            }
        }

        private static func result(
            of request: TransportRequest,
            _ transport: CurlTransport
        ) async -> Result<WholeResponse, TransportError> {
            do throws(TransportError) { return .success(try await transport.whole(request)) } catch {
                return .failure(error)
            }
        }

        private static let rows: [(text: String, trailers: HeaderFields?)] = [
            ("X-A: 1\r\n two\r\n\tthree\r\nX-B: 2\r\n", ["X-A": "1 two three", "X-B": "2"]),
            (" folded from nothing\r\nX-B: 2\r\n", ["X-B": "2"]),
            ("Content-Length: 500\r\n 6\r\nX-B: 2\r\n", ["X-B": "2"]),
            ("Content-Length : 500\r\nX-B: 2\r\n", ["X-B": "2"]),
            ("Transfer-Encoding: gzip\r\nContent-Encoding: gzip\r\nX-B: 2\r\n", ["X-B": "2"]),
            ("SET-COOKIE: a=1\r\nWWW-Authenticate: Basic\r\nLocation: /x\r\nETag: \"1\"\r\n", ["ETag": "\"1\""]),
            ("X A: 1\r\nX-Empty:\r\nX-B: 2\r\n", ["X-Empty": "", "X-B": "2"]),
            ("HTTP/1.1 200: OK\r\nX-B: 2\r\n", ["X-B": "2"]),
            ("HTTP/1.1 200 OK\r\nX-B: 2\r\n", nil),
            ("no field\r\n", nil), (": none\r\n", nil),
        ]

        @Test(arguments: rows.indices)
        func readsUnusualTrailers(_ index: Int) async throws {
            let row = Self.rows[index]
            let text = try #require(row.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let transport = CurlTransport()
            let url = try TestServer.odd("/trailed?text=\(text)")
            guard let trailers = row.trailers else {
                let error = await #expect(throws: TransportError.self) { try await transport.whole(url) }
                #expect(error?.code == .invalidResponse, "\(String(describing: error))")
                return
            }
            // The trailers leave nothing for the next response of the connection.
            for _ in 0..<2 {
                switch await Self.result(of: TransportRequest(url: url), transport) {
                case .success(let response):
                    #expect(response.text == "hello" && response.trailers == trailers, "\(response.trailers)")
                case .failure(let error):
                    // libcurl 8.23 accepts no folded trailers.
                    #expect(error.code == .invalidResponse && CurlLibrary.countsRates, "\(error)")
                    #expect(row.text.hasPrefix(" ") || row.text.contains("\r\n "))
                }
            }
        }

        @Test func megabytesOfTrailersExceedTheLimitOfHeads() async throws {
            for path in ["/trailed/5000", "/trailed?text=X:%20\(String(repeating: "v", count: 500_000))%0D%0A"] {
                let error = await #expect(throws: TransportError.self) {
                    try await CurlTransport().whole(try TestServer.odd(path))
                }
                #expect(error?.code == .limitExceeded, "\(String(describing: error))")
            }
            #expect(
                try await CurlTransport().whole(try TestServer.odd("/trailed/200")).trailers.underestimatedCount == 200
            )
        }

        @Test func aBodyThatFailsHasNoTrailers() async throws {
            let response = try await CurlTransport().send(TransportRequest(url: try TestServer.odd("/lie/1000/10")))
            await #expect(throws: TransportError.self) { for try await _ in response.body {} }
            #expect(response.body.trailers == [:])
        }

        // MARK: Trailers of requests

        /// libcurl writes trailers only after chunks, so a request with trailers uses HTTP/1.1 if TLS negotiates the version.
        @Test(.needsNginx) func sendsTrailersOverHTTP1() async throws {
            let transport = try CurlNginxTests.transport()
            var request = try CurlNginxTests.Way.https.request("/version")
            request.options.version = .http2
            #expect(try await transport.whole(request).metrics.protocolVersion == "2")
            (request.method, request.body) = (.post, .bytes([1, 2, 3]))
            request.trailers = RequestTrailers(["X-Sum": "abc"])
            #expect(try await transport.whole(request).metrics.protocolVersion == "1.1")
            request.options.version = .http2PriorKnowledge
            let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
            #expect(error?.code == .unsupported)
        }

        /// The closure for the trailers is called after the last byte was read.
        @Test func trailersAreMadeWhenTheBodyHasEnded() async throws {
            let read = Counter()
            let stream = BodyStream {
                AsyncThrowingStream {
                    let number = read.increment()
                    return number < 20 ? TestServer.pattern(50_000) : nil
                }
            }
            let request = TransportRequest(
                method: .post,
                url: try TestServer.odd("/echo"),
                body: .stream(stream),
                trailers: RequestTrailers(["X-Read"]) { ["X-Read": read.value] }
            )
            let echo = try Echo(try await CurlTransport().whole(request))
            #expect(echo.length == 1_000_000 && echo.trailers == [["X-Read", "21"]])
        }
    }
#endif
