import Dispatch

/// Asynchronous work, for callers that wait for it on a thread on which no task runs.
enum AsyncWork {
    /// Does it, and waits.
    static func wait(for work: @escaping @Sendable () async throws -> Void) throws {
        let done = DispatchSemaphore(value: 0)
        let result = ResultBox()
        Task.detached {
            do { try await work() } catch { result.error = error }
            done.signal()
        }
        done.wait()
        if let error = result.error { throw error }
    }

    /// It is unchecked because the semaphore orders the two who use it.
    private final class ResultBox: @unchecked Sendable {
        var error: (any Error)?
    }
}
