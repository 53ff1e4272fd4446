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
        /// Changes when waiting begins and when it ends: a watch that is late must not cancel what comes after.
        var generation = 0
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

    /// How long nothing may move yet; nil where that is over, or the waiting.
    private func left(of limit: Duration, _ generation: Int) -> Duration? {
        state.withLock { state in
            guard state.generation == generation else { return nil }
            let left = state.isProducing ? limit : limit - (.now - state.moved)
            if left <= .zero { state.hasFired = true }
            return left > .zero ? left : nil
        }
    }
}
