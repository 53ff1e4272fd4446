import MimeographSupport

/// A gate at which tasks wait until it is open.
///
/// Suspending a task closes its gate; a test closes one to hold a response back.
///
/// ```swift
/// let gate = AsyncGate(isOpen: false)
/// transport.on(.get, "*", .init(status: 200, gate: gate))
/// // … nothing arrives until
/// gate.open()
/// ```
public final class AsyncGate: Sendable {
    private struct State {
        var isOpen: Bool
        var nextID: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        /// The tasks that were cancelled before they began to wait.
        var cancelled: Set<UInt64> = []
    }

    private let state: Locked<State>

    /// Makes a gate.
    public init(isOpen: Bool = true) { state = Locked(State(isOpen: isOpen)) }

    /// Whether tasks may pass.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Lets waiting and later tasks pass.
    public func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        // The lock is released first, because resuming a task may take that task's lock, which its cancellation handler may hold.
        for waiter in waiters.values { waiter.resume() }
    }

    /// Makes later tasks wait.
    public func close() { state.withLock { $0.isOpen = false } }

    /// Waits until the gate is open or the task is cancelled.
    public func wait() async {
        let id: UInt64? = state.withLock { state in
            if state.isOpen { return nil }
            state.nextID += 1
            return state.nextID
        }
        guard let id else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let mayPass = state.withLock { state in
                    if state.isOpen || state.cancelled.contains(id) { return true }
                    state.waiters[id] = waiter
                    return false
                }
                if mayPass { waiter.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelled.insert(id)
                return state.waiters.removeValue(forKey: id)
            }
            waiter?.resume()
        }
        state.withLock { _ = $0.cancelled.remove(id) }
    }
}
