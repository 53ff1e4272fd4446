import Dispatch
import Mimeograph
import MimeographReachability
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Says whether there is a way to a host, and watches it.
enum ReachabilityCommand: Command {
    static let name = "reachability"
    static let summary = "Says whether there is a way to a host or the Internet, and each change of that."
    static let operands = "[HOST]"
    static let details = """
        A line for each change, with the time in UTC, until it is stopped (Control-C): unknown, notReachable, or reachable via
        wired, wiFi, cellular, virtual, loopback, other. Without HOST, a name or an address, it is about the Internet.
        A way is a route by an interface that is running; nothing is sent to the host.
        With --once, exit status 1 says that there is no way.
        """
    static let options = [OptionDeclaration("once", help: "Says the status once, without the time, and ends.")]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        if let operand = arguments.operands.dropFirst().first { throw UsageError("what is \(operand) for?") }
        guard let target = target(arguments.operands.first) else { throw UsageError("which host? It is empty") }
        let monitor = ReachabilityMonitor(target)
        let queue = Queue()
        monitor.setStatusChangeHandler { queue.append($0, at: Date()) }
        monitor.startMonitoring()
        defer { monitor.stopMonitoring() }
        guard arguments.has("once") else {
            watch(queue, console)
            return .success
        }
        let status = queue.waitForSome().first?.0 ?? .unknown
        console.output.write("\(status)\n")
        return status.isReachable ? .success : .badBody
    }

    private static func target(_ host: String?) -> ReachabilityMonitor.Target? {
        guard let host else { return .defaultRoute }
        return host.isEmpty ? nil : .host(host)
    }

    /// Writes each status, until the output cannot be written to.
    private static func watch(_ queue: Queue, _ console: Console) {
        while console.output.failure == nil {
            for (status, time) in queue.waitForSome() {
                let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                console.output.write("\(time.formatted(format)) \(status)\n")
            }
        }
    }

    /// Where the thread that watches leaves statuses, for this one, which sleeps until there is one.
    private final class Queue: Sendable {
        private let statuses = Mutex<[(ReachabilityMonitor.Status, Date)]>([])
        private let semaphore = DispatchSemaphore(value: 0)

        func append(_ status: ReachabilityMonitor.Status, at time: Date) {
            statuses.withLock { $0.append((status, time)) }
            semaphore.signal()
        }

        func waitForSome() -> [(ReachabilityMonitor.Status, Date)] {
            semaphore.wait()
            return statuses.withLock { statuses in
                defer { statuses = [] }
                return statuses
            }
        }
    }
}
