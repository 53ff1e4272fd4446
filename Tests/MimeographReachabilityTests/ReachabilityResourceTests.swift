#if os(Linux)
    import Foundation
    import MimeographReachability
    import TestSupport
    import Testing

    /// Tests of threads, descriptors and processor time. Each runs in its own process, so that other tests do not use any.
    @Suite(.within(minutes: 5))
    struct ReachabilityResourceTests {
        @Test func startingAndStoppingLeaksNothing() async {
            await #expect(processExitsWith: .success) {
                let monitors = [ReachabilityMonitor(), ReachabilityMonitor(host: "localhost")]
                for monitor in monitors { _ = await monitor.currentStatus() }
                // The first sleep opens a descriptor.
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
                    // A monitor that is dropped while it watches.
                    if round % 5 == 0 { ReachabilityMonitor().startMonitoring() }
                    // The number of watches at the same time has no limit, but few resources may remain afterwards.
                    if round % 50 == 49 {
                        #expect(try await ProcessFigures.settles(4) { ProcessFigures.transportThreads })
                    }
                }
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                #expect(try await ProcessFigures.settles(before) { ProcessFigures.descriptors })
            }
        }

        @Test func findsThisMachine() async {
            for host in ["127.0.0.1", "[::1]", "localhost"] where host != "[::1]" || Self.hasVersion6 {
                #expect(await ReachabilityMonitor(host: host).currentStatus() == .reachable(via: .loopback))
            }
            for host in ["no.such.host.invalid", "", "a\u{0}b", String(repeating: "a", count: 300)] {
                #expect(await ReachabilityMonitor(host: host).currentStatus() == .notReachable)
            }
        }

        private static let hasVersion6 = FileManager.default.fileExists(atPath: "/proc/net/if_inet6")

        /// Without a free descriptor the status is unknown, and the next call checks again.
        @Test func statusIsUnknownWithoutDescriptors() async {
            await #expect(processExitsWith: .success) {
                let monitor = ReachabilityMonitor(host: "127.0.0.1")
                #expect(await monitor.currentStatus() == .reachable(via: .loopback))
                var held: [FileHandle] = []
                while let handle = FileHandle(forReadingAtPath: "/dev/null"), held.count < 100_000 {
                    held.append(handle)
                }
                #expect(await monitor.currentStatus() == .unknown)
                // Enough for the event, but not for the sockets.
                held.removeLast()
                #expect(await monitor.currentStatus() == .unknown)
                held = []
                #expect(await monitor.currentStatus() == .reachable(via: .loopback))
            }
        }

        @Test func idleMonitorUsesNoProcessorTime() async {
            await #expect(processExitsWith: .success) {
                let monitor = ReachabilityMonitor()
                monitor.startMonitoring()
                for await _ in monitor { break }
                let before = Self.processorTime
                // Uses the system's sleep, because a task's sleep costs processor time.
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
