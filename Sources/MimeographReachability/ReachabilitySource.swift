#if canImport(Network) && !os(Linux)
    import Dispatch
    import Network
#endif

/// Tells a ``ReachabilityMonitor`` the statuses: the system's, or a test's.
///
/// To write one, report the status soon after a watch began, and again whenever it may have changed; the same twice does no harm.
/// Several watches may run at the same time. A test of one's own retries needs no more than this:
///
/// ```swift
/// struct Offline: ReachabilitySource {
///     func watch(_ report: @escaping @Sendable (ReachabilityMonitor.Status) -> Void) -> any ReachabilityWatch {
///         report(.notReachable)
///         return self
///     }
/// }
/// extension Offline: ReachabilityWatch { func stop() {} }
/// ```
public protocol ReachabilitySource: Sendable {
    /// Begins to watch.
    ///
    /// - Parameter report: Takes each status, one after the other, from any thread.
    /// - Returns: What ends the watch.
    func watch(_ report: @escaping @Sendable (ReachabilityMonitor.Status) -> Void) -> any ReachabilityWatch
}

/// A watch that a ``ReachabilitySource`` began.
public protocol ReachabilityWatch: Sendable {
    /// Ends the watch and gives back what it holds. Called once, from any thread, in a report too; it must not wait.
    func stop()
}

#if canImport(Network) && !os(Linux)
    /// What Apple's systems say about the way to the Internet.
    ///
    /// They have no question about one destination that is not deprecated, so that a host stands for the Internet here.
    struct PathSource: ReachabilitySource {
        func watch(_ report: @escaping @Sendable (ReachabilityMonitor.Status) -> Void) -> any ReachabilityWatch {
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { path in report(Self.status(path)) }
            monitor.start(queue: DispatchQueue(label: "mimeograph.reachability"))
            return Watch(monitor: monitor)
        }

        private struct Watch: ReachabilityWatch {
            let monitor: NWPathMonitor
            func stop() { monitor.cancel() }
        }

        private static func status(_ path: NWPath) -> ReachabilityMonitor.Status {
            guard path.status == .satisfied else { return .notReachable }
            if path.usesInterfaceType(.wifi) { return .reachable(via: .wiFi) }
            if path.usesInterfaceType(.cellular) { return .reachable(via: .cellular) }
            if path.usesInterfaceType(.wiredEthernet) { return .reachable(via: .wired) }
            return .reachable(via: path.usesInterfaceType(.loopback) ? .loopback : .other)
        }
    }
#endif
