import NIOCore
import Synchronization

/// Looks whether anything moves while the peer is waited for.
///
/// AsyncHTTPClient's own limits count the time in which a body is being produced, or its reader is busy with something else; a
/// transport's limit must not.
final class IdleWatch: Sendable {
    private struct State {
        var moved = ContinuousClock.now
        var isProducing = false
        var hasFired = false
    }

    private let state = Mutex(State())
    private let limit: Duration?

    /// Makes a watch; a limit of more than a day is one of a day.
    init(_ limit: Duration?) { self.limit = limit.map { min(max($0, .milliseconds(1)), .seconds(86_400)) } }

    /// Whether nothing moved for too long.
    var hasFired: Bool { state.withLock { $0.hasFired } }

    /// A body is asked for its next chunk, because the connection took the one before; or has given it.
    func setProducing(_ isProducing: Bool) {
        state.withLock { state in
            state.isProducing = isProducing
            state.moved = .now
        }
    }

    /// Waits for something, and cancels it where nothing moves meanwhile.
    func value<Value: Sendable>(of task: Task<Value, any Error>) async -> Result<Value, any Error> {
        guard let limit else { return await task.result }
        state.withLock { $0.moved = .now }
        let watching = Task {
            while true {
                let left = left(of: limit)
                if left <= .zero { break }
                try await Task.sleep(for: left)
            }
            state.withLock { $0.hasFired = true }
            task.cancel()
        }
        defer { watching.cancel() }
        return await task.result
    }

    private func left(of limit: Duration) -> Duration {
        state.withLock { $0.isProducing ? limit : limit - (.now - $0.moved) }
    }
}
