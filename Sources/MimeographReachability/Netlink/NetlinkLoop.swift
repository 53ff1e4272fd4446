#if os(Linux)
    import MimeographSupport

    /// The loop of a ``NetlinkWatch``'s thread, which waits until the kernel reports a change, and then checks the route again.
    ///
    /// It does not read the changes. The socket may have lost some of them, and the order in which interfaces, addresses and
    /// routes change is not the order in which the route changes. So a message is only a trigger. The loop waits a tenth of a
    /// second, in which most related changes arrive. Then it asks the kernel which route a packet would take, and whether the
    /// interface is running. Constant changes cause ten checks a second.
    struct NetlinkLoop {
        private let watch: NetlinkWatch
        private var addresses: [NetworkAddress]
        /// When to check again; nil while nothing has changed.
        private var lookTime: Int64?
        /// When to resolve the name; nil without a name, or if no lookup is needed.
        private var resolveTime: Int64?
        /// The delay before a name that was not found is resolved again.
        private var patience = NetlinkLoop.second
        private var isResolving = false
        /// Whether the lookup of a name has ended, even without an address.
        private var knowsAddresses: Bool

        private static let second: Int64 = 1_000_000_000
        /// The delay between a change and the check.
        private static let debounce = second / 10
        /// The delay before the next attempt to open sockets, if the system had none.
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

        /// Runs until the watch is stopped.
        mutating func run() {
            while !watch.isStopped {
                // The socket receives changes before the first check, so that none is missed.
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
                    // Runs before the check: messages that arrive later are further changes.
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

        /// Waits for a change or the next task. While a check is due it ignores changes, because the check will see them.
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
            // The name may have other addresses in another network. It is resolved at most once a second.
            patience = Self.second
            resolveTime = max(now + Self.debounce, resolvedTime + Self.second)
        }

        // MARK: Name resolution

        /// When the last lookup of the name started.
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
                // Keeps the earlier addresses: only the route to them matters, and offline no name can be resolved.
                resolveTime = min(resolveTime ?? .max, Monotonic.now + patience)
                patience = min(patience * 2, 60 * Self.second)
            }
            lookTime = lookTime ?? 0
        }

        // MARK: Checks

        /// Returns the status of the first reachable address, if any.
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
            // Packets to the machine itself use the loopback, whichever interface has the address. Its index is always 1.
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
