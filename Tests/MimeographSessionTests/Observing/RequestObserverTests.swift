import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import Testing

@testable import MimeographSession

/// Tests that an observer sees each exchange once when it begins and once when it ends, whatever its outcome.
@Suite struct RequestObserverTests {
    private let transport = ScriptedTransport()
    private let recorder = ExchangeRecorder()
    private let lost = TransportError(.connectionLost, "Gone.")

    private func observed(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> SessionManager {
        session(transport) {
            $0.observer = recorder
            configure(&$0)
        }
    }

    @Test func aPlainRequest() async throws {
        transport.on("*", .init(status: 201, chunks: [[1], [2, 3]]))
        let session = observed()
        let url = "http://ada:pw@h/a?q=1#f"
        _ = try await Caller.$name.withValue("Ada") {
            try await session.data(for: RequestMessage(method: .put, url: url))
        }
        #expect(recorder.lines == ["PUT http://h/a?q=1: 201 complete"])
        #expect(recorder.completions == ["ok"])
        let seen = recorder.seen
        #expect(seen.requests.map(\.url) == ["http://h/a?…"])
        #expect(seen.requests.map(\.method) == [.put])
        #expect(seen.callers == ["Ada"])
        let first = try #require(seen.exchanges.first)
        #expect(first.caller == "Ada")
        #expect(first.exchange.task == seen.requests[0].task)
        #expect(first.exchange.url.userInformation == nil)
        #expect(first.outcomes[0].metrics.bytesReceived == 3)
        #expect(first.outcomes[0].metrics.protocolVersion == "1.1")
        #expect(seen.completions[0].metrics.steps.count == 1)
        #expect(seen.completions[0].metrics.total != nil)
    }

    @Test func redirectsAndWhereTheyLead() async throws {
        transport.on("http://h/a", .init(status: 302, fields: ["Location": "/b"], body: "moved"))
        transport.on("http://h/b", .init(status: 307, fields: ["Location": "http://other/c"]))
        transport.on("*", .init(body: "here"))
        let adding = ExchangeRecorder { if $0.isHome { $0.fields["traceparent"] = "00-\($0.resendCount)" } }
        let session = session(transport) { $0.observer = adding }
        _ = try await session.data(for: RequestMessage(url: "http://h/a"))
        #expect(
            adding.lines == [
                "GET http://h/a: 302 complete", "GET http://h/b: 307 complete",
                "GET http://other/c (elsewhere): 200 complete",
            ]
        )
        #expect(adding.seen.exchanges.map(\.exchange.resendCount) == [0, 1, 2])
        #expect(adding.completions == ["ok"])
        // Fields added to one exchange are not sent with another.
        #expect(transport.requests.map { $0.fields["traceparent"] } == ["00-0", "00-1", nil])
    }

    /// The rest of a long, unwanted body is dropped.
    @Test func aRedirectWithALongBody() async throws {
        let chunk = [UInt8](repeating: 0, count: 40 << 10)
        transport.on("http://h/a", .init(status: 302, fields: ["Location": "/b"], chunks: [chunk, chunk, chunk]))
        transport.on("*", .init())
        _ = try await observed().data(for: RequestMessage(url: "http://h/a"))
        #expect(recorder.lines == ["GET http://h/a: 302 dropped", "GET http://h/b: 200 complete"])
    }

