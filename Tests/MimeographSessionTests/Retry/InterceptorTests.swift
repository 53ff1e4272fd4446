import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import Testing

@testable import MimeographSession

/// Tests of the changes, rejections and retries of interceptors, and of refreshing tokens.
@Suite struct InterceptorTests {
    private struct Adding: RequestInterceptor {
        let text: String
        func adapt(_ request: RequestMessage) async throws -> RequestMessage {
            var request = request
            request.fields["X"] = (request.fields["X"] ?? "") + text
            return request
        }
    }

    private struct Failing: RequestInterceptor {
        struct Fault: Error {}
        func adapt(_ request: RequestMessage) async throws -> RequestMessage { throw Fault() }
    }

    private struct Deciding: RequestInterceptor {
        let name: String
        let asked: Locked<[String]>
        let decision: @Sendable (FailedAttempt) -> RetryDecision
        func retry(_ failure: FailedAttempt) async -> RetryDecision {
            asked.withLock { $0.append("\(name)\(failure.head?.status ?? 0)") }
            return decision(failure)
        }
    }

    @Test func interceptorsAdaptInOrderAtEachAttempt() async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(status: 500))
        transport.on("*", .init())
        let session = session(transport) {
            $0.interceptors = [Adding(text: "a"), Adding(text: "b"), RetryPolicy(delay: .zero)]
        }
        _ = try await session.data(for: RequestMessage(url: "http://h/"))
        #expect(transport.requests.map { $0.fields["X"] } == ["ab", "ab"])
    }

    @Test func throwingInterceptorEndsTheRequest() async throws {
        let transport = ScriptedTransport()
        let asked = Locked<[String]>([])
        let session = session(transport) {
            $0.interceptors = [Failing(), Deciding(name: "d", asked: asked) { _ in .retry() }]
        }
        await #expect { try await session.data(for: RequestMessage(url: "http://h/")) } throws: { error in
            (error as? SessionError)?.code == .interceptorFailed
                && (error as? SessionError)?.underlying.first is Failing.Fault
        }
        #expect(transport.requests.isEmpty)
        #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test func firstDecisionCounts() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 500))
        let asked = Locked<[String]>([])
        let session = session(transport) {
            $0.interceptors = [
                Deciding(name: "a", asked: asked) { _ in .doNotRetry },
                Deciding(name: "b", asked: asked) {
                    $0.retryCount < 1 ? .retry() : .fail(SessionError(.interceptorFailed, "no"))
                },
                Deciding(name: "c", asked: asked) { _ in .retry() },
            ]
        }
        #expect(await code { try await session.data(for: RequestMessage(url: "http://h/")) } == .interceptorFailed)
        #expect(asked.withLock { $0 } == ["a500", "b500", "a500", "b500"])
    }

    // MARK: - Tokens

    private struct Tokens: Authenticator {
        struct Fault: Error {}
        let refreshes: Locked<Int>
        let gate: AsyncGate
        var fails = false

        func apply(_ token: Int, to request: inout RequestMessage) {
            request.fields["Authorization"] = "Bearer \(token)"
        }
        func refresh(_ token: Int) async throws -> Int {
            refreshes.withLock { $0 += 1 }
            await gate.wait()
            if fails { throw Fault() }
            return token + 1
        }
        func needsRefresh(_ token: Int) -> Bool { token < 0 }
        func carries(_ request: RequestMessage, _ token: Int) -> Bool {
            request.fields["Authorization"] == "Bearer \(token)"
        }
    }

    /// A server that accepts one token.
    private func server(taking token: Int) -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on("*") { .init(status: $0.fields["Authorization"] == "Bearer \(token)" ? 200 : 401) }
        return transport
    }

    private struct Counting: RequestInterceptor {
        let counter: Counter

        func adapt(_ request: RequestMessage) async throws -> RequestMessage {
            counter.increment()
            return request
        }
    }

    @Test func manyRequestsRefreshOnce() async throws {
        let transport = server(taking: 2)
        let tokens = Tokens(refreshes: Locked(0), gate: AsyncGate(isOpen: false))
        let interceptor = AuthenticationInterceptor(tokens, token: 1)
        let entered = Counter()
        let session = session(transport) { $0.interceptors = [Counting(counter: entered), interceptor] }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await session.data(for: RequestMessage(method: .post, url: "http://h/")).head.status
                }
            }
            // All requests are sent with the old token, or wait for the new one, before it arrives.
            while entered.value < 20 || tokens.refreshes.withLock({ $0 }) == 0 {
                try await Task.sleep(for: .milliseconds(1))
            }
            tokens.gate.open()
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(transport.requests.count <= 40)
        #expect(statuses == Array(repeating: 200, count: 20))
        #expect(tokens.refreshes.withLock { $0 } == 1)
        #expect(interceptor.token == 2)
    }

    @Test func anExpiringTokenIsRefreshedBeforeItIsSent() async throws {
        let transport = server(taking: 0)
        let tokens = Tokens(refreshes: Locked(0), gate: AsyncGate())
        let session = session(transport) { $0.interceptors = [AuthenticationInterceptor(tokens, token: -1)] }
        #expect(try await session.data(for: RequestMessage(url: "http://h/")).head.status == 200)
        #expect(transport.requests.count == 1)
    }

    @Test func waitingForARefreshCanBeCancelled() async throws {
        let transport = server(taking: 2)
        let tokens = Tokens(refreshes: Locked(0), gate: AsyncGate(isOpen: false))
        let interceptor = AuthenticationInterceptor(tokens, token: 1)
        let session = session(transport) { $0.interceptors = [interceptor] }
        // The request that starts the refresh and one that waits for it both end, but the refresh continues.
        let tasks = (0..<2).map { _ in session.dataTask(RequestMessage(url: "http://h/")) }
        while tokens.refreshes.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        for task in tasks {
            task.cancel()
            #expect(await code { try await task.value } == .cancelled)
        }
        #expect(interceptor.token == 1)
        tokens.gate.open()
        #expect(try await session.data(for: RequestMessage(url: "http://h/")).head.status == 200)
        #expect(interceptor.token == 2 && tokens.refreshes.withLock { $0 } == 1)
    }

    @Test func tokenThatIsSetMeanwhileIsUsed() async throws {
        let transport = server(taking: 9)
        let tokens = Tokens(refreshes: Locked(0), gate: AsyncGate(isOpen: false))
        let interceptor = AuthenticationInterceptor(tokens, token: 1)
        let session = session(transport) { $0.interceptors = [interceptor] }
        let task = session.dataTask(RequestMessage(url: "http://h/"))
        while tokens.refreshes.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        interceptor.token = 9
        // A later request does not wait.
        #expect(try await session.data(for: RequestMessage(url: "http://h/")).head.status == 200)
        tokens.gate.open()
        #expect(try await task.value.head.status == 200)
        #expect(interceptor.token == 9)
    }

    /// Code that hangs until it is cancelled, and code that ignores even the cancellation.
    @Test(arguments: ["adapt", "retry", "decide", "credential"], [false, true])
    func callersCodeEndsWithTheRequest(_ hangingCall: String, ignoresCancellation: Bool) async throws {
        struct Hanging: RequestInterceptor, CredentialProvider {
            let hangingCall: String
            let ignoresCancellation: Bool
            func hang(_ call: String) async {
                guard call == hangingCall else { return }
                let sleep: @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(3600)) }
                if ignoresCancellation { await Task(operation: sleep).value } else { await sleep() }
            }
            func adapt(_ request: RequestMessage) async throws -> RequestMessage {
                await hang("adapt")
                return request
            }
            func retry(_ failure: FailedAttempt) async -> RetryDecision {
                await hang("retry")
                return .doNotRetry
            }
            func credential(for request: CredentialRequest) async -> Credential? {
                await hang("credential")
                return nil
            }
        }
        let transport = ScriptedTransport()
        transport.on("http://h/adapt", .init())
        transport.on("http://h/retry", .init(status: 500))
        transport.on("http://h/decide", .init(status: 302, fields: ["Location": "/adapt"]))
        transport.on("http://h/credential", .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=r"]))
        let hanging = Hanging(hangingCall: hangingCall, ignoresCancellation: ignoresCancellation)
        let session = session(transport) { configuration in
            configuration.resourceTimeout = .milliseconds(100)
            configuration.interceptors = [hanging]
            configuration.credentials = hanging
            configuration.redirects.decide = { _ in
                await hanging.hang("decide")
                return .follow
            }
        }
        let request = RequestMessage(url: "http://h/\(hangingCall)")
        let began = ContinuousClock.now
        #expect(await code { try await session.data(for: request) } == .timedOut)
        // A cancellation ends the request too.
        let task = session.dataTask(request)
        task.cancel()
        #expect(await code { try await task.value } == .cancelled)
        #expect(ContinuousClock.now - began < .seconds(1800))
    }

    @Test func uselessRefreshesEnd() async throws {
        let transport = server(taking: -7)
        let tokens = Tokens(refreshes: Locked(0), gate: AsyncGate())
        // A busy machine may need more than the default window for five refreshes.
        let window = AuthenticationInterceptor<Tokens>.RefreshWindow(interval: .seconds(3600))
        let interceptor = AuthenticationInterceptor(tokens, token: 1, window: window)
        let session = session(transport) { $0.interceptors = [interceptor] }
        #expect(await code { try await session.data(for: RequestMessage(url: "http://h/")) } == .excessiveRefresh)
        #expect(tokens.refreshes.withLock { $0 } == 5)
    }

    @Test func missingTokenAndFailedRefreshAreErrors() async throws {
        let transport = server(taking: 2)
        var tokens = Tokens(refreshes: Locked(0), gate: AsyncGate())
        let none = AuthenticationInterceptor(tokens, token: nil)
        let without = session(transport) { $0.interceptors = [none] }
        #expect(await code { try await without.data(for: RequestMessage(url: "http://h/")) } == .missingCredential)
        none.token = 2
        #expect(try await without.data(for: RequestMessage(url: "http://h/")).head.status == 200)
        tokens.fails = true
        let broken = AuthenticationInterceptor(tokens, token: 1)
        let failing = session(transport) { $0.interceptors = [broken] }
        await #expect { try await failing.data(for: RequestMessage(url: "http://h/")) } throws: { error in
            (error as? SessionError)?.code == .interceptorFailed
                && (error as? SessionError)?.underlying.first is Tokens.Fault
        }
        // The next request tries again.
        _ = try? await failing.data(for: RequestMessage(url: "http://h/"))
        #expect(tokens.refreshes.withLock { $0 } == 2)
    }
}
