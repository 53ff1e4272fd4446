#if os(Linux)
    import MimeographSupport

    /// What the thread of a ``NetlinkWatch`` does: it waits until the kernel says that something has changed, and looks again.
    ///
    /// What has changed is not read. There may have been more than the socket can hold, and the order in which interfaces, addresses
    /// and routes change is not that in which the way does. So a message is a knock at the door: a tenth of a second later, in which
    /// most of what belongs together has come, the kernel is asked which way a packet would take, and whether the interface is
    /// running. In a storm of changes this makes ten looks a second.
    struct NetlinkLoop {
        private let watch: NetlinkWatch
        private var addresses: [NetworkAddress]
        /// When to look again; nil while nothing has changed.
        private var lookTime: Int64?
        /// When to resolve the name; nil where there is none, or nothing to do.
        private var resolveTime: Int64?
        /// How long until a name that was not found is looked for again.
        private var patience = NetlinkLoop.second
        private var isResolving = false
        /// Whether there is an answer about a name, be it that it has no addresses.
        private var knowsAddresses: Bool

        private static let second: Int64 = 1_000_000_000
        /// How long after a change to look.
        private static let debounce = second / 10
        /// How long until the next try to get sockets, where the system had none.
        private static let retryMilliseconds: Int32 = 10_000

        init(_ watch: NetlinkWatch) {
            self.watch = watch
            switch watch.destination {
            case .addresses(let addresses):
                self.addresses = addresses
                knowsAddresses = true
            case .name:
                addresses = []
                knowsAddresses = false
                resolveTime = 0
            }
        }

        /// Watches until it is stopped.
        mutating func run() {
            while !watch.isStopped {
                // Changes are heard from before the first look on, so that none is missed.
                if let changes = NetlinkSocket(hearsChanges: true), let questions = NetlinkSocket(hearsChanges: false) {
                    follow(changes, questions)
                } else {
                    watch.report(.unknown)
                    watch.wakeUp.wait(milliseconds: Self.retryMilliseconds)
                }
            }
        }

        private mutating func follow(_ changes: consuming NetlinkSocket, _ questions: consuming NetlinkSocket) {
            lookTime = 0
            while !watch.isStopped {
                let now = Monotonic.now
                if let time = lookTime, time <= now {
                    lookTime = nil
                    // Before the look: what comes after this is another change.
                    changes.forget()
                    if knowsAddresses { watch.report(look(&questions)) }
                }
                beginToResolve(now)
                let hasChanged = wait(changes)
                if watch.isStopped { return }
                if hasChanged, lookTime == nil { changed() }
                receiveResolved()
            }
        }

        /// Waits for a change or the next thing to do; while a look is due, changes are not waited for, since it will see them.
        private func wait(_ changes: borrowing NetlinkSocket) -> Bool {
            let time = min(lookTime ?? .max, isResolving ? .max : resolveTime ?? .max)
            var milliseconds: Int32 = -1
            if time != .max {
                let left = max(0, time - Monotonic.now)
                milliseconds = Int32(clamping: left / 1_000_000 + (left % 1_000_000 == 0 ? 0 : 1))
            }
            if lookTime != nil {
                watch.wakeUp.wait(milliseconds: milliseconds)
                return false
            }
            return changes.wait(orUntil: watch.wakeUp, milliseconds: milliseconds)
        }

        private mutating func changed() {
            let now = Monotonic.now
            lookTime = now + Self.debounce
            guard case .name = watch.destination else { return }
            // Another network may have other addresses for it. Not more often than once a second.
            patience = Self.second
            resolveTime = max(now + Self.debounce, resolvedTime + Self.second)
        }

        // MARK: The name

        /// When the name was last looked for.
        private var resolvedTime: Int64 = -NetlinkLoop.second

        private mutating func beginToResolve(_ now: Int64) {
            guard case .name(let resolver) = watch.destination, !isResolving, let time = resolveTime, time <= now else {
                return
            }
            isResolving = true
            resolveTime = nil
            resolvedTime = now
            resolver.begin(watch.resolved, watch.wakeUp)
        }

        private mutating func receiveResolved() {
            let outcome: HostResolver.Outcome? = watch.resolved.withLock { outcome in
                defer { outcome = nil }
                return outcome
            }
            guard let outcome else { return }
            isResolving = false
            knowsAddresses = true
            switch outcome {
            case .addresses(let found):
                addresses = found
                patience = Self.second
            case .failed:
                // Those that it had are kept: it is the way to them that counts, and offline no name is found.
                resolveTime = min(resolveTime ?? .max, Monotonic.now + patience)
                patience = min(patience * 2, 60 * Self.second)
            }
            lookTime = lookTime ?? 0
        }

        // MARK: The look

        /// The first way that leads to one of the addresses.
        private func look(_ questions: inout NetlinkSocket) -> ReachabilityMonitor.Status {
            var isUnknown = false
            for address in addresses {
                switch way(to: address, &questions) {
                case .reachable(let medium): return .reachable(via: medium)
                case .unknown: isUnknown = true
                case .notReachable: continue
                }
            }
            return isUnknown ? .unknown : .notReachable
        }

        private func way(to address: NetworkAddress, _ questions: inout NetlinkSocket) -> ReachabilityMonitor.Status {
            let answer = questions.ask({ RouteQuery.request(address, sequence: $0) }, RouteQuery.answer(in:sequence:))
            switch answer {
            case .nowhere?: return .notReachable
            // Packets to oneself take the loopback, whatever interface has the address; its index is always 1.
            case .local?: return way(through: 1, &questions)
            case .elsewhere?: return .reachable(via: .other)
            case .interface(let index)?: return way(through: index, &questions)
            case .unknown?, nil: return .unknown
            }
        }

        private func way(through index: UInt32, _ questions: inout NetlinkSocket) -> ReachabilityMonitor.Status {
            let answer = questions.ask(
                { InterfaceQuery.request(index, sequence: $0) },
                InterfaceQuery.answer(in:sequence:)
            )
            switch answer {
            case .interface(let interface)? where interface.isRunning:
                let medium = InterfaceMedium(isWireless: questions.isWireless(interface.name))
                return .reachable(via: medium.medium(of: interface))
            case .interface?, .missing?: return .notReachable
            case .unknown?, nil: return .unknown
            }
        }
    }
#endif
