#if os(Linux)
    import Foundation
    import MimeographReachability
    import TestSupport
    import Testing

    /// Threads, descriptors and processor time. Each test has a process of its own, where no other test uses any.
    @Suite(.within(minutes: 5))
    struct ReachabilityResourceTests {
        @Test func startingAndStoppingLeavesNothing() async {
            await #expect(processExitsWith: .success) {
                let monitors = [ReachabilityMonitor(), ReachabilityMonitor(host: "localhost")]
                for monitor in monitors { _ = await monitor.currentStatus() }
                // Sleep has a descriptor of its own, from the first time on.
                try await Task.sleep(for: .milliseconds(20))
                let isAtRest = try await ProcessFigures.settles(0) { ProcessFigures.transportThreads }
                #expect(isAtRest)
                let before = ProcessFigures.allowedDescriptors
                for round in 0..<500 {
                    let monitor = monitors[round % 2]
                    monitor.startMonitoring()
                    if round % 3 == 0 { for await _ in monitor { break } }
                    monitor.stopMonitoring()
                    #expect(monitor.status == .unknown)
                    // One that is dropped while it watches.
                    if round % 5 == 0 { ReachabilityMonitor().startMonitoring() }
                    // There is no end to what may be begun at once, but to what there is of it after that.
                    if round % 50 == 49 {
                        #expect(try await ProcessFigures.settles(4) { ProcessFigures.transportThreads })
                    }
                }
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                #expect(try await ProcessFigures.settles(before) { ProcessFigures.descriptors })
            }
        }

        @Test func itFindsTheMachineItself() async {
            for host in ["127.0.0.1", "[::1]", "localhost"] where host != "[::1]" || Self.hasVersion6 {
                #expect(await ReachabilityMonitor(host: host).currentStatus() == .reachable(via: .loopback))
            }
            for host in ["no.such.host.invalid", "", "a\u{0}b", String(repeating: "a", count: 300)] {
                #expect(await ReachabilityMonitor(host: host).currentStatus() == .notReachable)
            }
        }

        private static let hasVersion6 = FileManager.default.fileExists(atPath: "/proc/net/if_inet6")

        /// Without a descriptor left it says that it does not know, and looks again when it is asked again.
        @Test func withoutDescriptorsNothingIsKnown() async {
            await #expect(processExitsWith: .success) {
                let monitor = ReachabilityMonitor(host: "127.0.0.1")
                #expect(await monitor.currentStatus() == .reachable(via: .loopback))
                var held: [FileHandle] = []
                while let handle = FileHandle(forReadingAtPath: "/dev/null"), held.count < 100_000 {
                    held.append(handle)
                }
                #expect(await monitor.currentStatus() == .unknown)
                // Enough for the event, and not for the sockets.
                held.removeLast()
                #expect(await monitor.currentStatus() == .unknown)
                held = []
                #expect(await monitor.currentStatus() == .reachable(via: .loopback))
            }
        }

        @Test func atRestItTakesNoTime() async {
            await #expect(processExitsWith: .success) {
                let monitor = ReachabilityMonitor()
                monitor.startMonitoring()
                for await _ in monitor { break }
                let before = Self.processorTime
                // By the system's clock, not by a task's, which costs some itself.
                _ = sleep(2)
                #expect(Self.processorTime - before < 0.02)
                monitor.stopMonitoring()
            }
        }

        /// Seconds of processor time of this process.
        private static var processorTime: Double {
            var usage = rusage()
            // SAFETY: the variable is of the type that the call fills.
            unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(
                usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
            ) / 1e6
        }
    }
#endif
