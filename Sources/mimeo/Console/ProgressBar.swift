import MimeographSession

/// A line on standard error that says how far a download is. Where nobody sees it, it is not written.
struct ProgressBar {
    private let name: String
    private let console: Console
    private let isVisible: Bool
    private let start: ContinuousClock.Instant
    /// What was there before this command, which says nothing about how fast it is.
    private let already: Int64
    private var shown: ContinuousClock.Instant?

    /// How often it is written at most.
    private static let interval = Duration.milliseconds(100)

    init(name: String, already: Int64, _ console: Console) {
        self.name = String(VisibleText(name).description.prefix(30))
        self.already = already
        self.console = console
        isVisible = console.errorOutputIsTerminal && console.environment["TERM"] != "dumb"
        start = .now
    }

    /// Shows how far it is, unless that was done just now.
    mutating func show(_ progress: TransferProgress) {
        guard isVisible, progress.completedBytes > 0 else { return }
        let now = ContinuousClock.now
        if let shown, now - shown < Self.interval { return }
        shown = now
        let columns = console.errorOutputColumns ?? 80
        console.errorOutput.write("\r\(Self.line(name, progress, already, now - start, columns: columns))\u{1B}[K")
    }

    /// Takes the line away.
    mutating func clear() {
        if shown != nil { console.errorOutput.write("\r\u{1B}[K") }
        shown = nil
    }

    /// The line: `film.mp4  42 % [####------]  4.2 MB of 10.0 MB  1.3 MB/s  0:04 left`, as much of it as there is room for.
    static func line(
        _ name: String,
        _ progress: TransferProgress,
        _ already: Int64,
        _ elapsed: Duration,
        columns: Int
    ) -> String {
        var parts = [name]
        let done = progress.completedBytes
        let speed = Double(max(0, done - already)) / max(elapsed / .seconds(1), 0.001)
        if let total = progress.totalBytes, let fraction = progress.fraction {
            let filled = Int(fraction * 20)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
            parts.append("\(Int(fraction * 100)) % [\(bar)]")
            parts.append("\(ByteCount.text(done)) of \(ByteCount.text(total))")
            parts.append("\(ByteCount.text(Int64(speed)))/s")
            if speed >= 1, total > done {
                let seconds = Int(min(Double(total - done) / speed, 359_999))
                parts.append("\(clock(seconds)) left")
            }
        } else {
            parts += [ByteCount.text(done), "\(ByteCount.text(Int64(speed)))/s"]
        }
        // A line that is broken could not be taken away.
        while parts.count > 1, parts.joined(separator: "  ").count >= columns { parts.removeLast() }
        return String(parts.joined(separator: "  ").prefix(max(1, columns - 1)))
    }

    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
