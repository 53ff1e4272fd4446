import Foundation
import Mimeograph
import MimeographSessionTesting
import TestServers
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of digests in the trailers of responses and requests.
@Suite struct TrailingDigestTests {
    private let folder = TemporaryFolder()
    private static let (chunks, body, wrong) = (DigestTests.chunks, DigestTests.body, DigestTests.wrong)
    private static let url = "http://h/a"

    /// A digest in a trailer has the same result as one in the head.
    static let rows = DigestTests.rows.map { (HeaderFields(), $0) } + bothRows

    /// The head and the trailers.
    private static let bothRows: [(HeaderFields, DigestTests.Row)] = [
        (
            ["Content-Digest": DigestTests.digest(body)],
            DigestTests.Row(
                testDescription: "after one in the head, which counts",
                fields: ["Content-Digest": wrong, "Repr-Digest": wrong],
                verified: nil,
                required: nil
            )
        ),
        (
            ["Content-Digest": "md5=:AAAA:"],
            DigestTests.Row(
                testDescription: "after a malformed one in the head",
                fields: ["content-digest": wrong],
                verified: .digestMismatch,
                required: .digestMismatch
            )
        ),
        (
            [:],
            DigestTests.Row(
                testDescription: "in two lines",
                fields: ["Content-Digest": "md5=:AAAA:", "Content-Digest": wrong],
                verified: .digestMismatch,
                required: .digestMismatch
            )
        ),
    ]

