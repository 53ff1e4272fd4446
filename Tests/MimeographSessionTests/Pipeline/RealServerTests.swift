#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographCompression
    import MimeographForm
    import MimeographJSON
    import MimeographSupport
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession
    import MimeographText

    /// Tests of a session over libcurl against real servers. They check that the results of the scripted tests hold with a
    /// transport that uses sockets, and that the results of the transport's tests hold through a session.
    ///
    /// | Server | Transport | Session |
    /// |---|---|---|
    /// | nginx: HTTP/1.1, HTTP/2 over TLS | `CurlNginxTests.usesEachVersion`, `sendsBodies` | `nginxThroughASession`, `downloadsResumeAgainstNginx` |
    /// | nginx: gzip, range, 413 while uploading | `CurlNginxTests.rangesCodingsAndRefusals` | `nginxThroughASession`, `downloadsResumeAgainstNginx` |
    /// | nginx: keep-alive limits | `CurlNginxTests.replacesConnectionsThatCloseAfterAFewRequests` | `nginxThroughASession` |
    /// | one byte at a time, 1xx, no length | `TransportConformance.responses` | `oddHeadsAndSlowBodiesAreWhole` |
    /// | an incorrect Content-Length, reset in mid-body | `TransportConformance.endings` | `incompleteResponsesAreErrors` |
    /// | 401 Basic and Digest | none: the session answers | `challengesAreAnswered`, `expiredNoncesAreReplaced` |
    /// | redirect loops | none: the session follows | `redirectsAreFollowedToTheEndOrTheLimit` |
    /// | slow reader, slow writer | `TransportConformance.limits`, `CurlResourceTests` | `oddHeadsAndSlowBodiesAreWhole`, `timeLimitsEndSlowRequests` |
    /// | 413 from a server that stops reading | `TransportConformance.bodies` | `a413WhileSendingIsTheResponse` |
    @Suite(.needsOddServer, .within(minutes: 5))
    struct RealServerTests {
        private let ada = Credential(username: "ada", password: "secret")

        private func odd(_ configure: (inout SessionConfiguration) throws -> Void = { _ in }) throws -> SessionManager {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.credentials = try Credentials([try TestServer.odd(""): ada])
            try configure(&configuration)
            return SessionManager(configuration: configuration)
        }

        private func request(_ path: String, _ method: HTTPMethod = .get) throws -> RequestMessage {
            RequestMessage(method: method, url: try TestServer.odd(path))
        }

        @Test(arguments: ["basic/ada/secret", "digest/ada/secret/MD5", "digest/ada/secret/MD5-sess"])
        func challengesAreAnswered(_ path: String) async throws {
            let session = try odd()
            let first = try await session.data(for: try request("/\(path)"))
            #expect(first.head.status == 200 && first.metrics.challengeCount == 1)
            #expect(try await session.data(for: try request("/\(path)")).metrics.challengeCount == 0)
            // The session sends the body again with its credential. A request with a wrong password gets 401 each time.
            let put = try request("/\(path)", .put)
            #expect(try await session.upload(put, from: streamed([[1], [2]])).head.status == 200)
            let other = path.replacingOccurrences(of: "secret", with: "other")
            #expect(try await session.data(for: try request("/\(other)")).head.status == 401)
        }

        @Test(arguments: ["SHA-256", "SHA-256-sess", "MD5"])
        func expiredNoncesAreReplaced(_ algorithm: String) async throws {
            let session = try odd()
            let path = "/digest/ada/secret/\(algorithm)?stale=1"
            for _ in 0..<3 { #expect(try await session.data(for: try request(path)).head.status == 200) }
        }

        @Test func redirectsAreFollowedToTheEndOrTheLimit() async throws {
            let session = try odd()
            let done = try await session.data(for: try request("/redirect/5?status=307", .put))
            #expect(done.head.status == 200 && done.metrics.redirectCount == 5)
            #expect(done.head.url == (try TestServer.odd("/echo")))
            #expect(await code { try await session.data(for: try request("/redirect-loop")) } == .tooManyRedirects)
            for location in ["file:///etc/passwd", "gopher://127.0.0.1/_x", "http://"] {
                let path = "/redirect-to?url=\(location)"
                #expect(await code { try await session.data(for: try request(path)) } == .redirectRefused)
            }
        }

        /// Source: RFC 10008 §2.5.
        @Test(arguments: [301, 302, 303, 307, 308])
        func queriesAreRedirectedWithTheirBodies(_ status: Int) async throws {
            var query = try request("/redirect/2?status=\(status)", .query)
            query.fields["Content-Type"] = "application/json"
            query.body = .bytes(Array("[1]".utf8))
            let done = try await odd().data(for: query)
            let echo = String(decoding: done.value, as: UTF8.self)
            #expect(done.head.status == 200 && done.metrics.redirectCount == 2)
            #expect(echo.contains(status == 303 ? #""method": "GET""# : #""method": "QUERY""#))
            #expect(echo.contains(#""body": "[1]""#) == (status != 303))
        }

        /// The server rejects JSON with a list of formats. The value is then written in one of them, and cached by its body.
        @Test func queriesAreWrittenInAListedFormat() async throws {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.cache = ResponseCache()
            let serializers = try SerializerRegistry {
                JSONPlugin()
                FormPlugin()
            }
            let api = try HTTPSessionManager(serializers: serializers, configuration: configuration)
            let url = try TestServer.odd("/query?type=application/x-www-form-urlencoded")
            for (question, use) in [("tea", .stored), ("tea", .hit), ("cake", .stored), ("tea", .hit)]
                as [(String, ExchangeMetrics.CacheUse)]
            {
                let response = try await api.response(
                    .query,
                    url,
                    .value(["q": question]),
                    as: [String: String].self
                )
                #expect(response.value["method"] == "QUERY" && response.value["body"] == "q=\(question)")
                #expect(response.metrics.cache == use, "\(question)")
            }
        }

        /// Runs many requests at the same time on a shared connection. Each follows its redirects to the end.
        @Test(.needsNginx, arguments: [CurlNginxTests.Way.https, .http2])
        func redirectsAreFollowedOverHTTP2(_ way: CurlNginxTests.Way) async throws {
            let request = try way.request("/moved")
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.cache = nil
            configuration.options = request.options
            let session = SessionManager(configuration: configuration, transport: try CurlNginxTests.transport())
            try await withThrowingTaskGroup(of: ValueResponse<[UInt8]>.self) { group in
                for _ in 0..<40 { group.addTask { try await session.data(for: RequestMessage(url: request.url)) } }
                for try await response in group {
                    #expect(response.head.url?.hasSuffix("/small") == true)
                    #expect(response.metrics.steps.map(\.status) == [307, 200])
                    #expect(response.metrics.steps.allSatisfy { $0.transport.protocolVersion == "2" })
                }
            }
        }

        @Test func incompleteResponsesAreErrors() async throws {
            let session = try odd()
            for (path, expected) in [
                ("/lie/10/5", SessionError.Code.connectionLost), ("/reset/100", .connectionLost),
                ("/reset", .connectionLost),
                ("/broken-chunk", .connectionLost), ("/raw?text=nonsense", .invalidResponse),
            ] {
                let found = await code { try await session.data(for: try request(path)) }
                #expect(found == expected || found == .invalidResponse, "\(path)")
                // A failed download leaves no file that looks whole.
                let folder = TemporaryFolder()
                let destination = DownloadDestination.file(folder.file("film"), options: .removePartialFile)
                #expect(await code { try await session.download(try request(path), to: destination) } != nil)
                #expect(folder.names.isEmpty)
            }
        }

        @Test func oddHeadsAndSlowBodiesAreWhole() async throws {
            let session = try odd()
            let final = try await session.data(for: try request("/interim"))
            #expect(final.head.status == 200 && final.head.fields["X-Final"] == "yes")
            #expect(try await session.data(for: try request("/chunked/2000")).value == TestServer.pattern(2000))
            #expect(try await session.data(for: try request("/until-close/2000")).value == TestServer.pattern(2000))
            let task = session.uploadTask(try request("/drip/1000000", .put), from: .bytes(TestServer.pattern(300_000)))
            let sent = Locked<[Int64]>([])
            task.onUploadProgress { progress in sent.withLock { $0.append(progress.completedBytes) } }
            #expect(try await task.value.value == Array("300000".utf8))
            #expect(sent.withLock { $0 }.last == 300_000)
            #expect(sent.withLock { $0 == $0.sorted() })
        }

        @Test func headsThatAreTooLargeAreErrors() async throws {
            let session = try odd()
            let flood = await code { try await session.data(for: try request("/fields/many/1000")) }
            #expect(flood == .limitExceeded)
            #expect(try await session.data(for: try request("/fields/many/50")).head.status == 200)
        }

        @Test func timeLimitsEndSlowRequests() async throws {
            let session = try odd { $0.options.idleTimeout = .milliseconds(300) }
            #expect(await code { try await session.data(for: try request("/delay/30")) } == .timedOut)
            let whole = try odd { $0.resourceTimeout = .milliseconds(500) }
            // Each byte arrives in time, but the whole body does not.
            #expect(await code { try await whole.data(for: try request("/slow/1000/0.05")) } == .timedOut)
            // The session does not wait long for the body of an error either, since the caller has not asked for it.
            let response = try await odd().response(for: try request("/slow/1000/0.05"))
            #expect(await response.body.collectError(atMost: 1 << 20, within: .milliseconds(300)).isEmpty)
            #expect(await code { try await response.body.collect() } == .cancelled)
            let quick = try await odd().response(for: try request("/chunked/20"))
            #expect(await quick.body.collectError(atMost: 1 << 20, within: .seconds(60)) == TestServer.pattern(20))
        }

        @Test func a413WhileSendingIsTheResponse() async throws {
            let session = try odd()
            let body = [UInt8](repeating: 1, count: 1 << 20)
            let chunks = Array(repeating: body, count: 16)
            let response = try await session.upload(try request("/too-large", .post), from: streamed(chunks))
            #expect(response.head.status == 413 && response.value == Array("too large".utf8))
        }

        @Test func codedBodiesAreDecodedWithinTheLimits() async throws {
            let serializers = try SerializerRegistry {
                JSONPlugin()
                CompressionPlugin()
            }
            var api = try HTTPSessionManager(
                baseURL: try TestServer.odd("/"),
                serializers: serializers,
                session: try odd()
            )
            let plain = try await api.session.data(for: try request("/gzipped/5000"), configuration: api.configuration)
            #expect(plain.value == TestServer.pattern(5000))
            api.configuration.limits.outputBytes = 4000
            let small = api
            #expect(
                await code {
                    try await small.session.data(for: try request("/gzipped/5000"), configuration: small.configuration)
                } == .limitExceeded
            )
        }

        @Test(.needsNginx, arguments: ["http", "https"])
        func nginxThroughASession(_ scheme: String) async throws {
            let nginx = try TestServer.nginx()
            let serializers = try SerializerRegistry {
                JSONPlugin()
                CompressionPlugin()
                TextPlugin()
            }
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.cache = ResponseCache()
            let api = try HTTPSessionManager(
                baseURL: "\(scheme)://localhost:\(nginx.port(scheme))/",
                serializers: serializers,
                configuration: configuration,
                transport: CurlTransport(configuration: .init(certificateAuthorities: .file(nginx.path("authority"))))
            )
            let version = try await api.session.data(for: try api.request(.get, "version"))
            let isHTTP2 = scheme == "https" && !CurlLibrary.hidesResets
            #expect(version.value.starts(with: (isHTTP2 ? "HTTP/2.0" : "HTTP/1.1").utf8))
            #expect(version.metrics.steps.first?.transport.protocolVersion == (isHTTP2 ? "2" : "1.1"))
            // The response is sent with gzip, decoded, and validated when it is requested again.
            for use in [ExchangeMetrics.CacheUse.stored, .hit] {
                let text: ValueResponse<String> = try await api.response(.get, "gzip")
                #expect(text.value.utf8.count == 21_000 && text.head.fields["Content-Encoding"] == "gzip")
                #expect(text.metrics.cache == use || text.metrics.cache == .validated)
                if use == .stored { #expect(text.metrics.bytesReceived < 10_000) }
            }
            let large = RequestContent.body(
                .bytes(TestServer.pattern(3_000_000)),
                contentType: "application/octet-stream"
            )
            do {
                try await api.post("limited", large)
                Issue.record("The server accepted three megabytes, although its limit is one kilobyte.")
            } catch {
                // Over HTTP/2 nginx resets the stream after its answer, and libcurl may see the reset first.
                #expect(error.status == 413 || scheme == "https" && error.code == .connectionLost)
            }
            let shortlived = "http://127.0.0.1:\(nginx.port("shortlived"))/text.txt"
            for _ in 0..<7 { try await api.get(shortlived, headers: ["Cache-Control": "no-store"]) }
        }

        @Test(.needsNginx, arguments: ["http", "https"])
        func downloadsResumeAgainstNginx(_ scheme: String) async throws {
            let nginx = try TestServer.nginx()
            let transport = CurlTransport(configuration: .init(certificateAuthorities: .file(nginx.path("authority"))))
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            let session = SessionManager(configuration: configuration, transport: transport)
            let folder = TemporaryFolder()
            let url = "\(scheme)://localhost:\(nginx.port(scheme))/slow/pattern.bin"
            let task = session.downloadTask(RequestMessage(url: url), to: .directory(folder.path))
            for await progress in task.downloadProgress where progress.completedBytes > 0 { break }
            let left = try #require(await task.cancelProducingResumption())
            #expect(left.byteCount > 0 && left.byteCount < 1_000_000 && left.totalLength == 1_000_000)
            let resumption = try DownloadResumption(data: left.data)
            let fast = RequestMessage(url: url.replacingOccurrences(of: "/slow/", with: "/"))
            let done = try await session.download(fast, to: .directory(folder.path), resuming: resumption)
            #expect(done.head.status == 206)
            #expect(folder.read("pattern.bin") == TestServer.pattern(1_000_000))
            #expect(folder.names == ["pattern.bin"])
            // If the file has changed in the meantime, the server sends all of it.
            try folder.write("part", [1, 2, 3])
            let stale = DownloadResumption(
                url: fast.url,
                partialFile: folder.file("part"),
                byteCount: 3,
                validator: "\"other\""
            )
            let again = DownloadDestination.directory(folder.path, options: .removePreviousFile)
            #expect(try await session.download(fast, to: again, resuming: stale).head.status == 200)
            #expect(folder.read("pattern.bin") == TestServer.pattern(1_000_000))
        }
    }
#endif
