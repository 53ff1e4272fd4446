import Harness
import Processes

/// The transport, directly and through the session, against FoundationNetworking's `URLSession` and a bare socket. All clients
/// run in one process, with nginx on the same machine.
enum SessionSuite: Suite {
    static let name = "session"
    static let summary =
        "the transport and the session against URLSession: sequential, 100 at once, HTTP/2, 1 GiB to a file, memory, and policies"
    static let parts = ["sequential", "concurrent", "encrypted", "download", "memory", "trust"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        report.add(
            note: "\(Machine.description); nginx with one worker on the same machine. Times are wall-clock times."
        )
        let server = try LoopbackServer()
        defer { server.stop() }
        let run = TransportRun(server: server, hasPeers: selection.hasPeers)
        if selection.contains("sequential") { try run.sequential(into: &report) }
        if selection.contains("concurrent") { try run.concurrent(into: &report) }
        if selection.contains("encrypted") { try run.encrypted(into: &report) }
        if selection.contains("download") { try run.download(into: &report) }
        if selection.contains("memory") { try run.memory(into: &report) }
        #if os(Linux)
            if selection.contains("trust") { try TrustRun().run(into: &report) }
        #endif
        return report
    }
}