    /// Each digest is announced, announced in another case with other fields, and not announced.
    @Test(arguments: rows, ["", "Content-Digest, Repr-Digest", "X-Sum ,repr-DIGEST,, content-digest"])
    func policies(_ row: (HeaderFields, DigestTests.Row), _ announced: String) async throws {
        let (head, row) = row
        let policies: [(DigestPolicy, SessionError.Code?)] = [
            (.ignored, nil), (.verified, row.verified), (.required, row.required),
        ]
        for (policy, expected) in policies {
            let transport = ScriptedTransport()
            var fields = head
            if !announced.isEmpty { fields["Trailer"] = announced }
            transport.on(
                "*",
                .init(status: row.status, fields: fields, chunks: Self.chunks, trailers: row.fields)
            )
            let session = MimeographSessionTests.session(transport) { $0.digests = policy }
            do {
                let response = try await session.data(for: RequestMessage(url: Self.url))
                #expect(response.value == Self.body && expected == nil, "\(policy)")
                #expect(response.trailers == row.fields)
            } catch {
                #expect(error.code == expected, "\(policy)")
                #expect(error.head?.status == row.status || error.code == .digestMismatch)
                for secret in ["sha-256=:", "one two"] { #expect(!error.debugDescription.contains(secret)) }
            }
            #expect(transport.openExchangeCount == 0)
        }
    }

    /// A body that is too long for the buffer is hashed only if a digest is announced or required.
    @Test(
        arguments: [
            (BodyVerification.mostHeld, false, .verified, .digestMismatch),
            (BodyVerification.mostHeld + 1, true, .verified, .digestMismatch),
            (BodyVerification.mostHeld + 1, false, .required, .digestMismatch),
            (BodyVerification.mostHeld + 1, false, .verified, nil),
        ] as [(Int, Bool, DigestPolicy, SessionError.Code?)]
    )
    func longBodies(_ count: Int, _ isAnnounced: Bool, _ policy: DigestPolicy, _ code: SessionError.Code?) async throws
    {
        let body = TestServer.pattern(count)
        let chunks = [Array(body.prefix(1000)), Array(body.dropFirst(1000))]
        for algorithm in DigestAlgorithm.allCases {
            for isRight in [true, false] {
                let transport = ScriptedTransport()
                let digest = DigestTests.digest(isRight ? body : Array(body.dropLast()), algorithm)
                let fields: HeaderFields = isAnnounced ? ["Trailer": "Content-Digest"] : [:]
                transport.on("*", .init(fields: fields, chunks: chunks, trailers: ["Content-Digest": digest]))
                let session = MimeographSessionTests.session(transport) { $0.digests = policy }
                let result = await MimeographSessionTests.code {
                    try await session.data(for: RequestMessage(url: Self.url))
                }
                #expect(result == (isRight ? nil : code), "\(algorithm), \(isRight)")
            }
        }
    }

    /// A response with a length has trailers only if it announces them. Otherwise it fails before its body is read.
    @Test func lengthsHaveNoTrailers() async throws {
        for isAnnounced in [false, true] {
            let transport = ScriptedTransport()
            var fields: HeaderFields = ["Content-Length": "13"]
            if isAnnounced { fields["Trailer"] = "Content-Digest" }
            transport.on(
                "*",
                .init(fields: fields, chunks: Self.chunks, trailers: ["Content-Digest": DigestTests.digest(Self.body)])
            )
            let session = MimeographSessionTests.session(transport) { $0.digests = .required }
            let result = await MimeographSessionTests.code {
                try await session.response(for: RequestMessage(url: Self.url))
            }
            #expect(result == (isAnnounced ? nil : .digestMissing))
        }
    }

    /// The digest is stored in the head, because a cache stores no trailers.
    @Test func cachesKeepTheDigest() async throws {
        for (digest, isRight) in [(DigestTests.digest(Self.body), true), (Self.wrong, false)] {
            let transport = ScriptedTransport()
            transport.on(
                "*",
                .init(
                    fields: ["Cache-Control": "max-age=60"],
                    chunks: Self.chunks,
                    trailers: ["Content-Digest": digest, "X-Sum": "1"]
                )
            )
            let session = MimeographSessionTests.session(transport) {
                $0.cache = ResponseCache()
                $0.digests = .required
            }
            for _ in 0..<2 {
                let response = try? await session.data(for: RequestMessage(url: Self.url))
                #expect(response?.value == (isRight ? Self.body : nil))
                #expect(response?.head.fields["X-Sum"] == nil)
            }
            #expect(transport.requests.count == (isRight ? 1 : 2))
        }
    }

    /// A file came in two parts, and the digest of the whole follows the second one.
    @Test(
        arguments: [(DigestTests.digest(body), nil), (wrong, .digestMismatch), ("md5=:AAAA:", nil)]
            as [(String, SessionError.Code?)]
    )
    func resumedDownloads(_ digest: String, _ code: SessionError.Code?) async throws {
        try folder.write("part", Self.chunks[0])
        let transport = ScriptedTransport()
        transport.on(
            "*",
            .init(
                status: 206,
                fields: ["Content-Range": "bytes 4-12/13", "ETag": "\"1\""],
                chunks: [Array(Self.body.dropFirst(4))],
                trailers: ["Repr-Digest": digest]
            )
        )
        let session = MimeographSessionTests.session(transport)
        let result = await DigestTests.resume(session, folder)
        #expect(result == code && folder.names == (code == nil ? ["film"] : []))
    }

    // MARK: - Requests

    @Test(arguments: [nil, 13])
    func streamsAreSentWithATrailingDigest(_ length: Int?) async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/307", .init(status: 307, fields: ["Location": "/a"]))
        transport.on("http://h/303", .init(status: 303, fields: ["Location": "/a"]))
        transport.on("*", .init())
        let session = MimeographSessionTests.session(transport) { $0.contentDigest = .sha512 }
        let said: HeaderFields = ["Content-Digest": DigestTests.digest(Self.body, .sha512)]
        for (path, last) in [("a", said), ("307", said), ("303", [:])] {
            let body = streamed(Self.chunks, length: length)
            _ = try await session.data(for: RequestMessage(method: .post, url: "http://h/\(path)", body: body))
            let request = try #require(transport.requests.last)
            #expect(request.trailers == last && request.body == (last == said ? Self.body : []))
            #expect(transport.requests.allSatisfy { !$0.fields.contains("Content-Digest") })
        }
        // An empty stream has a digest too.
        _ = try await session.data(for: RequestMessage(method: .put, url: Self.url, body: streamed([])))
        #expect(transport.requests.last?.trailers == ["Content-Digest": DigestTests.digest([], .sha512)])
    }

