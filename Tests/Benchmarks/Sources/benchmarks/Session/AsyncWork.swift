import Dispatch

/// Asynchronous work for callers that wait on a thread that runs no tasks.
enum AsyncWork {
    /// Does the work, and waits for it.
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

    /// It is unchecked because the semaphore orders its two users.
    private final class ResultBox: @unchecked Sendable {
        var error: (any Error)?
    }
}
