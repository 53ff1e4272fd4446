import Mimeograph
import MimeographSupport

/// Watches whether, and by what kind of interface, this machine has a way to a destination.
///
/// ```swift
/// let monitor = ReachabilityMonitor()  // the way to the Internet
/// for await status in monitor {
///     print(status)  // "reachable via wired", and each change from then on
/// }
/// ```
/// As in AFNetworking, it may be started and asked instead:
///
/// ```swift
/// let monitor = ReachabilityMonitor(host: "api.example.com")
/// monitor.setStatusChangeHandler(on: .main) { status in banner.isHidden = status.isReachable }
/// monitor.startMonitoring()
/// if monitor.isReachableViaWWAN { quality = .low }
/// ```
/// The system is watched as long as a caller wants to know: between ``startMonitoring()`` and ``stopMonitoring()``, and while a loop
/// runs over the monitor. At rest this takes no processor time.
///
/// Reachable means that packets would leave by an interface that is running. It does not mean that the destination answers:
/// nothing is sent to it. So do not ask before a request whether it is worth trying; send it, and let an `OfflineRetrier` of
/// `MimeographSession` send it again.
public final class ReachabilityMonitor: Sendable {
    struct State {
        var isStarted = false
        /// How many loops and other users there are beside ``startMonitoring()``.
        var userCount = 0
        /// Told apart, so that a watch that was stopped says nothing any more.
        var generation: UInt64 = 0
        var isWatching = false
        var watch: (any ReachabilityWatch)?
        /// Nil until the watch has said something.
        var status: Status?
        var handler: Handler?
        var nextID: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]
        /// Those who were cancelled before they came to wait.
        var cancelled: Set<UInt64> = []
    }

    struct Handler {
        let executor: CallbackExecutor
        let call: @Sendable (Status) -> Void
    }

    /// A loop that waits for a status other than the one it has.
    struct Waiter {
        let known: Status?
        let continuation: CheckedContinuation<Status?, Never>
    }

    /// Where the statuses come from.
    package let source: any ReachabilitySource
    let state = Locked(State())

    /// Makes a monitor of what a source says: in a test, one of its own.
    ///
    /// It does nothing before it is started or a loop runs over it.
    public init(source: any ReachabilitySource) { self.source = source }

    /// Makes a monitor of the way to a target. Default that to the Internet.
    public convenience init(_ target: Target = .defaultRoute) { self.init(source: target.makeSource()) }

    /// Makes a monitor of the way to a host, by its name or its address.
    public convenience init(host: String) { self.init(.host(host)) }

    deinit {
        // Loops keep the monitor, so that there are none.
        state.withLock { $0.watch }?.stop()
    }

    /// The status; ``Status/unknown`` while no caller watches, and until the first look.
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

    /// Begins or ends the watch, as there are callers that want to know or none.
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

    /// Receives what a watch says.
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