    @Test func callersTrailersStay() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = MimeographSessionTests.session(transport) { $0.contentDigest = .sha256 }
        var request = RequestMessage(method: .put, url: Self.url, fields: ["Trailer": "X-Sum"])
        request.body = streamed(Self.chunks)
        request.trailers = RequestTrailers(["X-Sum": "1"])
        _ = try await session.data(for: request)
        #expect(transport.requests.last?.trailers == ["X-Sum": "1", "Content-Digest": DigestTests.digest(Self.body)])
        #expect(transport.requests.last?.fields["Trailer"] == "X-Sum, Content-Digest")
        request.trailers = RequestTrailers(["content-digest": "own=1"])
        _ = try await session.data(for: request)
        #expect(transport.requests.last?.trailers == ["content-digest": "own=1"])
        // Bytes have their digest in the head, whatever the trailers are.
        (request.body, request.trailers) = (.bytes(Self.body), RequestTrailers(["X-Sum": "1"]))
        _ = try await session.data(for: request)
        #expect(transport.requests.last?.trailers == ["X-Sum": "1"])
        #expect(transport.requests.last?.fields["Content-Digest"] == DigestTests.digest(Self.body))
    }

    @Test func requestWithoutTrailersIsRejected() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = MimeographSessionTests.session(transport) { $0.contentDigest = .sha256 }
        var request = RequestMessage(method: .put, url: Self.url, fields: ["Content-Length": "13"])
        request.body = streamed(Self.chunks, length: 13)
        let error = await #expect(throws: SessionError.self) { try await session.data(for: request) }
        #expect(error?.message.contains("railers") == true && error?.code == .invalidRequest)
        request.fields.remove("Content-Length")
        request.trailers = RequestTrailers(["X-Sum": "a\r\nb"])
        #expect(await MimeographSessionTests.code { try await session.data(for: request) } == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }

    /// An interrupted stream is not sent with the digest of its beginning.
    @Test func failedStreamHasNoDigest() async throws {
        struct Failure: Error {}
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = MimeographSessionTests.session(transport) { $0.contentDigest = .sha256 }
        let stream = BodyStream {
            AsyncThrowingStream {
                $0.yield([1])
                $0.finish(throwing: Failure())
            }
        }
        let request = RequestMessage(method: .put, url: Self.url, body: .stream(stream))
        let error = await #expect(throws: SessionError.self) { try await session.data(for: request) }
        #expect(error?.code == .bodyFailed && transport.requests.last?.trailers == [:])
    }
}

