#if canImport(Network) && !os(Linux)
    import Dispatch
    import Network

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
