#if os(Linux)
    import Dispatch
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests that a caller's closure that does not return delays neither other requests nor their timeouts.
    @Suite(.needsOddServer, .within(minutes: 10))
    struct WaitingTests {
        /// Code that blocks until it is released.
        final class Stall: Sendable {
            let begun = Counter()
            private let most: Int
            private let end = DispatchSemaphore(value: 0)

            /// - Parameter most: The number of calls that block. Later calls return at once.
            init(most: Int) { self.most = most }

            func stand() {
                guard begun.increment() < most else { return }
                _ = end.wait(timeout: .now() + 60)
            }

            func release() { for _ in 0..<most { end.signal() } }
        }

        /// A point at which a caller's code runs.
        enum Place: String, CaseIterable {
            case uploadProgress, downloadProgress, interimOfTask, interimOfSession, sentByTransport, interimOfTransport
            case trailersOfBytes, trailersOfSource, trailersOfStream, redirect, challenge, adapt, retry
            case observation, willSend, exchangeEnd, requestEnd, completion, resumption, sources, slowReader
        }

        struct Source: BodySource {
            let stall: Stall
            let length: Int? = 3

            struct Reader: BodyReader {
                let stall: Stall
                var isOver = false

                mutating func read(into buffer: inout OutputSpan<UInt8>) throws(SerializationError) {
                    if isOver { return }
                    stall.stand()
                    isOver = true
                    for byte in 1...3 { buffer.append(UInt8(byte)) }
                }
            }

            func makeReader() throws(SerializationError) -> any BodyReader { Reader(stall: stall) }
        }

        struct Code: RequestInterceptor, CredentialProvider, RequestObserver, RequestObservation {
            let place: Place
            let stall: Stall

            private func stand(at place: Place) { if place == self.place { stall.stand() } }

            func adapt(_ request: RequestMessage) async throws -> RequestMessage {
                stand(at: .adapt)
                return request
            }
            func retry(_ failure: FailedAttempt) async -> RetryDecision {
                stand(at: .retry)
                return .doNotRetry
            }
            func credential(for request: CredentialRequest) async -> Credential? {
                stand(at: .challenge)
                return nil
            }
            func observation(of request: ObservedRequest) -> (any RequestObservation)? {
                stand(at: .observation)
                return self
            }
            func willSend(_ exchange: inout ObservedExchange) -> ExchangeEnding? {
                stand(at: .willSend)
                return { _ in stand(at: .exchangeEnd) }
            }
            func didComplete(_ metrics: ExchangeMetrics, error: SessionError?) { stand(at: .requestEnd) }
        }

        @Test func blockedCodeOfACallerDelaysNoOtherRequest() async {
            await #expect(processExitsWith: .success) {
                for place in Place.allCases { try await Self.check(place) }
            }
        }

        private static func check(_ place: Place) async throws {
            let stall = Stall(most: place == .sources ? 5 : 1)
            let code = Code(place: place, stall: stall)
            let transport = CurlTransport()
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.interceptors = [code]
            configuration.credentials = code
            configuration.observer = code
            configuration.redirects.decide = { _ in
                if place == .redirect { stall.stand() }
                return .follow
            }
            if place == .interimOfSession { configuration.onInterimResponse = { _ in stall.stand() } }
            configuration.options.connectTimeout = .seconds(5)
            configuration.options.idleTimeout = .seconds(5)
            configuration.startsTasks = false
            let session = SessionManager(configuration: configuration, transport: transport)
            let held = try (0..<(place == .sources ? 5 : 1)).map { _ in
                try hold(place, stall, session, transport)
            }
            try await until({ stall.begun.value >= held.count }, "\(place.rawValue) is not called")
            // The session reads files and sends bodies from memory while the other requests are blocked.
            for body in [MessageBody.none, .bytes(TestServer.pattern(300_000)), .file(path: #filePath)] {
                let request = RequestMessage(method: .put, url: try TestServer.odd("/echo"), body: body)
                let start = ContinuousClock.now
                let status = try? await session.data(for: request).head.status
                #expect(status == 200, "\(place.rawValue)")
                #expect(ContinuousClock.now - start < .seconds(10), "\(place.rawValue)")
            }
            stall.release()
            for task in held { await task.value }
        }

        /// Starts a request whose code blocks.
        private static func hold(
            _ place: Place,
            _ stall: Stall,
            _ session: SessionManager,
            _ transport: CurlTransport
        ) throws -> Task<Void, Never> {
            let bytes = TestServer.pattern(300_000)
            func put(_ body: MessageBody, trailers: Bool = false) throws -> SessionTask<ValueResponse<[UInt8]>> {
                var request = RequestMessage(method: .put, url: try TestServer.odd("/echo"), body: body)
                if trailers {
                    request.trailers = RequestTrailers(["X-Sum"]) {
                        stall.stand()
                        return ["X-Sum": "1"]
                    }
                }
                return session.dataTask(request)
            }
            func get(_ path: String) throws -> SessionTask<ValueResponse<[UInt8]>> {
                session.dataTask(RequestMessage(url: try TestServer.odd(path)))
            }
            let task: SessionTask<ValueResponse<[UInt8]>>
            switch place {
            case .uploadProgress: task = try put(.bytes(bytes)).onUploadProgress { _ in stall.stand() }
            case .downloadProgress: task = try get("/bytes/300000").onDownloadProgress { _ in stall.stand() }
            case .interimOfTask: task = try get("/interim").onInterimResponse { _ in stall.stand() }
            case .interimOfSession: task = try get("/interim")
            case .sentByTransport, .interimOfTransport:
                var request = TransportRequest(method: .put, url: try TestServer.odd("/echo"), body: .bytes(bytes))
                if place == .sentByTransport {
                    request.onBytesSent = { _ in stall.stand() }
                } else {
                    request.url = try TestServer.odd("/interim")
                    request.onInterimResponse = { _ in stall.stand() }
                }
                let sent = request
                return Task { _ = try? await transport.whole(sent) }
            case .trailersOfBytes: task = try put(.bytes([1]), trailers: true)
            case .trailersOfSource: task = try put(.file(path: #filePath), trailers: true)
            case .trailersOfStream: task = try put(streamed([[1], [2]]), trailers: true)
            case .redirect: task = try get("/redirect/1")
            case .challenge: task = try get("/basic/ada/secret")
            case .retry: task = try get("/status/503")
            case .adapt, .observation, .willSend, .exchangeEnd, .requestEnd:
                // Some of this code runs before there is a task.
                let url = try TestServer.odd("/bytes/1")
                return Task { _ = try? await session.data(for: RequestMessage(url: url)) }
            case .completion: task = try get("/bytes/1").onCompletion { _ in stall.stand() }
            case .resumption:
                let url = "http://127.0.0.1:\(try TestServer.uploads().port("http"))/create/stall"
                task = session.uploadTask(
                    RequestMessage(method: .post, url: url),
                    from: .bytes(bytes),
                    resumability: UploadResumability { _ in stall.stand() }
                )
            case .sources: task = try put(.stream(BodyStream(Source(stall: stall))))
            case .slowReader:
                let url = try TestServer.odd("/large/50000000")
                return Task {
                    let response = try? await session.response(for: RequestMessage(url: url))
                    var chunks = response?.body.makeAsyncIterator()
                    _ = try? await chunks?.next()
                    stall.stand()
                }
            }
            task.resume()
            return Task { _ = await task.result }
        }
    }

    /// Tests of hosts behind a proxy that forwards requests.
    @Suite(.needsOddServer, .within(minutes: 5))
    struct ForwardedRequestTests {
        private static func session(_ limit: Int) throws -> SessionManager {
            var configuration = SessionConfiguration()
            configuration.options.proxy = .init(url: "http://127.0.0.1:\(try TestServer.framing().port("plain"))")
            configuration.options.connectTimeout = .seconds(3)
            let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: limit))
            return SessionManager(configuration: configuration, transport: transport)
        }

        private static func get(_ url: String, _ session: SessionManager) -> SessionTask<ValueResponse<[UInt8]>> {
            session.dataTask(RequestMessage(url: url))
        }

        @Test func slowHostsBehindAProxyDelayNoOtherHost() async throws {
            let session = try Self.session(2)
            let name = UInt32.random(in: 0 ... .max)
            let slow = (0..<8).map { Self.get("http://slow\($0 / 2).test/hang/forwarded-\(name)", session) }
            try await Task.sleep(for: .milliseconds(300))
            #expect(try await Self.get("http://quick.test/bytes/10", session).value.value.count == 10)
            // A request that waits for a slow host fails at the timeout for connections.
            let error = await #expect(throws: SessionError.self) {
                try await Self.get("http://slow0.test/bytes/10", session).value
            }
            #expect(error?.code == .timedOut)
            // One waiting request is cancelled, and another one begins when there is room.
            let cancelled = Self.get("http://slow0.test/bytes/10", session)
            let waiting = Self.get("http://slow0.test/bytes/11", session)
            try await Task.sleep(for: .milliseconds(100))
            cancelled.cancel()
            #expect(await code { try await cancelled.value } == .cancelled)
            slow[0].cancel()
            #expect(try await waiting.value.value.count == 11)
            session.invalidate(cancelling: true)
            for task in slow { #expect(await code { try await task.value } == .cancelled) }
        }

        @Test func manyRequestsBehindAProxyAllEnd() async throws {
            let session = try Self.session(2)
            let tasks = (0..<200).map { Self.get("http://h\($0 % 3).test/bytes/\($0)", session) }
            for (number, task) in tasks.enumerated() {
                if number % 7 == 0 { task.cancel() }
                let count = try? await task.value.value.count
                #expect(count == number || number % 7 == 0)
            }
            #expect(session.activeCount == 0)
        }
    }

    /// Tests of requests that a server refuses before it sees the body.
    @Suite(.needsOddServer, .needsTLSServer, .within(minutes: 5))
    struct RefusalTests {
        @Test(arguments: ["", "sorry"], [1, 300_000])
        func aRefusedExpectationIsDropped(_ text: String, _ count: Int) async throws {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            let session = SessionManager(configuration: configuration)
            for body in [MessageBody.bytes(TestServer.pattern(count)), streamed([TestServer.pattern(count)])] {
                let request = RequestMessage(
                    method: .post,
                    url: try TestServer.odd("/refuse?text=\(text)"),
                    fields: ["Expect": "100-Continue"],
                    body: body
                )
                let response = try await session.data(for: request)
                #expect(response.head.status == 200)
                #expect(String(decoding: response.value, as: UTF8.self).contains("\"length\": \(count)"))
                #expect(response.metrics.steps.map(\.status) == [417, 200])
            }
        }

        @Test func aMissingClientCertificateIsAFailureOfTLSAndNotRetried() async throws {
            let policy = try HandshakeTests.anchored()
            var configuration = SessionConfiguration()
            configuration.securityPolicy = policy
            configuration.proxies = .none
            configuration.interceptors = [RetryPolicy(delay: .zero)]
            let session = SessionManager(configuration: configuration)
            for (server, words) in [("mutual", "the client's certificate"), ("ancient", "no version of TLS")] {
                let request = RequestMessage(url: try TLSServer.url(server))
                let error = await #expect(throws: SessionError.self) { try await session.data(for: request) }
                #expect(
                    error?.code == .tlsFailed && error?.message.contains(words) == true,
                    "\(server): \(error as Any)"
                )
                #expect(error?.metrics?.retryCount == 0)
            }
        }
    }
#endif
