#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// Tests of `mimeo reachability` in changing networks.
    @Suite(.needsNamespaces, .within(minutes: 5))
    struct ReachabilityNamespaceTests {
        private let virtual = "reachable via virtual"
        private let defaultRoute = "ip route add default via 10.77.0.2"

        @Test func aRouteComesAndGoes() async throws {
            let network = try await NetworkNamespace()
            let watcher = try await network.watch()
            #expect(try await watcher.next() == "notReachable")
            for _ in 0..<3 {
                try await network.run(defaultRoute)
                #expect(try await watcher.next() == virtual)
                try await network.run("ip route del default")
                #expect(try await watcher.next() == "notReachable")
            }
        }

        @Test func aRouteOfVersion6ComesAndGoes() async throws {
            let network = try await NetworkNamespace()
            let watcher = try await network.watch()
            #expect(try await watcher.next() == "notReachable")
            try await network.run(
                "ip addr add fd77::1/64 dev v0 nodad; ip -6 route add default via fd77::2"
            )
            #expect(try await watcher.next() == virtual)
            #expect(try await network.once("[2001:db8::7]") == [virtual, "0"])
            try await network.run("ip -6 route del default; ip -6 route add unreachable default metric 1")
            #expect(try await watcher.next() == "notReachable")
        }

        @Test(arguments: ["blackhole", "unreachable", "prohibit", "throw"])
        func rejectingRoute(_ kind: String) async throws {
            let network = try await NetworkNamespace("\(NetworkNamespace.cable); \(defaultRoute)")
            let watcher = try await network.watch("203.0.113.7")
            #expect(try await watcher.next() == virtual)
            // After a route of type `throw` the search continues in the next table, which still has a route.
            let table = kind == "throw" ? "ip rule add from all table 77 priority 10; ip route flush table main" : ":"
            try await network.run("\(table); ip route add \(kind) 203.0.113.0/24")
            #expect(try await watcher.next() == "notReachable")
            #expect(try await network.once("203.0.113.7") == ["notReachable", "1"])
            if kind == "throw" { return }
            #expect(try await network.once("203.0.114.7") == [virtual, "0"])
            try await network.run("ip route del \(kind) 203.0.113.0/24")
            #expect(try await watcher.next() == virtual)
        }

        @Test func rejectingRule() async throws {
            let network = try await NetworkNamespace("\(NetworkNamespace.cable); \(defaultRoute)")
            let watcher = try await network.watch("203.0.113.7")
            #expect(try await watcher.next() == virtual)
            try await network.run("ip rule add to 203.0.113.0/24 prohibit")
            #expect(try await watcher.next() == "notReachable")
            try await network.run("ip rule del to 203.0.113.0/24 prohibit")
            #expect(try await watcher.next() == virtual)
        }

        @Test func cableIsUnpluggedAtTheFarEnd() async throws {
            let network = try await NetworkNamespace("\(NetworkNamespace.cable); \(defaultRoute)")
            let watchers = [try await network.watch(), try await network.watch("10.77.0.9")]
            for watcher in watchers { #expect(try await watcher.next() == virtual) }
            for _ in 0..<3 {
                try await network.run("ip link set v1 down")
                // The route still exists, but the carrier is gone.
                #expect(try await network.run("ip route show default").count == 1)
                for watcher in watchers { #expect(try await watcher.next() == "notReachable") }
                try await network.run("ip link set v1 up")
                for watcher in watchers { #expect(try await watcher.next() == virtual) }
            }
        }

        @Test func addressIsRemoved() async throws {
            let network = try await NetworkNamespace("\(NetworkNamespace.cable); \(defaultRoute)")
            let watcher = try await network.watch()
            #expect(try await watcher.next() == virtual)
            try await network.run("ip addr flush dev v0")
            #expect(try await watcher.next() == "notReachable")
            try await network.run("ip addr add 10.77.0.1/24 dev v0; \(defaultRoute)")
            #expect(try await watcher.next() == virtual)
        }

        @Test func interfaceGoesDownAndIsRemoved() async throws {
            let network = try await NetworkNamespace("\(NetworkNamespace.cable); \(defaultRoute)")
            let watcher = try await network.watch()
            #expect(try await watcher.next() == virtual)
            try await network.run("ip link set v0 down")
            #expect(try await watcher.next() == "notReachable")
            try await network.run("ip link set v0 up; \(defaultRoute)")
            #expect(try await watcher.next() == virtual)
            try await network.run("ip link del v0")
            #expect(try await watcher.next() == "notReachable")
        }

        @Test func theMachineItself() async throws {
            let network = try await NetworkNamespace()
            for host in ["127.0.0.1", "::1", "localhost", "10.77.0.1", "0.0.0.0"] {
                #expect(try await network.once(host) == ["reachable via loopback", "0"])
            }
            #expect(try await network.once("10.77.0.9") == [virtual, "0"])
            #expect(try await network.once() == ["notReachable", "1"])
            let watcher = try await network.watch("10.77.0.1")
            #expect(try await watcher.next() == "reachable via loopback")
            try await network.run("ip link set lo down")
            #expect(try await watcher.next() == "notReachable")
        }

        @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/net/tun"), "no /dev/net/tun for us here"))
        func tunnelWithoutAProcess() async throws {
            let network = try await NetworkNamespace(
                "ip tuntap add mode tun name t0; ip link set t0 up; ip addr add 10.78.0.1/24 dev t0; "
                    + "ip route add default dev t0"
            )
            #expect(try await network.run("ip route show default").count == 1)
            #expect(try await network.once() == ["notReachable", "1"])
        }

        @Test func aBridgeIsVirtual() async throws {
            let network = try await NetworkNamespace(
                """
                ip link add br0 type bridge; ip link add v0 type veth peer name v1; ip link set v0 master br0; \
                ip link set v0 up; ip link set v1 up; ip link set br0 up; ip route add default dev br0
                """
            )
            try await network.watch().next(virtual)
        }

        /// The files about devices may describe the outer namespace, which can have another interface of this name and index.
        @Test func interfaceWithTheNameOfAnOuterOne() async throws {
            let network = try await NetworkNamespace(
                """
                ip link add eth0 type veth peer name v1; ip link set eth0 up; ip link set v1 up; \
                ip addr add 10.77.0.1/24 dev eth0; ip route add default via 10.77.0.2
                """
            )
            #expect(try await network.once() == [virtual, "0"])
        }

        @Test(.measuresTime) func fiveThousandRoutesInAMoment() async throws {
            let network = try await NetworkNamespace("\(NetworkNamespace.cable); \(defaultRoute)")
            let watcher = try await network.watch()
            #expect(try await watcher.next() == virtual)
            let routes =
                "for ((i = 0; i < 5000; i++)); do echo route $0 10.$((100 + i / 250)).$((i % 250)).0/24 dev v0; done"
            let batch = "bash --norc -c '\(routes)'"
            // The process cannot read meanwhile, so the socket overflows even on a fast machine.
            kill(pid_t(watcher.identifier), SIGSTOP)
            do {
                defer { kill(pid_t(watcher.identifier), SIGCONT) }
                try await network.run("\(batch) add | ip -batch -; ip route del default")
            }
            #expect(try await watcher.next() == "notReachable")
            try await network.run("\(batch) del | ip -batch -; \(defaultRoute)")
            #expect(try await watcher.next() == virtual)
            // The socket could not hold all messages, but the status is right.
            let sockets = try await network.run("cat /proc/net/netlink").map { $0.split(separator: " ") }
            let lost = sockets.filter { $0.count == 10 && $0[2] == "\(watcher.identifier)" }.compactMap { Int($0[8]) }
            #expect(lost.count == 1 && lost.allSatisfy { $0 > 0 }, "\(lost)")
            // The cost of constant changes: ten checks a second, not one for each route.
            #expect(watcher.processorUse.nanoseconds < 3_000_000_000)
        }

        @Test func aNameIsResolvedAgainWhenTheNetworkChanges() async throws {
            let hosts = FileManager.default.temporaryDirectory.appendingPathComponent("hosts-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: hosts) }
            try "127.0.0.1 localhost\n".write(toFile: hosts, atomically: false, encoding: .utf8)
            let network = try await NetworkNamespace(
                "\(NetworkNamespace.cable); mount --bind '\(hosts)' /etc/hosts; mount --bind /dev/null /etc/resolv.conf"
            )
            let watcher = try await network.watch("peer.test")
            #expect(try await watcher.next() == "notReachable")
            // The network does not change, so the name is resolved now and then until it is found.
            try await network.run("echo 10.77.0.9 peer.test >/etc/hosts")
            #expect(try await watcher.next() == virtual)
            try await network.run("echo 203.0.113.7 peer.test >/etc/hosts; ip addr add 10.79.0.1/24 dev v0")
            #expect(try await watcher.next() == "notReachable")
            // A name that is no longer found keeps its addresses.
            try await network.run("echo >/etc/hosts; \(defaultRoute)")
            #expect(try await watcher.next() == virtual)
            #expect(try await watcher.isSilent(for: .seconds(1.5)))
        }

        @Test(.measuresTime) func idleMonitorDoesNothing() async throws {
            // Without IPv6 addresses, whose duplicate detection causes changes for some seconds.
            let quiet = "ip link set v0 addrgenmode none; ip link set v1 addrgenmode none; ip link set v0 up"
            let cable = NetworkNamespace.cable.replacing("ip link set v0 up", with: quiet)
            let network = try await NetworkNamespace("\(cable); \(defaultRoute)")
            for host in [nil, "localhost"] {
                let watcher = try await network.watch(host)
                _ = try await watcher.next()
                // An idle thread may end first.
                try await Task.sleep(for: .milliseconds(500))
                let before = watcher.processorUse
                try await Task.sleep(for: .seconds(2))
                let after = watcher.processorUse
                #expect(before.nanoseconds > 0 && before.count > 0)
                #expect(after.nanoseconds - before.nanoseconds < 1_000_000, "of 2 s")
                #expect(after.count - before.count <= 2)
            }
        }
    }
#endif
