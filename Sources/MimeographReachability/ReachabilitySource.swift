#if canImport(Network) && !os(Linux)
    import Dispatch
    import Network
#endif

/// A source of statuses for a ``ReachabilityMonitor``: the system's, or one of a test.
///
/// To write a source, report the status soon after a watch starts, and again whenever it may have changed. Repeating a status
/// does no harm. Several watches may run at the same time. A test of your own retries needs only this:
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
    /// Starts a watch.
    ///
    /// - Parameter report: A closure that receives each status, one after the other, from any thread.
    /// - Returns: The watch, which the monitor stops.
    func watch(_ report: @escaping @Sendable (ReachabilityMonitor.Status) -> Void) -> any ReachabilityWatch
}

/// A watch that a ``ReachabilitySource`` started.
public protocol ReachabilityWatch: Sendable {
    /// Stops the watch and releases its resources. It is called once, from any thread, even during a report, and must not block.
    func stop()
}

#if canImport(Network) && !os(Linux)
    /// A source that reports the route to the Internet on Apple platforms.
    ///
    /// Their only query about one destination is deprecated, so a host has the status of the Internet here.
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
