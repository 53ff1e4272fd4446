import Harness
import Processes

/// A million events from a server on the same machine, as an `EventSource` reads them.
enum EventsSuite: Suite {
    static let name = "events"
    static let summary = "a stream of 1,000,000 events through the session: its speed and resident memory"
    static let parts = ["stream"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        report.add(
            note: "\(Machine.description); the server is a process on the same machine. Times are wall-clock times."
        )
        let server = try LoopbackServer("events.py")
        defer { server.stop() }
        var rows: [[String]] = []
        for reader in EventReader.allCases {
            var best: EventReader.Figures?
            for _ in 0..<3 {
                guard let figures = try reader.measureInProcess(server) else { continue }
                if figures.seconds < best?.seconds ?? .infinity { best = figures }
            }
            let rate = best.map { Double(EventReader.count) / $0.seconds }
            rows.append([
                reader.title, Figure.optional(rate), Figure.optional(best?.peak), Figure.optional(best?.growth),
            ])
            if reader == .source { report.add(Target("events.stream.per-second", rate, .atLeast, 300_000)) }
            if reader == .source { report.add(Target("events.stream.growth-MiB", best?.growth, .atMost, 2)) }
        }
        report.add(
            table: .init(
                title: "1,000,000 events of 80 bytes, the best of three runs, each in its own process",
                columns: ["", "events/s", "peak resident MiB", "MiB more at the end than after 10 %"],
                rows: rows
            )
        )
        return report
    }
}
