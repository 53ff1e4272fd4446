#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of the end of a TLS connection that is also the end of a body.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct SecureEndTests {
        private static func url(_ kind: String, _ end: String) throws -> String {
            "https://localhost:\(try TestServer.framing().port("secure"))/ends/\(kind)/\(end)"
        }

        @Test(arguments: ["length", "chunked", "open", "old"], ["notified", "cut"])
        func aBodyThatEndsWithItsConnectionNeedsTheTLSEnd(_ kind: String, _ end: String) async throws {
            let isDoubtful = end == "cut" && (kind == "open" || kind == "old")
            let response = try await ResponseFramingTests.transport().send(
                TransportRequest(url: try Self.url(kind, end))
            )
            var body = response.body.makeAsyncIterator()
            // The received bytes are delivered before the error.
            #expect(try await body.next() == Array("hello".utf8))
            if isDoubtful {
                let error = await #expect(throws: TransportError.self) { try await body.next() }
                #expect(error?.code == .connectionLost)
            } else {
                #expect(try await body.next() == nil)
            }
        }

        @Test func aTruncatedBodyIsNeitherCachedNorSaved() async throws {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.cache = ResponseCache()
            let session = SessionManager(configuration: configuration, transport: try ResponseFramingTests.transport())
            for end in ["cut", "cut"] {
                let error = await #expect(throws: SessionError.self) {
                    try await session.data(for: RequestMessage(url: try Self.url("open", end)))
                }
                #expect(error?.code == .connectionLost)
            }
            for use in [ExchangeMetrics.CacheUse.stored, .hit] {
                let whole = try await session.data(for: RequestMessage(url: try Self.url("open", "notified")))
                #expect(whole.metrics.cache == use)
            }
            let folder = TemporaryFolder()
            let error = await #expect(throws: SessionError.self) {
                try await session.download(
                    RequestMessage(url: try Self.url("open", "cut"), fields: ["Cache-Control": "no-store"]),
                    to: .file(folder.file("film"))
                )
            }
            #expect(error?.code == .connectionLost && error?.resumption?.byteCount == 5)
            #expect(!folder.names.contains("film"))
        }
    }
#endif
