extension ReachabilityMonitor {
    /// What there is a way to.
    public enum Target: Hashable, Sendable {
        /// The Internet: whatever has no nearer route, over IPv4 or IPv6.
        case defaultRoute
        /// A host, by its name or its address: `api.example.com`, `192.0.2.7`, `2001:db8::7`, `fe80::1%eth0`.
        ///
        /// A name is resolved again when the network changes. It is reachable when one of its addresses is; while it never had
        /// one, it is not.
        case host(String)
    }
}

extension ReachabilityMonitor.Target {
    /// What watches the target on this platform.
    func makeSource() -> any ReachabilitySource {
        #if os(Linux)
            NetlinkSource(self)
        #else
            PathSource()
        #endif
    }
}
