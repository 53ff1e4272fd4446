import Mimeograph
import MimeographSessionTesting
import Synchronization
import TestSupport
import Testing

@testable import MimeographSession

/// A decision about a token holds only while the token is the same: a server may treat one that is used twice as stolen.
struct TokenRaceWorkTests {
    /// Waits between looking at a token and returning the result.
    private struct Slow: Authenticator {
        let used = Recorder<Int>()
        let running = Counter()
        let isTwice = Counter()
        let gate: AsyncGate
        let needsRefresh: @Sendable (Int) -> Bool

        init(gate: AsyncGate = AsyncGate(), needsRefresh: @escaping @Sendable (Int) -> Bool = { _ in false }) {
            self.gate = gate
            self.needsRefresh = needsRefresh
        }

        func apply(_ token: Int, to request: inout RequestMessage) { request.fields["Authorization"] = "\(token)" }

        func refresh(_ token: Int) async throws -> Int {
            if running.increment() > 0 { isTwice.increment() }
            used.append(token)
            await gate.wait()
            running.decrement()
            return token + 1
        }

        func needsRefresh(_ token: Int) -> Bool {
            pauseSomewhere()
            return needsRefresh(token)
        }

        func carries(_ request: RequestMessage, _ token: Int) -> Bool {
            pauseSomewhere()
            return request.fields["Authorization"] == "\(token)"
        }

        private func pauseSomewhere() {
            let end = ContinuousClock.now + .microseconds(Int.random(in: 0...300))
            while .now < end {}
        }
    }

    @Test func requestsThatCheckedATokenEarlierDoNotReuseIt() async throws {
        for _ in 0..<60 {
            let source = Slow { $0 == 1 }
            let interceptor = AuthenticationInterceptor(source, token: 1)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask { _ = try? await interceptor.adapt(RequestMessage(url: "http://h/")) }
                }
            }
            #expect(source.used.values == [1])
        }
    }

    @Test func requestsThatWereRejectedWithATokenDoNotReuseIt() async throws {
        for _ in 0..<60 {
            let source = Slow()
            let interceptor = AuthenticationInterceptor(source, token: 1)
            var request = RequestMessage(url: "http://h/")
            request.fields["Authorization"] = "1"
            let head = ResponseHead(status: 401, requestMethod: .get, url: "http://h/")
            let failure = FailedAttempt(request: request, head: head, error: nil, retryCount: 0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<16 { group.addTask { _ = await interceptor.retry(failure) } }
            }
            #expect(source.used.values == [1])
        }
    }

    /// A program sets tokens while requests look at the previous one and refresh it.
    @Test func earlierRefreshDoesNotReplaceATokenThatAProgramSets() async throws {
        for round in 0..<60 {
            let source = Slow { $0 % 2 == 1 }
            let interceptor = AuthenticationInterceptor(source, token: 1, window: nil)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        if number == round % 16 { interceptor.token = 100 }
                        _ = try? await interceptor.adapt(RequestMessage(url: "http://h/"))
                    }
                }
            }
            #expect(interceptor.token == 100)
            #expect(Set(source.used.values).count == source.used.values.count && source.isTwice.value == 0)
        }
    }

    @Test(.timeLimit(.minutes(1))) func settingATokenEndsTheWaitForARefresh() async throws {
        let gate = AsyncGate(isOpen: false)
        let source = Slow(gate: gate) { $0 % 2 == 1 }
        let interceptor = AuthenticationInterceptor(source, token: 1)
        let waiting = Task { try await interceptor.adapt(RequestMessage(url: "http://h/")) }
        try await until { !source.used.values.isEmpty }
        interceptor.token = 4
        #expect(try await waiting.value.fields["Authorization"] == "4")
        // The refresh of the next token waits for the call that is still running.
        interceptor.token = 5
        let next = Task { try await interceptor.adapt(RequestMessage(url: "http://h/")) }
        try await Task.sleep(for: .milliseconds(50))
        gate.open()
        #expect(try await next.value.fields["Authorization"] == "6")
        #expect(source.used.values == [1, 5] && source.isTwice.value == 0)
    }
}
