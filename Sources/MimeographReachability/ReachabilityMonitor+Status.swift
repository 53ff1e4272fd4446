extension ReachabilityMonitor {
    /// The reachability of a target.
    public enum Status: Hashable, Sendable {
        /// No caller is watching, the first check has not finished, or the system gives no answer.
        case unknown
        /// Packets to the target would not leave: no route, a rejecting route, or an interface that is down or has no carrier.
        case notReachable
        /// Packets to the target would leave by this kind of interface.
        case reachable(via: Medium)

        /// Whether the target is reachable.
        public var isReachable: Bool { medium != nil }

        /// The kind of interface; nil unless the target is reachable.
        public var medium: Medium? {
            if case .reachable(let medium) = self { medium } else { nil }
        }

        /// The status in English, for display. AFNetworking uses the same words for the statuses that it has.
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
        /// A cable, or an interface that a virtual machine presents as one.
        case wired
        /// A wireless network.
        case wiFi
        /// A mobile network, which AFNetworking calls WWAN.
        case cellular
        /// A software interface, such as a tunnel, a bridge or a container's interface. The interface beneath it is not reported.
        case virtual
        /// The machine itself.
        case loopback
        /// Any other interface, for example a modem.
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
    /// Whether the target is reachable, as far as is known.
    public var isReachable: Bool { status.isReachable }
}

extension ReachabilityMonitor {
    /// The destination that a monitor checks.
    public enum Target: Hashable, Sendable {
        /// The Internet: any address without a more specific route, over IPv4 or IPv6.
        case defaultRoute
        /// A host, by its name or its address: `api.example.com`, `192.0.2.7`, `2001:db8::7`, `fe80::1%eth0`.
        ///
        /// A name is resolved again when the network changes. It is reachable if one of its addresses is, and not if it never had
        /// one.
        case host(String)
    }
}

extension ReachabilityMonitor.Target {
    /// Returns the source for the target on this platform.
    func makeSource() -> any ReachabilitySource {
        #if os(Linux)
            NetlinkSource(self)
        #else
            PathSource()
        #endif
    }
}
