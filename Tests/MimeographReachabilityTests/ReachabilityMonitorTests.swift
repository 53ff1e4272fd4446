import Mimeograph
import MimeographReachability
import MimeographSupport
import Synchronization
import TestSupport
import Testing

@Suite(.within(minutes: 5))
struct ReachabilityMonitorTests {
    @Test func statusIsUnknownBeforeAndAfterMonitoring() async throws {
        let source = ScriptedReachability(.reachable(via: .wired))
        let monitor = ReachabilityMonitor(source: source)
        #expect(monitor.status == .unknown && source.count == 0)
        monitor.startMonitoring()
        monitor.startMonitoring()
        #expect(monitor.status == .reachable(via: .wired) && source.openCount == 1)
        monitor.stopMonitoring()
        monitor.stopMonitoring()
        #expect(monitor.status == .unknown && source.openCount == 0)
        source.set(.notReachable)
        #expect(monitor.status == .unknown)
        monitor.startMonitoring()
        #expect(monitor.status == .notReachable && source.count == 2)
    }

    @Test(arguments: [
        (ReachabilityMonitor.Status.unknown, false, false, false, "Unknown", "unknown"),
        (.notReachable, false, false, false, "Not Reachable", "notReachable"),
        (.reachable(via: .wiFi), true, true, false, "Reachable via WiFi", "reachable via wiFi"),
        (.reachable(via: .cellular), true, false, true, "Reachable via WWAN", "reachable via cellular"),
        (.reachable(via: .wired), true, false, false, "Reachable via Ethernet", "reachable via wired"),
        (.reachable(via: .virtual), true, false, false, "Reachable via a Virtual Interface", "reachable via virtual"),
        (.reachable(via: .loopback), true, false, false, "Reachable on This Machine", "reachable via loopback"),
        (.reachable(via: .other), true, false, false, "Reachable", "reachable via other"),
    ])
    func matchesAFNetworking(
        status: ReachabilityMonitor.Status,
        isReachable: Bool,
        isWiFi: Bool,
        isWWAN: Bool,
        text: String,
        description: String
    ) {
        let monitor = ReachabilityMonitor(source: ScriptedReachability(status))
        monitor.startMonitoring()
        #expect(monitor.isReachable == isReachable)
        #expect(monitor.isReachableViaWiFi == isWiFi)
        #expect(monitor.isReachableViaWWAN == isWWAN)
        #expect(monitor.localizedStatus == text)
        #expect("\(monitor.status)" == description)
    }

    @Test func handlerReceivesTheFirstStatusAndEachChange() {
        let source = ScriptedReachability()
        let monitor = ReachabilityMonitor(source: source)
        let heard = Mutex<[ReachabilityMonitor.Status]>([])
        monitor.setStatusChangeHandler { status in heard.withLock { $0.append(status) } }
        monitor.startMonitoring()
        #expect(heard.withLock { $0 } == [])
        let told: [ReachabilityMonitor.Status] = [
            .notReachable, .notReachable, .reachable(via: .wired), .reachable(via: .wiFi), .unknown,
        ]
        for status in told { source.set(status) }
        #expect(heard.withLock { $0 } == [.notReachable, .reachable(via: .wired), .reachable(via: .wiFi), .unknown])
        monitor.stopMonitoring()
        source.set(.notReachable)
        monitor.startMonitoring()
        #expect(heard.withLock { $0.dropFirst(4) } == [.notReachable])
        monitor.setStatusChangeHandler(nil)
        source.set(.unknown)
        #expect(heard.withLock { $0.count } == 5)
    }

    @MainActor @Test func handlerRunsOnItsExecutor() async throws {
        let source = ScriptedReachability()
        let monitor = ReachabilityMonitor(source: source)
        let (statuses, continuation) = AsyncStream.makeStream(of: ReachabilityMonitor.Status.self)
        monitor.setStatusChangeHandler(on: .main) { status in
            MainActor.assertIsolated()
            continuation.yield(status)
        }
        monitor.startMonitoring()
        source.set(.notReachable)
        var iterator = statuses.makeAsyncIterator()
        #expect(await iterator.next() == .notReachable)
    }

    /// A handler may change and stop the monitor that calls it.
    @Test func handlerCanStopItsMonitor() {
        let source = ScriptedReachability(.notReachable)
        let monitor = ReachabilityMonitor(source: source)
        monitor.setStatusChangeHandler { [unowned monitor] _ in
            monitor.stopMonitoring()
            monitor.setStatusChangeHandler(nil)
        }
        monitor.startMonitoring()
        #expect(source.openCount == 0 && monitor.status == .unknown)
    }

