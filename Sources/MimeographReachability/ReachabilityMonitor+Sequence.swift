import MimeographSupport

extension ReachabilityMonitor: AsyncSequence {
    /// The elements of a loop.
    public typealias Element = Status
    /// A loop does not fail.
    public typealias Failure = Never

    /// An iterator over the status, as soon as it is known, and then each change, until the loop ends or its task is cancelled.
    ///
    /// It never returns the same status twice in a row. Every loop receives all changes, but a slow loop misses those before the
    /// last. If the system gives no answer, the status is `unknown`.
    public struct Iterator: AsyncIteratorProtocol {
        private let user: User
        private var known: Status?

        init(_ monitor: ReachabilityMonitor) { user = User(monitor) }

        /// Returns the next status; nil if the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Status? {
            guard let status = await user.monitor.status(after: known, isolation: actor) else { return nil }
            known = status
            return status
        }
    }

    /// An object that keeps the watch running while it exists.
    private final class User: Sendable {
        let monitor: ReachabilityMonitor

        init(_ monitor: ReachabilityMonitor) {
            self.monitor = monitor
            monitor.addUser()
        }

        deinit { monitor.removeUser() }
    }

    /// Starts a loop, and the watch if it is not running yet.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Checks the status now, without the result of an earlier check.
    ///
    /// - Returns: The status; `unknown` if the task was cancelled or the system gives no answer.
    public func currentStatus() async -> Status {
        for await status in ReachabilityMonitor(source: source) { return status }
        return .unknown
    }

    /// Waits until the destination is reachable.
    ///
    /// - Parameter limit: The longest wait; nil, the default, for no limit.
    /// - Returns: Whether the destination is reachable; false if the time is over or the task was cancelled.
    public func waitUntilReachable(atMost limit: Duration? = nil) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await status in self where status.isReachable { return true }
                return false
            }
            if let limit {
                group.addTask {
                    try? await Task.sleep(for: limit)
                    return false
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Returns a status other than the known one; nil if the task was cancelled.
    private func status(after known: Status?, isolation: isolated (any Actor)?) async -> Status? {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let status = await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                let (isOver, status): (Bool, Status?) = state.withLock { state in
                    if state.cancelled.contains(id) { return (true, nil) }
                    if let status = state.status, status != known { return (true, status) }
                    state.waiters[id] = Waiter(known: known, continuation: continuation)
                    return (false, nil)
                }
                if isOver { continuation.resume(returning: status) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelled.insert(id)
                return state.waiters.removeValue(forKey: id)
            }
            waiter?.continuation.resume(returning: nil)
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        return status
    }
}
