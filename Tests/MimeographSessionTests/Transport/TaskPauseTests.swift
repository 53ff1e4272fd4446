import MimeographSupport
import Testing

@testable import MimeographSession

/// The parts of `URLSessionTransport` that do not need `URLSession`.
@Suite struct TaskPauseTests {
    /// A task of `URLSession`, which counts suspensions.
    private final class FakeTask: Sendable {
        let suspensions = Locked(0)
        var isSuspended: Bool { suspensions.withLock { $0 > 0 } }

        func change(_ isPaused: Bool) {
            let count = suspensions.withLock { count in
                count += isPaused ? 1 : -1
                return count
            }
            #expect((0...1).contains(count))
        }
    }

    /// The reader takes the bytes after the transport has decided to suspend the task, and before it does.
    @Test func aReaderBetweenADecisionAndASuspensionIsNotForgotten() {
        let state = Locked(ExchangeState())
        let task = FakeTask()
        state.withLock { $0.receive([1, 2, 3], pausingAt: 3) }
        #expect(state.withLock { $0.isPaused })
        var isFirst = true
        state.settlePause { isPaused in
            if isFirst {
                isFirst = false
                state.withLock { state in
                    _ = state.read()
                    _ = state.clearPause()
                }
                // The reader's thread leaves the change to this one.
                state.settlePause { _ in Issue.record("Two threads change the task.") }
            }
            task.change(isPaused)
        }
        #expect(!task.isSuspended)
    }

    @Test func aTaskIsSuspendedOnceAndResumedOnce() {
        let state = Locked(ExchangeState())
        let task = FakeTask()
        for _ in 0..<3 {
            state.withLock { $0.receive([1, 2], pausingAt: 2) }
            state.settlePause(task.change)
        }
        #expect(task.isSuspended)
        for _ in 0..<2 {
            state.withLock { _ = $0.clearPause() }
            state.settlePause(task.change)
        }
        #expect(!task.isSuspended)
    }

    @Test func manyThreadsEndInAgreement() async {
        for _ in 0..<200 {
            let state = Locked(ExchangeState())
            let task = FakeTask()
            await withTaskGroup { group in
                group.addTask {
                    for _ in 0..<20 {
                        state.withLock { $0.receive([1], pausingAt: 1) }
                        state.settlePause(task.change)
                    }
                }
                group.addTask {
                    for _ in 0..<20 {
                        state.withLock { _ = $0.clearPause() }
                        state.settlePause(task.change)
                        await Task.yield()
                    }
                }
            }
            #expect(task.isSuspended == state.withLock { $0.isPaused })
        }
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), (" x-gzip ", true), ("br", true), ("deflate", true),
        ("zstd", false), ("identity", false), ("gzip, br", false), ("", false), (nil, false),
    ])
    func onlyTheCodingsOfURLSessionAreDecoded(field: String?, isDecoded: Bool) {
        #expect(DecodedCodings.contains(field) == isDecoded)
    }

    @Test func aServerIsAHostAndAPort() {
        var servers = EvaluatedServers()
        servers.insert(host: "API.example.com", port: 443)
        #expect(servers.contains(host: "api.example.com", port: 443))
        #expect(!servers.contains(host: "api.example.com", port: 8443))
        #expect(!servers.contains(host: "example.com", port: 443))
    }
}
