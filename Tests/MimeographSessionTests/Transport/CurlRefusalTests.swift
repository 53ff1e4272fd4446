#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of HTTP/2 connections with GOAWAY, of refused and reset streams, and of forbidden frames.
    @Suite(
        .needsTLSServer,
        .within(minutes: 10),
        .enabled(
            if: CurlLibrary.reportsFrames,
            "libcurl before 8.3 reports no frames: Scripts/platforms stable --filter CurlRefusal"
        )
    )
    struct CurlRefusalTests {
        typealias Way = CurlHTTP2Tests.Way

        /// Starts a separate server, because it counts connections.
        static func server() throws -> (ServerProcess, CurlTransport) {
            let server = try ServerProcess("http2.py")
            return (
                server, CurlTransport(configuration: .init(certificateAuthorities: .file(server.path("authority"))))
            )
        }

        static func request(_ server: ServerProcess, _ behaviour: String, _ method: HTTPMethod = .get)
            -> TransportRequest
        {
            var options = TransportOptions(idleTimeout: .seconds(20))
            options.version = .http2
            var request = TransportRequest(
                method: method,
                url: "https://localhost:\(server.port(behaviour + "TLS"))/",
                options: options
            )
            if method == .post { request.body = .bytes(TestServer.pattern(1000)) }
            return request
        }

        @Test func usesANewConnectionAfterGOAWAY() async throws {
            let (server, transport) = try Self.server()
            // The first request is below the last stream that the server accepts, and succeeds.
            #expect(try await transport.whole(Self.request(server, "leaves")).text == "1")
            for _ in 0..<3 { #expect(try await transport.whole(Self.request(server, "leaves", .post)).text == "2") }
        }

        @Test(arguments: [HTTPMethod.get, .post])
        func repeatsRequestsThatTheServerHasNotSeen(_ method: HTTPMethod) async throws {
            let (server, transport) = try Self.server()
            #expect(try await transport.whole(Self.request(server, "leaves_above")).text == "1")
            let requests = (0..<4).map { _ in Self.request(server, "leaves_above", method) }
            let texts = try await CurlStreamTests.texts(requests, transport)
            #expect(texts.filter { $0 == "1" }.count == 1 && texts.filter { $0 != "1" }.count == 3, "\(texts)")
        }

        @Test(arguments: [HTTPMethod.get, .post, .delete])
        func repeatsARefusedStream(_ method: HTTPMethod) async throws {
            let (server, transport) = try Self.server()
            #expect(try await transport.whole(Self.request(server, "refuses_stream")).text == "1")
            #expect(try await transport.whole(Self.request(server, "refuses_stream", method)).text == "2")
            var empty = Self.request(server, "refuses_stream", .post)
            empty.body = .none
            #expect(try await transport.whole(empty).text == "2")
        }

        @Test(arguments: [
            "refuses_always", "resets_always", "resets_after_interim", "ends_after_interim", "continues", "pushes",
        ])
        func aMissingResponseFailsBeforeTheTimeout(_ behaviour: String) async throws {
            let (server, transport) = try Self.server()
            for _ in 0..<(behaviour == "resets_always" ? 100 : 1) {
                let request = Self.request(server, behaviour)
                let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
                // The exchange ends before the idle timeout.
                let isSoon = ![.other, .timedOut].contains(error?.code)
                #expect(error?.remedy != nil && isSoon, "\(String(describing: error))")
            }
            if ["continues", "pushes"].contains(behaviour) {
                #expect(try await transport.whole(Self.request(server, behaviour)).text == "2")
            }
        }
    }
#endif
