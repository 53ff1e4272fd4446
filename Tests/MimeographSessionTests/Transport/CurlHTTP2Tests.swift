#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of HTTP/2 frame by frame: truncated streams, failing connections and malformed heads.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct CurlHTTP2Tests {
        /// The way in which HTTP/2 is chosen.
        enum Way: String, CaseIterable {
            case priorKnowledge, negotiated

            func request(_ behaviour: String, _ method: HTTPMethod = .get) throws -> TransportRequest {
                let server = try TestServer.http2()
                var options = TransportOptions(idleTimeout: .seconds(20))
                options.version = self == .negotiated ? .http2 : .http2PriorKnowledge
                let port = server.port(self == .negotiated ? behaviour + "TLS" : behaviour)
                return TransportRequest(
                    method: method,
                    url: "\(self == .negotiated ? "https" : "http")://localhost:\(port)/",
                    options: options
                )
            }
        }

        static func transport() throws -> CurlTransport {
            CurlTransport(configuration: .init(certificateAuthorities: .file(try TestServer.http2().path("authority"))))
        }

        static func session(_ way: Way) throws -> SessionManager {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.cache = ResponseCache()
            configuration.options = try way.request("cut").options
            return SessionManager(configuration: configuration, transport: try transport())
        }

        // MARK: Truncated bodies

        @Test(
            arguments: Way.allCases,
            [
                "cut", "cut_of_length", "cut_by_cancel", "cut_by_failure", "cut_at_once", "cut_before_body",
                "cut_by_leaving",
                "cut_by_leaving_below", "cut_by_closing", "forged",
            ]
        )
        func aBodyBeforeAResetIsIncomplete(_ way: Way, _ behaviour: String) async throws {
            let request = try way.request(behaviour)
            await #expect(throws: TransportError.self) { try await Self.transport().whole(request) }
            let session = try Self.session(way)
            for _ in 0..<2 {
                let error = await #expect(throws: SessionError.self) {
                    try await session.data(for: RequestMessage(url: request.url))
                }
                #expect(error?.metrics?.cache == ExchangeMetrics.CacheUse.none)
            }
            let folder = TemporaryFolder()
            let film = DownloadDestination.file(folder.file("film"))
            await #expect(throws: SessionError.self) {
                try await session.download(RequestMessage(url: request.url), to: film)
            }
            #expect(!folder.names.contains("film"))
        }

        @Test(arguments: Way.allCases)
        func acceptsABodyWithoutALengthIfItsEndIsReported(_ way: Way) async throws {
            let request = try way.request("unannounced")
            if CurlLibrary.hidesResets {
                let error = await #expect(throws: TransportError.self) { try await Self.transport().whole(request) }
                #expect(error?.code == .unsupported)
            } else {
                #expect(try await Self.transport().whole(request).text == "whole")
            }
            if !CurlLibrary.hidesResets {
                // A reset after the end does not matter; libcurl delivers such a response unless it saw both at once.
                #expect(try await Self.transport().whole(try way.request("trailing")).text == "whole")
            }
            for behaviour in ["right", "interim"] {
                // The body is the number of the connection; other tests use the same server.
                #expect(Int(try await Self.transport().whole(try way.request(behaviour)).text) != nil)
            }
            #expect(try await Self.transport().whole(try way.request("nothing")).head.status == 204)
        }

        @Test(.needsNginx) func usesHTTP2OnlyIfLibcurlReportsEnds() async throws {
            var request = try CurlNginxTests.Way.https.request("/version")
            request.options.version = .automatic
            let response = try await CurlNginxTests.transport().whole(request)
            #expect(response.metrics.protocolVersion == (CurlLibrary.tellsEnds ? "2" : "1.1"))
        }

        @Test func theVersionIsKnownWithTheHead() async throws {
            let url = try Way.negotiated.request("right").url
            let manager = try HTTPSessionManager(
                baseURL: url,
                serializers: SerializerRegistry(),
                session: try Self.session(.negotiated)
            )
            let response = try await manager.response(for: RequestMessage(url: url))
            #expect(response.metrics.steps.last?.transport.protocolVersion == "2")
        }

        @Test(arguments: Way.allCases)
        func waitsForABodyWithoutAnEnd(_ way: Way) async throws {
            var request = try way.request("without_end")
            request.options.idleTimeout = .milliseconds(300)
            let error = await #expect(throws: TransportError.self) { try await Self.transport().whole(request) }
            #expect(error?.code == .timedOut)
        }

        // MARK: Failing connections

        @Test func doesNotReuseASilentConnection() async throws {
            let transport = try Self.transport()
            var request = try Way.negotiated.request("stalls")
            #expect(try await transport.whole(request).text == "1")
            request.options.idleTimeout = .milliseconds(400)
            let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
            #expect(error?.code == .timedOut)
            request.options.idleTimeout = .seconds(10)
            for _ in 0..<3 { #expect(try await transport.whole(request).text == "2") }
        }

        @Test(arguments: ["floods", "garbles", "garbles_later"])
        func doesNotReuseAFailedConnection(_ behaviour: String) async throws {
            let transport = try Self.transport()
            let request = try Way.negotiated.request(behaviour)
            if behaviour.hasSuffix("_later") { #expect(try await transport.whole(request).text == "1") }
            let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
            #expect(error?.code == (behaviour == "floods" ? .limitExceeded : .connectionLost))
            for _ in 0..<3 { #expect(try await transport.whole(request).text == "2") }
        }

        // MARK: Answers before the end of the request

        @Test(arguments: Way.allCases, ["refuses", "answers_early"])
        func returnsACompleteAnswerIfTheBodyCannotBeSent(_ way: Way, _ behaviour: String) async throws {
            for isKnown in [true, false] {
                // Before 8.1, libcurl sends a body of unknown length over HTTP/1.1, which this server does not support.
                if !isKnown, way == .negotiated, CurlLibrary.mixesStreams { continue }
                var request = try way.request(behaviour, .post)
                request.options.idleTimeout = .seconds(30)
                let body = TestServer.pattern(300_000)
                request.body = .stream(madeStream(length: isKnown ? body.count : nil, chunks: [body]))
                // After the idle timeout, the result would be an error.
                let response = try await Self.transport().whole(request)
                #expect(response.head.status == (behaviour == "refuses" ? 413 : 200))
                #expect(response.text == (behaviour == "refuses" ? "too large" : "early"))
            }
        }

        // MARK: Heads

        @Test(
            arguments: [
                "long_status", "short_status", "switching", "switching_bare", "two_lengths", "length_in_list",
                "signed_length", "negative_length", "huge_length", "longer_length", "shorter_length", "coded",
                "coded_and_long", "closing",
            ],
            Way.allCases
        )
        func aContradictoryHeadIsAnError(_ behaviour: String, _ way: Way) async throws {
            let error = await #expect(throws: TransportError.self) {
                try await Self.transport().whole(try way.request(behaviour))
            }
            #expect([.invalidResponse, .connectionLost].contains(error?.code), "\(String(describing: error))")
        }
    }
#endif
