#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographCompression
    import MimeographJSON
    import MimeographText
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Responses of other projects' suites, which a server sends byte by byte as they are written, and the session reads.
    ///
    /// A case passes if the session returns the response of the suite, or if both reject it and the session's error names the
    /// invalid part.
    @Suite(.needsOddServer, .within(minutes: 5))
    struct WireSuiteTests {
        @Test func everyResponseOfLlhttp() async throws {
            let record = SuiteRecord("http-llhttp")
            let cases = LlhttpCases.heads + LlhttpCases.bodies + LlhttpCases.connections + LlhttpCases.invalid
            #expect(cases.count == 65)
            await WireRunner().run(cases, in: record)
            try record.write()
        }

        @Test func everyHeadOfWebPlatformTests() async throws {
            let record = SuiteRecord("http-wpt", part: "heads")
            #expect(FetchCases.heads.count == 58)
            await WireRunner().run(FetchCases.heads, in: record)
            try record.write()
        }

        @Test func everyContentLengthOfWebPlatformTests() async throws {
            let record = SuiteRecord("http-wpt", part: "Content-Length")
            #expect(FetchCases.lengths.count == 30)
            await WireRunner().run(FetchCases.lengths, in: record)
            try record.write()
        }

        /// Each case is sent as one line and as several lines. The media type is then known exactly.
        @Test func everyContentTypeOfWebPlatformTests() async throws {
            let record = SuiteRecord("http-wpt", part: "Content-Type")
            #expect(FetchMediaTypes.documents.count == 16 && FetchMediaTypes.scripts.count == 12)
            for each in FetchMediaTypes.documents + FetchMediaTypes.scripts {
                let name = WireCase.printable(each.lines.joined(separator: " | "))
                let one = try await type("Content-Type: \(each.lines.joined(separator: ","))")
                let several = try await type(each.lines.map { "Content-Type: \($0)" }.joined(separator: "\r\n"))
                for found in [one, several] {
                    record.expect(
                        each.accepts(found?.essence),
                        name,
                        "the media type is \(found?.description ?? "none")"
                    )
                    let encoding = found?.charset.flatMap { TextEncoding(label: $0)?.name }
                    record.expect(encoding == each.encoding, name, "the encoding is \(encoding ?? "none")")
                }
                guard let whole = each.whole else { continue }
                record.expect(
                    several?.description == whole,
                    name,
                    "the media type is \(several?.description ?? "none")"
                )
            }
            try record.write()
        }

        private func type(_ lines: String) async throws -> MediaType? {
            let request = try WireRunner.request("HTTP/1.1 200 OK\r\n\(lines)\r\nContent-Length: 5\r\n\r\nwhoa\n")
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            return try await SessionManager(configuration: configuration).data(for: request).head.contentType
        }

        /// A body that its coding does not allow is an error when the body is read. The head arrives before.
        @Test func badContentCodingsOfWebPlatformTests() async throws {
            let record = SuiteRecord("http-wpt", part: "Content-Encoding")
            let body = "not actually gzip"
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n"
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            let session = SessionManager(configuration: configuration)
            let request = try WireRunner.request(head + body)
            let response = try await session.response(for: request)
            record.expect(response.head.status == 200, "a bad body still has a head", "the status is not 200")
            response.body.cancel()
            let serializers = try SerializerRegistry {
                CompressionPlugin()
                JSONPlugin()
                TextPlugin()
            }
            let manager = try HTTPSessionManager(serializers: serializers, session: session)
            for (method, read) in Self.methods {
                do {
                    try await read(manager, request.url)
                    record.expect(false, method, "the body was read")
                } catch {
                    record.expect("\(error)".contains("gzip"), method, "\(error)")
                }
            }
            try record.write()
        }

        private static let methods: [(String, @Sendable (HTTPSessionManager, String) async throws -> Void)] = [
            ("text()", { _ = try await $0.get($1, as: String.self) }),
            ("json()", { _ = try await $0.get($1, as: [String].self) }),
            ("arrayBuffer()", { _ = try await $0.get($1, as: [UInt8].self) }),
        ]
    }
#endif