    @Test func loopReceivesTheStatusAndEachChange() async throws {
        let source = ScriptedReachability(.notReachable)
        let monitor = ReachabilityMonitor(source: source)
        var iterator = monitor.makeAsyncIterator()
        #expect(await iterator.next() == .notReachable)
        source.set(.reachable(via: .wired))
        #expect(await iterator.next() == .reachable(via: .wired))
        let next = Task { [iterator] in
            var iterator = iterator
            return await iterator.next()
        }
        source.set(.reachable(via: .wired))
        source.set(.reachable(via: .wiFi))
        #expect(await next.value == .reachable(via: .wiFi))
    }

    @Test func slowLoopMissesIntermediateChanges() async {
        let source = ScriptedReachability(.notReachable)
        var iterator = ReachabilityMonitor(source: source).makeAsyncIterator()
        #expect(await iterator.next() == .notReachable)
        for medium in ReachabilityMonitor.Medium.allCases { source.set(.reachable(via: medium)) }
        #expect(await iterator.next() == .reachable(via: .other))
    }

    @Test func watchRunsWhileAnyLoopRuns() async throws {
        let source = ScriptedReachability(.notReachable)
        let monitor = ReachabilityMonitor(source: source)
        for await _ in monitor {
            #expect(source.openCount == 1)
            for await _ in monitor { break }
            #expect(source.openCount == 1)
            // Other loops end, but this one continues.
            monitor.startMonitoring()
            monitor.stopMonitoring()
            #expect(source.openCount == 1)
            break
        }
        #expect(source.openCount == 0 && source.count == 1)
        monitor.startMonitoring()
        for await _ in monitor { break }
        #expect(source.openCount == 1 && source.count == 2)
    }

    @Test func droppedMonitorStopsWatching() {
        let source = ScriptedReachability(.notReachable)
        var monitor: ReachabilityMonitor? = ReachabilityMonitor(source: source)
        monitor?.startMonitoring()
        #expect(source.openCount == 1)
        monitor = nil
        #expect(source.openCount == 0)
    }

    @Test func aCancelledLoopEnds() async throws {
        let source = ScriptedReachability()
        let monitor = ReachabilityMonitor(source: source)
        let tasks = (0..<20).map { index in
            Task {
                if index % 2 == 0 { try? await Task.sleep(for: .milliseconds(5)) }
                for await status in monitor { Issue.record("no source said \(status)") }
            }
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        #expect(try await eventually { source.openCount == 0 })
        #expect(monitor.status == .unknown)
    }

    @Test func waiting() async throws {
        let source = ScriptedReachability(.notReachable)
        let monitor = ReachabilityMonitor(source: source)
        #expect(await monitor.waitUntilReachable(atMost: .milliseconds(20)) == false)
        let task = Task { await monitor.waitUntilReachable() }
        #expect(try await eventually { source.openCount == 1 })
        source.set(.unknown)
        source.set(.reachable(via: .virtual))
        #expect(await task.value)
        source.set(.notReachable)
        let cancelled = Task { await monitor.waitUntilReachable() }
        cancelled.cancel()
        #expect(await cancelled.value == false)
        #expect(try await eventually { source.openCount == 0 })
    }

    @Test func currentStatusChecksAgain() async {
        let source = ScriptedReachability(.notReachable)
        let monitor = ReachabilityMonitor(source: source)
        monitor.startMonitoring()
        #expect(await monitor.currentStatus() == .notReachable)
        #expect(source.count == 2 && source.openCount == 1)
    }

    private final class Heard: Sendable {
        let count = Atomic(0)
    }

    /// Uses everything at once, for ThreadSanitizer.
    @Test func concurrentUse() async throws {
        let source = ScriptedReachability(.notReachable)
        let monitor = ReachabilityMonitor(source: source)
        let heard = Heard()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        switch (index + round) % 5 {
                        case 0: monitor.startMonitoring()
                        case 1: monitor.stopMonitoring()
                        case 2: for await _ in monitor { break }
                        case 3: monitor.setStatusChangeHandler { _ in heard.count.add(1, ordering: .relaxed) }
                        default: source.set(round % 2 == 0 ? .notReachable : .reachable(via: .wired))
                        }
                    }
                }
            }
        }
        monitor.stopMonitoring()
        #expect(try await eventually { source.openCount == 0 })
        monitor.startMonitoring()
        source.set(.reachable(via: .cellular))
        #expect(monitor.isReachableViaWWAN)
    }
}