    @Test func aChallenge() async throws {
        transport.on("*", call: 1, .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=\"r\""]))
        transport.on("*", .init())
        let session = observed {
            $0.credentials = try? Credentials(["http://h/": Credential(username: "ada", password: "pw")])
        }
        _ = try await session.data(for: RequestMessage(url: "http://h/"))
        #expect(recorder.lines == ["GET http://h/: 401 complete", "GET http://h/: 200 complete"])
        #expect(recorder.seen.exchanges.map(\.exchange.resendCount) == [0, 1])
    }

    @Test func retries() async throws {
        transport.on("*", call: 1, .init(status: 503, body: "later"))
        transport.on("*", call: 2, .failure(lost))
        transport.on("*", call: 3, .init(fields: ["Content-Length": "5"], chunks: [[1]], failure: lost))
        transport.on("*", .init(body: "12345"))
        let session = observed { $0.interceptors = [RetryPolicy(limit: 5, delay: .zero)] }
        _ = try await session.data(for: RequestMessage(url: "http://h/"))
        #expect(
            recorder.lines == [
                "GET http://h/: 503 complete", "GET http://h/: connectionLost", "GET http://h/: 200 connectionLost",
                "GET http://h/: 200 complete",
            ]
        )
        #expect(recorder.seen.exchanges.map(\.exchange.resendCount) == [0, 1, 2, 3])
        #expect(recorder.completions == ["ok"])
    }

    @Test func cacheHitsAreNotExchanges() async throws {
        transport.on("http://h/fresh", .init(fields: ["Cache-Control": "max-age=60"], body: "x"))
        transport.on(
            "http://h/stale",
            call: 1,
            .init(fields: ["Cache-Control": "no-cache", "ETag": "\"1\""], body: "x")
        )
        transport.on("http://h/stale", .init(status: 304, fields: ["ETag": "\"1\""]))
        let session = observed { $0.cache = ResponseCache() }
        for url in ["http://h/fresh", "http://h/fresh", "http://h/stale", "http://h/stale"] {
            #expect(try await session.data(for: RequestMessage(url: url)).value == Array("x".utf8))
        }
        #expect(
            recorder.lines == [
                "GET http://h/fresh: 200 complete", "GET http://h/stale: 200 complete",
                "GET http://h/stale: 304 complete",
            ]
        )
        #expect(recorder.completions == ["ok", "ok", "ok", "ok"])
        #expect(recorder.seen.completions.map(\.metrics.cache) == [.stored, .hit, .stored, .validated])
    }

    /// A response that varies with an added field does not answer a request of another trace.
    @Test(arguments: ["traceparent", "Accept, TraceParent", "Accept"])
    func responsesThatVaryWithAnAddedField(_ vary: String) async throws {
        transport.on("*", .init(fields: ["Cache-Control": "max-age=60", "Vary": vary], body: "x"))
        let adding = ExchangeRecorder { $0.fields["traceparent"] = "00-\($0.task)" }
        let session = session(transport) {
            $0.observer = adding
            $0.cache = ResponseCache()
        }
        for _ in 0..<2 { _ = try await session.data(for: RequestMessage(url: "http://h/")) }
        #expect(transport.requests.count == (vary == "Accept" ? 1 : 2))
    }

    @Test(arguments: [false, true])
    func aCancelledRequest(_ hasHead: Bool) async throws {
        let gate = AsyncGate(isOpen: false)
        transport.on("*", hasHead ? .init(chunks: [[1], [2]], chunkGate: gate) : .init(gate: gate))
        let session = observed()
        let task = session.dataTask(RequestMessage(url: "http://h/"))
        while transport.requests.isEmpty { await Task.yield() }
        #expect(recorder.lines == ["GET http://h/: open"])
        task.cancel()
        _ = await task.result
        #expect(recorder.lines.count == 1)
        #expect(["GET http://h/: cancelled", "GET http://h/: 200 cancelled"].contains(recorder.lines[0]))
        #expect(recorder.completions == ["cancelled"])
        gate.open()
    }

    @Test func aStreamedBody() async throws {
        transport.on("http://h/none", .init(status: 204))
        transport.on("http://h/cut", .init(fields: ["Content-Length": "9"], chunks: [[1], [2]]))
        transport.on("*", .init(chunks: [[1], [2]]))
        let session = observed()
        let read = try await session.response(for: RequestMessage(url: "http://h/read"))
        #expect(recorder.lines == ["GET http://h/read: open"])
        #expect(recorder.completions.isEmpty)
        _ = try await read.body.collect()
        #expect(recorder.lines == ["GET http://h/read: 200 complete"])
        #expect(recorder.completions == ["ok"])
        _ = try await session.response(for: RequestMessage(url: "http://h/none"))
        _ = try await session.response(for: RequestMessage(url: "http://h/dropped"))
        let cut = try await session.response(for: RequestMessage(url: "http://h/cut"))
        _ = try? await cut.body.collect()
        #expect(
            recorder.lines.dropFirst() == [
                "GET http://h/none: 204 complete", "GET http://h/dropped: 200 dropped",
                "GET http://h/cut: 200 connectionLost",
            ]
        )
        #expect(recorder.completions == ["ok", "ok", "cancelled", "connectionLost"])
    }

    /// When a body is dropped, the observer may use the session, which then holds no lock.
    @Test func anObserverMayUseTheBodyWhenItIsDropped() async throws {
        transport.on("*", .init(chunks: [[1], [2]]))
        let held = Locked<SessionBody?>(nil)
        let ended = Locked(0)
        let observer = EndingObserver {
            held.withLock { $0 }?.cancel()
            ended.withLock { $0 += 1 }
        }
        let session = session(transport) { $0.observer = observer }
        let body = try await session.response(for: RequestMessage(url: "http://h/")).body
        held.withLock { $0 = body }
        _ = try await body.collect()
        held.withLock { $0 = nil }
        #expect(ended.withLock { $0 } == 1)
    }

    @Test func downloads() async throws {
        let folder = TemporaryFolder()
        let bytes = (0..<100).map { UInt8($0) }
        let fields: HeaderFields = ["ETag": "\"v1\"", "Content-Length": "100"]
        transport.on("*", call: 1, .init(fields: fields, chunks: [Array(bytes[..<40])], failure: lost))
        transport.on(
            "*",
            .init(
                status: 206,
                fields: ["ETag": "\"v1\"", "Content-Range": "bytes 40-99/100", "Content-Length": "60"],
                chunks: [Array(bytes[40...])]
            )
        )
        let session = observed { $0.interceptors = [RetryPolicy(delay: .zero)] }
        let task = Caller.$name.withValue("Ada") {
            session.downloadTask(RequestMessage(url: "http://h/film"), to: .file(folder.file("film")))
        }
        _ = try await task.value
        #expect(folder.read("film") == bytes)
        #expect(recorder.lines == ["GET http://h/film: 200 connectionLost", "GET http://h/film: 206 complete"])
        #expect(recorder.completions == ["ok"])
        // A task object has the task-local values of the code that created it.
        #expect(recorder.seen.exchanges.map(\.caller) == ["Ada", "Ada"])
    }

    @Test func connectionsThatFail() async throws {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.observer = recorder
        configuration.fields = ["X-Key": "s3cret"]
        let session = SessionManager(configuration: configuration)
        let error = await code { try await session.data(for: RequestMessage(url: "http://127.0.0.1:1/a?key=s3cret")) }
        #expect(error == .cannotConnect)
        #expect(recorder.lines == ["GET http://127.0.0.1:1/a?key=s3cret: cannotConnect"])
        #expect(recorder.completions == ["cannotConnect"])
        session.invalidate()
    }

    @Test(arguments: ["nothing at all", "ftp://h/", ""])
    func requestsThatCannotBeMadeHaveNoExchange(_ url: String) async throws {
        #expect(await code { try await observed().data(for: RequestMessage(url: url)) } == .invalidURL)
        #expect(recorder.lines.isEmpty)
        #expect(recorder.completions == ["invalidURL"])
    }

    @Test func theResourceTimeout() async throws {
        transport.on("http://h/head", .init(delay: .seconds(60)))
        transport.on("http://h/body", .init(chunks: [[1]], chunkDelay: .seconds(60)))
        let session = observed { $0.resourceTimeout = .milliseconds(20) }
        for url in ["http://h/head", "http://h/body"] {
            #expect(await code { try await session.data(for: RequestMessage(url: url)) } == .timedOut)
        }
        #expect(recorder.lines == ["GET http://h/head: timedOut", "GET http://h/body: 200 timedOut"])
    }

    @Test func anInvalidSessionHasNothingToObserve() async throws {
        let session = observed()
        session.invalidate()
        _ = await session.dataTask(RequestMessage(url: "http://h/")).result
        _ = try? await session.data(for: RequestMessage(url: "http://h/"))
        #expect(recorder.seen.requests.isEmpty)
        #expect(recorder.lines.isEmpty)
    }

    @Test func anObserverWithoutObservations() async throws {
        struct Blind: RequestObserver {
            func observation(of request: ObservedRequest) -> (any RequestObservation)? { nil }
        }
        transport.on("*", .init(body: "x"))
        let session = session(transport) { $0.observer = Blind() }
        #expect(try await session.data(for: RequestMessage(url: "http://h/")).value == [0x78])
    }
}

private struct EndingObserver: RequestObserver, RequestObservation {
    let end: @Sendable () -> Void
    func observation(of request: ObservedRequest) -> (any RequestObservation)? { self }
    func willSend(_ exchange: inout ObservedExchange) -> ExchangeEnding? { { [end] _ in end() } }
    func didComplete(_ metrics: ExchangeMetrics, error: SessionError?) {}
}
