import Mimeograph
import MimeographSupport

/// A monitor that reports whether this machine can reach a destination, and by which kind of interface.
///
/// ```swift
/// let monitor = ReachabilityMonitor() // the route to the Internet
/// for await status in monitor {
///     print(status)  // "reachable via wired", then each change
/// }
/// ```
/// As in AFNetworking, you can also start it and read its status:
///
/// ```swift
/// let monitor = ReachabilityMonitor(host: "api.example.com")
/// monitor.setStatusChangeHandler(on: .main) { status in banner.isHidden = status.isReachable }
/// monitor.startMonitoring()
/// if monitor.isReachableViaWWAN { quality = .low }
/// ```
/// It watches the system between ``startMonitoring()`` and ``stopMonitoring()``, and while a loop over it runs. It uses no
/// processor time while nothing changes.
///
/// Reachable means that packets would leave by a running interface. It does not mean that the destination answers: the monitor
/// sends nothing to it. So do not check the status before a request. Send the request, and let an `OfflineRetrier` of
/// `MimeographSession` retry it.
public final class ReachabilityMonitor: Sendable {
    struct State {
        var isStarted = false
        /// The number of loops and other users besides ``startMonitoring()``.
        var userCount = 0
        /// The number of the current watch. Reports of an earlier watch are ignored.
        var generation: UInt64 = 0
        var isWatching = false
        var watch: (any ReachabilityWatch)?
        /// The last status; nil until the watch reports one.
        var status: Status?
        var handler: Handler?
        var nextID: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]
        /// The waiters that were cancelled before they started to wait.
        var cancelled: Set<UInt64> = []
    }

    struct Handler {
        let executor: CallbackExecutor
        let call: @Sendable (Status) -> Void
    }

    /// A loop that waits for a status other than its last one.
    struct Waiter {
        let known: Status?
        let continuation: CheckedContinuation<Status?, Never>
    }

    /// The source of the statuses.
    package let source: any ReachabilitySource
    let state = Locked(State())

    /// Makes a monitor from a source, for example one of a test.
    ///
    /// It does nothing until it is started or a loop runs over it.
    public init(source: any ReachabilitySource) { self.source = source }

    /// Makes a monitor of the route to a target. Default: the Internet.
    public convenience init(_ target: Target = .defaultRoute) { self.init(source: target.makeSource()) }

    /// Makes a monitor of the route to a host, given by its name or its address.
    public convenience init(host: String) { self.init(.host(host)) }

    deinit {
        // Loops keep the monitor alive, so none is running.
        state.withLock { $0.watch }?.stop()
    }

    /// The status; ``Status/unknown`` while no caller is watching, and until the first check.
    public var status: Status { state.withLock { $0.status } ?? .unknown }

    // MARK: Watching

    func addUser() {
        state.withLock { $0.userCount += 1 }
        adjust()
    }

    func removeUser() {
        state.withLock { $0.userCount -= 1 }
        adjust()
    }

    /// Starts or stops the watch, depending on whether any caller needs it.
    func adjust() {
        let (begun, ended): (UInt64?, (any ReachabilityWatch)?) = state.withLock { state in
            let isWanted = state.isStarted || state.userCount > 0
            guard isWanted != state.isWatching else { return (nil, nil) }
            state.isWatching = isWanted
            state.generation += 1
            state.status = nil
            defer { state.watch = nil }
            return (isWanted ? state.generation : nil, state.watch)
        }
        ended?.stop()
        guard let begun else { return }
        let watch = source.watch { [weak self] status in self?.receive(status, of: begun) }
        let isLate = state.withLock { state in
            guard state.generation == begun else { return true }
            state.watch = watch
            return false
        }
        if isLate { watch.stop() }
    }

    /// Receives a status from a watch.
    private func receive(_ status: Status, of generation: UInt64) {
        let (handler, waiters): (Handler?, [Waiter]) = state.withLock { state in
            guard state.generation == generation, state.status != status else { return (nil, []) }
            state.status = status
            let (told, rest) = (
                state.waiters.filter { $0.value.known != status }, state.waiters.filter { $0.value.known == status }
            )
            state.waiters = rest
            return (state.handler, Array(told.values))
        }
        for waiter in waiters { waiter.continuation.resume(returning: status) }
        if let handler { handler.executor.run { handler.call(status) } }
    }
}
