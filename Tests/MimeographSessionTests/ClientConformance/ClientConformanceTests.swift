#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographBrotli
    import MimeographCompression
    import MimeographJSON
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// The behavior that the suite HTTPClientConformance requires of an HTTP client, one test for each case.
    ///
    /// ``ClientConformanceCase`` lists the cases. The tests use `#require`, so that a failed case throws, and is counted as such.
    ///
    /// Source: apple/swift-http-api-proposal at a7dad952b7e5, Sources/HTTPClientConformance.
    @Suite(.needsOddServer, .within(minutes: 5))
    struct ClientConformanceTests {
        /// The manager under test. Its registry has the content codings of the suite.
        var api: HTTPSessionManager
        private let server: String

        init() throws {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.resourceTimeout = .seconds(60)
            let serializers = try SerializerRegistry {
                JSONPlugin()
                CompressionPlugin()
                BrotliPlugin()
            }
            server = "http://127.0.0.1:\(try TestServer.client().port("http"))/"
            api = try HTTPSessionManager(
                baseURL: server,
                serializers: serializers,
                configuration: configuration
            )
        }

        /// Returns a request to the server.
        func request(
            _ method: HTTPMethod = .get,
            _ path: String,
            fields: HeaderFields = [:],
            body: MessageBody = .none
        ) -> RequestMessage {
            RequestMessage(method: method, url: server + path, fields: fields, body: body)
        }

        /// Sends a request, and reads the whole response.
        func whole(_ request: RequestMessage) async throws -> ValueResponse<[UInt8]> {
            try await api.session.data(for: request, configuration: api.configuration)
        }

        /// Sends a request, and returns it as the server received it.
        func echo(_ request: RequestMessage) async throws -> Echo {
            let response = try await whole(request)
            try #require(response.head.status == 200)
            return try JSONDecoder().decode(Echo.self, from: Data(response.value))
        }

        /// Receives a response that the server sends as it stands, before it closes the connection.
        func raw(_ lines: String..., body: String = "") async throws -> ValueResponse<[UInt8]> {
            try await raw(text: lines.map { $0 + "\r\n" }.joined() + "Connection: close\r\n\r\n" + body)
        }

        /// Receives a text that the server sends in place of a response.
        func raw(text: String) async throws -> ValueResponse<[UInt8]> {
            let coded = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            return try await whole(request(.get, "raw?text=\(coded)"))
        }

        /// Waits until the server holds this number of unanswered requests with a name.
        func waitUntil(_ count: Int, hang name: String) async throws {
            for _ in 0..<2000 {
                if try await whole(request(.get, "hanging/\(name)")).value == Array("\(count)".utf8) { return }
                try await Task.sleep(for: .milliseconds(10))
            }
            try #require(Bool(false), "The server still has another number of requests of the name \(name).")
        }
    }

    extension ValueResponse<[UInt8]> {
        /// The body as text.
        var text: String { String(decoding: value, as: UTF8.self) }
    }
#endif