#if os(Linux)
    /// The same tests with sockets.
    @Suite(.needsOddServer, .needsTLSServer, .within(minutes: 2))
    struct TrailingDigestServerTests {
        private static let hello = Array("hello".utf8)

        private static func session(_ configure: (inout SessionConfiguration) -> Void) -> SessionManager {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.options.idleTimeout = .seconds(20)
            configure(&configuration)
            return SessionManager(configuration: configuration, transport: CurlTransport())
        }

        /// The trailers, the number of bytes of a pattern in the body (0 is `hello`), and the result.
        private static let rows:
            [(trailers: String, size: Int, verified: SessionError.Code?, announced: SessionError.Code?)] =
                [
                    ("Content-Digest: \(DigestTests.digest(hello))\r\n", 0, nil, nil),
                    ("Repr-Digest: \(DigestTests.digest(hello, .sha512))\r\n", 0, nil, nil),
                    ("Content-Digest: \(DigestTests.digest([]))\r\n", 0, .digestMismatch, .digestMismatch),
                    ("Content-Digest: sha-512=:AAAA:\r\n", 0, .digestMismatch, .digestMismatch),
                    ("Content-Digest: md5=:AAAA:\r\n", 0, nil, nil),
                    ("Content-Digest: \(DigestTests.digest([])), x\r\n y,\r\n", 0, nil, nil),
                    ("Content-Digest: \(DigestTests.digest(hello)),\r\n x=1\r\n", 0, nil, nil),
                    (
                        "Content-Digest: \(DigestTests.digest(TestServer.pattern(900_000)))\r\n", 900_000, nil,
                        nil
                    ),
                    ("Content-Digest: \(DigestTests.digest([]))\r\n", 900_000, nil, .digestMismatch),
                ]

        @Test(arguments: rows.indices)
        func chunksWithATrailingDigest(_ index: Int) async throws {
            let row = Self.rows[index]
            let text = try #require(row.trailers.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            for (announced, code) in [("", row.verified), ("Content-Digest,%20repr-digest", row.announced)] {
                let url = try TestServer.odd("/trailed?text=\(text)&size=\(row.size)&announced=\(announced)")
                let session = Self.session { $0.digests = .verified }
                // No bytes remain for the next response of the connection.
                for _ in 0..<2 {
                    let result = await MimeographSessionTests.code { () async throws in
                        let value = try await session.data(for: RequestMessage(url: url)).value
                        #expect(value == (row.size == 0 ? Self.hello : TestServer.pattern(row.size)))
                    }
                    // libcurl 8.23 does not accept folded trailers.
                    let isRefused = CurlLibrary.countsRates && row.trailers.contains("\r\n ")
                    #expect(result == (isRefused ? .invalidResponse : code), "\(announced)")
                }
            }
        }

        @Test func requiredDigestMayBeATrailer() async throws {
            let session = Self.session { $0.digests = .required }
            for (trailers, code) in [
                ("Content-Digest: \(DigestTests.digest(Self.hello))\r\n", nil),
                ("X-Sum: 1\r\n", SessionError.Code.digestMissing),
            ] {
                let text = try #require(trailers.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let url = try TestServer.odd("/trailed?text=\(text)")
                #expect(
                    await MimeographSessionTests.code { try await session.data(for: RequestMessage(url: url)) } == code
                )
            }
        }

        @Test(
            arguments: CurlHTTP2Tests.Way.allCases,
            [("digested", nil), ("digested_wrongly", .digestMismatch), ("digested_otherwise", nil)]
                as [(String, SessionError.Code?)]
        )
        func streamsOfHTTP2(_ way: CurlHTTP2Tests.Way, _ row: (String, SessionError.Code?)) async throws {
            let request = try way.request(row.0)
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.options = request.options
            let session = SessionManager(configuration: configuration, transport: try CurlHTTP2Tests.transport())
            let result = await MimeographSessionTests.code { () async throws in
                let response = try await session.data(for: RequestMessage(url: request.url))
                #expect(response.value == Self.hello && response.metrics.steps.last?.transport.protocolVersion == "2")
            }
            #expect(result == row.1)
        }

        /// The server received chunks, the announcement, and the digest of the body that it read, also after a redirect.
        @Test(arguments: ["/echo", "/redirect/2?status=307"])
        func aStreamIsSentWithATrailingDigest(_ path: String) async throws {
            let session = Self.session { $0.contentDigest = .sha256 }
            let body = TestServer.pattern(300_000)
            let chunks = stride(from: 0, to: body.count, by: 70_000).map {
                Array(body[$0..<min($0 + 70_000, body.count)])
            }
            let response = try await session.data(
                for: RequestMessage(method: .put, url: try TestServer.odd(path), body: streamed(chunks))
            )
            let echo = try JSONDecoder().decode(Echo.self, from: Data(response.value))
            #expect(echo.length == body.count && echo.values("Transfer-Encoding") == ["chunked"])
            #expect(echo.values("Trailer") == ["Content-Digest"] && echo.values("Content-Digest") == [])
            #expect(echo.trailers == [["Content-Digest", DigestTests.digest(body)]])
        }

        /// libcurl sends no trailers over HTTP/2, so the request fails before anything is sent.
        @Test func priorKnowledgeIsRefused() async throws {
            let request = try CurlHTTP2Tests.Way.priorKnowledge.request("echoes")
            let session = Self.session {
                $0.contentDigest = .sha256
                $0.options = request.options
            }
            let stream = RequestMessage(method: .put, url: request.url, body: streamed([[1]]))
            let error = await #expect(throws: SessionError.self) { try await session.data(for: stream) }
            #expect(error?.transport?.code == .unsupported && error?.message.contains("trailers") == true)
            let bytes = RequestMessage(method: .put, url: request.url, body: .bytes([65]))
            #expect(try await session.data(for: bytes).value == [65])
        }
    }
#endif
