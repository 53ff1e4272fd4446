#if os(Linux)
    import CLinux
    import MimeographSupport

    /// A source that asks the Linux kernel for the route to a target.
    final class NetlinkSource: ReachabilitySource {
        /// The addresses that the source asks about.
        enum Destination: Sendable {
            case addresses([NetworkAddress])
            case name(HostResolver)
        }

        private let destination: Destination

        init(_ target: ReachabilityMonitor.Target) {
            switch target {
            case .defaultRoute: destination = .addresses(NetworkAddress.farAway)
            case .host(let text):
                // As in a URL, an IPv6 address may be in brackets.
                let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
                let host = isBracketed ? String(text.dropFirst().dropLast()) : text
                destination = HostResolver.literal(host).map { .addresses([$0]) } ?? .name(HostResolver(host))
            }
        }

        func watch(_ report: @escaping @Sendable (ReachabilityMonitor.Status) -> Void) -> any ReachabilityWatch {
            if let watch = NetlinkWatch(destination, report), watch.start() { return watch }
            // Without a descriptor or a thread, the status is unknown.
            report(.unknown)
            return Nothing()
        }

        private struct Nothing: ReachabilityWatch {
            func stop() {}
        }
    }

    /// A watch of the kernel's routing: the state that its thread shares with the callers that stop it.
    final class NetlinkWatch: ReachabilityWatch {
        let destination: NetlinkSource.Destination
        let report: @Sendable (ReachabilityMonitor.Status) -> Void
        let wakeUp: WakeUp
        /// The result of a resolver, until the thread reads it.
        let resolved = Locked<HostResolver.Outcome?>(nil)
        private let isStoppedState = Locked(false)

        init?(
            _ destination: NetlinkSource.Destination,
            _ report: @escaping @Sendable (ReachabilityMonitor.Status) -> Void
        ) {
            guard let wakeUp = WakeUp() else { return nil }
            self.destination = destination
            self.report = report
            self.wakeUp = wakeUp
        }

        /// Starts the thread. Returns false if the system cannot create one.
        func start() -> Bool {
            SystemThread.start { [self] in
                // SAFETY: a name of at most 15 bytes, as a C string that lives through the call.
                unsafe mimeograph_thread_prepare("mimeo-reach")
                var loop = NetlinkLoop(self)
                loop.run()
            }
        }

        var isStopped: Bool { isStoppedState.withLock { $0 } }

        /// Ends the thread, which releases all resources.
        func stop() {
            isStoppedState.withLock { $0 = true }
            wakeUp.signal()
        }
    }
#endif
