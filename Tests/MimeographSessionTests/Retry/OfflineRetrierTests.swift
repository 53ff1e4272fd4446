import Mimeograph
import MimeographReachability
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

private let url = "http://h/"

private func attempt(
    _ code: SessionError.Code?,
    _ method: HTTPMethod = .get,
    _ url: String = url,
    status: Int? = nil,
    count: Int = 0
) -> FailedAttempt {
    FailedAttempt(
        request: RequestMessage(method: method, url: url),
        head: status.map { ResponseHead(status: $0) },
        error: code.map { SessionError($0, "x") },
        retryCount: count
    )
}

extension RetryDecision {
    fileprivate var isRetry: Bool { if case .retry = self { true } else { false } }
}

@Suite(.within(minutes: 5))
struct OfflineRetrierTests {
    @Test func aRequestWaitsForTheNetwork() async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .failure(TransportError(.cannotConnect, "No route.")))
        transport.on("*", .init(body: "well"))
        let source = ScriptedReachability(.notReachable)
        let session = session(transport) {
            $0.interceptors = [OfflineRetrier(ReachabilityMonitor(source: source), maximumWait: .seconds(60))]
        }
        let task = Task { try await session.data(for: RequestMessage(method: .put, url: url, body: streamed([[1]]))) }
        #expect(try await eventually { source.openCount == 1 })
        source.set(.unknown)
        // An unknown status is not a reason to wait.
        await #expect(throws: SessionError.self) { try await task.value }

        let second = ScriptedTransport()
        second.on("*", call: 1, .failure(TransportError(.connectionLost, "Gone.")))
        second.on("*", .init(body: "well"))
        source.set(.notReachable)
        let patient = MimeographSessionTests.session(second) {
            $0.interceptors = [OfflineRetrier(ReachabilityMonitor(source: source), maximumWait: .seconds(60))]
        }
        let waiting = Task {
            try await patient.data(for: RequestMessage(method: .put, url: url, body: streamed([[1]])))
        }
        #expect(try await eventually { source.openCount == 1 })
        #expect(second.requests.count == 1)
        source.set(.reachable(via: .wiFi))
        let response = try await waiting.value
        #expect(response.value == Array("well".utf8) && response.metrics.retryCount == 1)
        #expect(second.requests.map(\.body) == [[1], [1]])
        #expect(try await eventually { source.openCount == 0 })
    }

    @Test(arguments: [
        (attempt(.cannotConnect), true), (attempt(.hostNotFound), true), (attempt(.timedOut), true),
        (attempt(.connectionLost, .put), true), (attempt(.connectionLost, count: 2), true),
        (attempt(.connectionLost, count: 3), false), (attempt(.cannotConnect, .post), false),
        (attempt(.cannotConnect, .patch), false), (attempt(.untrustedServer), false), (attempt(.cancelled), false),
        (attempt(nil, status: 503), false), (attempt(.connectionLost, status: 200), false),
        (attempt(.cannotConnect, .get, "http://localhost:8080/"), false),
        (attempt(.cannotConnect, .get, "http://127.0.0.1/"), false),
        (attempt(.cannotConnect, .get, "http://[::1]:1/"), false),
        (attempt(.cannotConnect, .get, "http://127.example/"), true),
    ])
    func whichRequests(failure: FailedAttempt, isRetried: Bool) async throws {
        let source = ScriptedReachability(.notReachable)
        let retrier = OfflineRetrier(ReachabilityMonitor(source: source), maximumWait: .seconds(60))
        let decision = Task { await retrier.retry(failure) }
        if isRetried {
            #expect(try await eventually { source.openCount == 1 })
            source.set(.reachable(via: .wired))
        }
        #expect(await decision.value.isRetry == isRetried)
        #expect(source.count == (isRetried ? 1 : 0))
    }

    @Test func onlineFailureIsLeftToOthers() async {
        let source = ScriptedReachability(.reachable(via: .wired))
        let retrier = OfflineRetrier(ReachabilityMonitor(source: source))
        #expect(await !retrier.retry(attempt(.cannotConnect)).isRetry)
        #expect(source.count == 1 && source.openCount == 0)
    }

    @Test func theWaitHasALimit() async {
        let source = ScriptedReachability(.notReachable)
        let retrier = OfflineRetrier(ReachabilityMonitor(source: source), maximumWait: .milliseconds(50))
        let start = ContinuousClock.now
        #expect(await !retrier.retry(attempt(.cannotConnect)).isRetry)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
    }

    @Test func theSessionsLimitEndsTheWait() async {
        let transport = ScriptedTransport()
        transport.on("*", .failure(TransportError(.cannotConnect, "No route.")))
        let source = ScriptedReachability(.notReachable)
        let session = session(transport) {
            $0.resourceTimeout = .milliseconds(100)
            $0.interceptors = [OfflineRetrier(ReachabilityMonitor(source: source), maximumWait: .seconds(3600))]
        }
        #expect(await code { try await session.data(for: RequestMessage(url: url)) } == .timedOut)
    }

    @Test func manyRequestsShareAWatch() async throws {
        let source = ScriptedReachability(.notReachable)
        let retrier = OfflineRetrier(ReachabilityMonitor(source: source), maximumWait: .seconds(60))
        let tasks = (0..<50).map { _ in Task { await retrier.retry(attempt(.cannotConnect)).isRetry } }
        #expect(try await eventually { source.openCount == 1 })
        try await Task.sleep(for: .milliseconds(100))
        #expect(source.count == 1)
        source.set(.reachable(via: .wired))
        for task in tasks { #expect(await task.value) }
        #expect(try await eventually { source.openCount == 0 })
    }

    @Test func aCancelledRequestWaitsNoLonger() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .failure(TransportError(.cannotConnect, "No route.")))
        let source = ScriptedReachability(.notReachable)
        let session = session(transport) {
            $0.interceptors = [OfflineRetrier(ReachabilityMonitor(source: source), maximumWait: .seconds(3600))]
        }
        let task = Task { await code { try await session.data(for: RequestMessage(url: url)) } }
        #expect(try await eventually { source.openCount == 1 })
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(try await eventually { source.openCount == 0 })
    }
}
