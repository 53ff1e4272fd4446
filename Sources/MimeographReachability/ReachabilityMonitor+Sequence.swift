import MimeographSupport

extension ReachabilityMonitor: AsyncSequence {
    /// What a loop gets.
    public typealias Element = Status
    /// A loop does not fail.
    public typealias Failure = Never

    /// The status as soon as it is known, then each change, until the loop is left or its task cancelled.
    ///
    /// Two in a row are never the same. A slow loop misses what was between, never the last. Each loop gets all of it. Where the
    /// system does not say anything, `unknown` comes.
    public struct Iterator: AsyncIteratorProtocol {
        private let user: User
        private var known: Status?

        init(_ monitor: ReachabilityMonitor) { user = User(monitor) }

        /// The next status; nil when the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Status? {
            guard let status = await user.monitor.status(after: known, isolation: actor) else { return nil }
            known = status
            return status
        }
    }

    /// Keeps the watch going as long as it is kept.
    private final class User: Sendable {
        let monitor: ReachabilityMonitor

        init(_ monitor: ReachabilityMonitor) {
            self.monitor = monitor
            monitor.addUser()
        }

        deinit { monitor.removeUser() }
    }

    /// Begins a loop, and to watch unless that goes on already.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Looks now, without what an earlier look has found.
    ///
    /// - Returns: The status; `unknown` where the task was cancelled or the system does not say.
    public func currentStatus() async -> Status {
        for await status in ReachabilityMonitor(source: source) { return status }
        return .unknown
    }

    /// Waits until there is a way.
    ///
    /// - Parameter limit: How long at most; nil, the default, without limit.
    /// - Returns: Whether there is one: false where the time is over or the task was cancelled.
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

    /// A status other than the known one; nil when the task was cancelled.
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
