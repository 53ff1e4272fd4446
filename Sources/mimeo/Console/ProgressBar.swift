import MimeographSession

/// A line on standard error that shows the progress of a download. It appears only on a terminal.
struct ProgressBar {
    private let name: String
    private let console: Console
    private let isVisible: Bool
    /// The time and the size of the first progress. The speed counts from there, without resumed bytes and the wait for a
    /// connection.
    private var first: (time: ContinuousClock.Instant, bytes: Int64)?
    private var shown: ContinuousClock.Instant?

    /// The shortest time between two updates.
    private static let interval = Duration.milliseconds(100)

    init(name: String, _ console: Console) {
        self.name = String(VisibleText(name).description.prefix(30))
        self.console = console
        isVisible = console.errorOutputIsTerminal && console.environment["TERM"] != "dumb"
    }

    /// Shows the progress, unless it was shown less than the interval ago.
    mutating func show(_ progress: TransferProgress) {
        guard isVisible, progress.completedBytes > 0 else { return }
        let now = ContinuousClock.now
        let first = self.first ?? (now, progress.completedBytes)
        self.first = first
        if let shown, now - shown < Self.interval { return }
        shown = now
        let seconds = (now - first.time) / .seconds(1)
        let speed = seconds < 0.2 ? nil : Double(progress.completedBytes - first.bytes) / seconds
        let line = Self.line(name, progress, speed: speed, columns: console.errorOutputColumns ?? 80)
        console.errorOutput.write("\r\(line)\u{1B}[K")
    }

    /// Removes the line.
    mutating func clear() {
        if shown != nil { console.errorOutput.write("\r\u{1B}[K") }
        shown = nil
    }

    /// Returns the line, cut to the width: `film.mp4 42 % [####------] 4.2 MB of 10.0 MB 1.3 MB/s 0:04 left`.
    ///
    /// - Parameter speed: The speed in bytes per second, or nil if it is not known yet.
    static func line(_ name: String, _ progress: TransferProgress, speed: Double?, columns: Int) -> String {
        var parts = [name]
        let done = ByteCount.text(progress.completedBytes)
        if let total = progress.totalBytes, let fraction = progress.fraction {
            let filled = Int(fraction * 20)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
            parts += ["\(Int(fraction * 100)) % [\(bar)]", "\(done) of \(ByteCount.text(total))"]
        } else {
            parts.append(done)
        }
        if let speed {
            parts.append("\(ByteCount.text(Int64(min(max(speed, 0), 1e15))))/s")
            if let total = progress.totalBytes, speed >= 1, total > progress.completedBytes {
                let seconds = Double(total - progress.completedBytes) / speed
                parts.append("\(clock(Int(min(seconds, 359_999)))) left")
            }
        }
        // A line that wraps could not be removed.
        while parts.count > 1, parts.joined(separator: "  ").count >= columns { parts.removeLast() }
        return String(parts.joined(separator: "  ").prefix(max(1, columns - 1)))
    }

    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}

/// A number of bytes in words.
enum ByteCount {
    /// Returns `1 byte`, `999 bytes`, `1.0 kB` or `12.3 MB`, in powers of 1000.
    static func text(_ count: Int64) -> String {
        if count < 1000 { return "\(count) byte\(count == 1 ? "" : "s")" }
        var tenths = count / 100
        for unit in ["kB", "MB", "GB"] {
            if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
            tenths /= 1000
        }
        return "\(tenths / 10).\(tenths % 10) TB"
    }
}
