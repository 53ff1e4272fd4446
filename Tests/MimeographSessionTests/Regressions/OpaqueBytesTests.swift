#if os(Linux)
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests that the bytes of a server's field are sent back unchanged. Source: RFC 9110 §5.5.
    @Suite(.needsOddServer, .within(minutes: 5))
    struct OpaqueBytesTests {
        /// How a value is sent back to the server.
        enum Way: String, CaseIterable, Sendable {
            case cookie, cookieFile, etag, range, digest, location, link
        }

        /// Values, percent-encoded.
        static let values: [String] = [
            "%FC", "%C3%BC", "%C3%BC%FC%C3%28%E2%82", "%F4%8F%BA%80%F4%8F%BB%BF%F4%8F%BB",
            "%21$&'%28%29*+-.:=@%5B%5D%5E_%60%7B%7C%7D~",
            (0x80...0xFF).map { "%" + String($0, radix: 16, uppercase: true) }.joined(),
        ]

        private struct Ada: CredentialProvider {
            func credential(for request: CredentialRequest) async -> Credential? {
                request.failureCount == 0 ? Credential(username: "ada", password: "secret") : nil
            }
        }

        @Test(arguments: Way.allCases, values)
        func bytesOfAFieldComeBackAsTheyWere(_ way: Way, _ value: String) async throws {
            let folder = TemporaryFolder()
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.credentials = Ada()
            configuration.cache = ResponseCache()
            let kind = way == .cookieFile ? "cookie" : way.rawValue
            let request = RequestMessage(url: try TestServer.odd("/opaque/\(kind)?value=\(value)"))
            func text(_ request: RequestMessage) async throws -> String {
                let session = SessionManager(configuration: configuration)
                return String(decoding: try await session.data(for: request).value, as: UTF8.self)
            }
            switch way {
            case .cookie:
                #expect(try await text(request) == "no")
                #expect(try await text(request) == "yes")
            case .cookieFile:
                for answer in ["no", "yes"] {
                    let cookies = try CookieStorage(file: folder.file("jar"), keepsSessionCookies: true)
                    configuration.cookies = cookies
                    #expect(try await text(request) == answer)
                    #expect(cookies.save())
                }
            case .etag:
                let session = SessionManager(configuration: configuration)
                #expect(try await session.data(for: request).metrics.cache == .stored)
                #expect(try await session.data(for: request).metrics.cache == .validated)
            case .range:
                let session = SessionManager(configuration: configuration)
                let destination = DownloadDestination.file(folder.file("film"))
                let error = try await #require(throws: SessionError.self) {
                    try await session.download(request, to: destination)
                }
                let left = try DownloadResumption(data: try #require(error.resumption).data)
                let response = try await session.download(request, to: destination, resuming: left)
                #expect(response.head.status == 206)
            case .digest, .location: #expect(try await text(request) == "yes")
            case .link:
                let head = try await SessionManager(configuration: configuration).data(for: request).head
                #expect(try await text(RequestMessage(url: try #require(head.url(ofLink: "next")))) == "yes")
            }
        }

        /// A value that a caller takes from a response and sends back is also unchanged.
        @Test(arguments: values)
        func aValueThatACallerSendsBackIsAsItWas(_ value: String) async throws {
            let request = RequestMessage(url: try TestServer.odd("/opaque/etag?value=\(value)"))
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            let session = SessionManager(configuration: configuration)
            var again = request
            again.fields["If-None-Match"] = try await session.data(for: request).head.fields["ETag"]
            #expect(try await session.data(for: again).head.status == 304)
        }

        @Test func textOfBytesHasTheSameBytes() {
            var generator = SystemRandomNumberGenerator()
            let escapes = "\u{10FE80}\u{10FEFF}\u{10FDFF}\u{10FF00}\u{FC}\u{20AC}".utf8
            for _ in 0..<2000 {
                var bytes = (0..<Int.random(in: 0...12)).map { _ in UInt8.random(in: 0...255, using: &generator) }
                if Bool.random() { bytes += escapes.prefix(Int.random(in: 0...escapes.count)) }
                #expect(String(opaque: bytes).opaqueBytes == bytes)
                #expect(String(opaque: bytes).opaqueCount == bytes.count)
            }
            #expect(String(opaque: Array("ü€".utf8)) == "ü€")
            #expect(String(opaque: [0x63, 0xE9]).legible == "c\u{E9}")
            #expect("ü€".opaqueBytes == Array("ü€".utf8))
        }

        @Test func textForPeopleIsReadable() {
            let head = ResponseHead(
                status: 200,
                fields: ["Content-Disposition": String(opaque: Array("attachment; filename=caf".utf8) + [0xE9])]
            )
            #expect(head.suggestedFileName == "caf\u{E9}")
            let line = String(opaque: Array("Basic realm=\"".utf8) + [0xE4, 0x22])
            #expect(AuthenticationChallenge.challenges(in: ["WWW-Authenticate": line]).first?.realm == "\u{E4}")
        }
    }
#endif
