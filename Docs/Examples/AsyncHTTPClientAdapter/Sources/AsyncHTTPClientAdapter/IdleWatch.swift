import NIOCore
import Synchronization

/// Checks whether data moves while an exchange waits for the peer.
///
/// AsyncHTTPClient's own limits include the time to produce a body and the time in which its reader is busy. The limit of a
/// transport must not include these.
final class IdleWatch: Sendable {
    private struct State {
        var moved = ContinuousClock.now
        var isProducing = false
        var hasFired = false
        /// The number of starts and ends of waits: a late watch must not cancel a later wait.
        var generation = 0
    }

    private let state = Mutex(State())
    private let limit: Duration?

    /// Makes a watch with a limit of at most a day.
    init(_ limit: Duration?) { self.limit = limit.map { min(max($0, .milliseconds(1)), .seconds(86_400)) } }

    /// Whether nothing moved for too long.
    var hasFired: Bool { state.withLock { $0.hasFired } }

    /// Records whether the body is producing its next chunk, which happens after the connection has accepted the previous one.
    func setProducing(_ isProducing: Bool) {
        state.withLock { state in
            state.isProducing = isProducing
            state.moved = .now
        }
    }

    /// Waits for a task, and cancels it if no data moves for too long.
    func value<Value: Sendable>(of task: Task<Value, any Error>) async -> Result<Value, any Error> {
        guard let limit else { return await task.result }
        let generation = begin()
        let watching = Task {
            while let left = left(of: limit, generation) { try await Task.sleep(for: left) }
            if hasFired { task.cancel() }
        }
        let result = await task.result
        _ = begin()
        watching.cancel()
        return result
    }

    private func begin() -> Int {
        state.withLock { state in
            state.moved = .now
            state.generation += 1
            return state.generation
        }
    }

    /// Returns the time left until the limit, or nil if it has passed or the wait is over.
    private func left(of limit: Duration, _ generation: Int) -> Duration? {
        state.withLock { state in
            guard state.generation == generation else { return nil }
            let left = state.isProducing ? limit : limit - (.now - state.moved)
            if left <= .zero { state.hasFired = true }
            return left > .zero ? left : nil
        }
    }
}
