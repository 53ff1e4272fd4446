extension ReachabilityMonitor {
    /// Whether there is a way, and what it is.
    public enum Status: Hashable, Sendable {
        /// No caller watches, nothing was found out yet, or the system does not say.
        case unknown
        /// Packets for the target would go nowhere: no route, one that refuses, or an interface that is down or has no carrier.
        case notReachable
        /// Packets for the target would leave this way.
        case reachable(via: Medium)

        /// Whether there is a way.
        public var isReachable: Bool { medium != nil }

        /// The kind of interface; nil unless there is a way.
        public var medium: Medium? {
            if case .reachable(let medium) = self { medium } else { nil }
        }

        /// The status in words for people, in English.
        ///
        /// Where AFNetworking has the status, these are its words.
        public var localizedDescription: String {
            switch self {
            case .unknown: "Unknown"
            case .notReachable: "Not Reachable"
            case .reachable(.wired): "Reachable via Ethernet"
            case .reachable(.wiFi): "Reachable via WiFi"
            case .reachable(.cellular): "Reachable via WWAN"
            case .reachable(.virtual): "Reachable via a Virtual Interface"
            case .reachable(.loopback): "Reachable on This Machine"
            case .reachable(.other): "Reachable"
            }
        }
    }

    /// The kind of interface that packets leave by.
    public enum Medium: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// A cable, or what a virtual machine takes for one.
        case wired
        /// A wireless network.
        case wiFi
        /// A mobile network, which AFNetworking calls WWAN.
        case cellular
        /// An interface of software: a tunnel, a bridge, a container's pair. What is beneath it is not told.
        case virtual
        /// The machine itself.
        case loopback
        /// None of the others, for example a modem.
        case other

        /// The case's name.
        public var description: String { rawValue }
    }
}

extension ReachabilityMonitor.Status: CustomStringConvertible {
    /// `unknown`, `notReachable`, or `reachable via ` and the medium.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .notReachable: "notReachable"
        case .reachable(let medium): "reachable via \(medium)"
        }
    }
}

extension ReachabilityMonitor {
    /// Whether there is a way, as far as is known.
    public var isReachable: Bool { status.isReachable }
}

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
