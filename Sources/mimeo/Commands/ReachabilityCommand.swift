import Dispatch
import Mimeograph
import MimeographReachability
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The command that reports whether a host is reachable, and each change.
enum ReachabilityCommand: Command {
    static let name = "reachability"
    static let summary = "Reports whether a host or the Internet is reachable, and each change."
    static let operands = "[HOST]"
    static let examples = [
        (line: "reachability", meaning: "Says whether there is a network."),
        (line: "reachability example.com", meaning: "Says whether there is a route to a host."),
    ]
    static let details = """
        Prints a line for each change, with the time in UTC, until you press Ctrl-C: unknown, notReachable, or reachable via
        wired, wiFi, cellular, virtual, loopback, other. HOST is a name or an address; without it, the Internet is meant.
        Reachable means that there is a route through a running interface; nothing is sent to the host.
        With --once, exit status 1 means not reachable.
        """
    static let options = [OptionDeclaration("once", help: "Prints the status once, without the time, and exits.")]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        if let operand = arguments.operands.dropFirst().first { throw UsageError("unexpected operand \(operand)") }
        guard let target = target(arguments.operands.first) else { throw UsageError("HOST is empty; name a host") }
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

    /// Writes each status until the output fails.
    private static func watch(_ queue: Queue, _ console: Console) {
        while console.output.failure == nil {
            for (status, time) in queue.waitForSome() {
                let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                console.output.write("\(time.formatted(format)) \(status)\n")
            }
        }
    }

    /// A queue of statuses from the monitor's thread to the tool's thread, which sleeps until there is one.
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
