#if os(Linux)
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of requests to servers that speak HTTP/1.0, which has no chunks.
    @Suite(.needsOddServer, .needsTLSServer, .within(minutes: 2))
    struct OldServerTests {
        /// A body in chunks is not sent again to a server that has answered in HTTP/1.0. A body with a length is.
        @Test(arguments: [
            ("1.0", Int?.none, SessionError.Code?.some(.invalidRequest)), ("1.0", 2, nil), ("1.1", nil, nil),
        ])
        func chunksAreForNewerVersions(_ version: String, _ length: Int?, _ expected: SessionError.Code?) async throws {
            let server = "http://127.0.0.1:\(try TestServer.framing().port("plain"))"
            let last = FramingRow.coded("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            let first = FramingRow.coded(
                "HTTP/\(version) 307 Moved\r\nLocation: /framed/\(last)\r\nContent-Length: 0\r\n\r\n"
            )
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            let session = SessionManager(configuration: configuration)
            var request = RequestMessage(method: .post, url: "\(server)/framed/\(first)")
            request.body = streamed([[1], [2]], length: length)
            do {
                let response = try await session.data(for: request)
                #expect(expected == nil && response.value == Array("ok".utf8))
            } catch {
                #expect(error.code == expected && error.metrics?.steps.count == 1, "\(error)")
            }
        }
    }
#endif
