/// What a suite found: tables of measurements, then targets.
public struct Report: Sendable {
    /// One table with its heading.
    public struct Table: Sendable {
        let title: String
        let measurements: [Measurement]
    }

    private var tables: [Table] = []
    /// The targets, in order.
    public private(set) var targets: [Target] = []

    /// Makes an empty report.
    public init() {}

    /// Adds a table. The ratio in it is that of the first measurement's median to each.
    public mutating func add(table title: String, _ measurements: [Measurement]) {
        tables.append(Table(title: title, measurements: measurements))
    }

    /// Adds a target.
    public mutating func add(_ target: Target) { targets.append(target) }

    /// The report in Markdown, the targets after the tables.
    public var markdown: String {
        (tables.map(\.markdown) + [targets.map(\.line).joined(separator: "\n")]).joined(separator: "\n\n") + "\n"
    }

    /// Whether a target falls short; an absent one does not.
    public var fallsShort: Bool { targets.contains { $0.isMet == false } }
}

extension Report.Table {
    fileprivate var markdown: String {
        let base = measurements.first?.median ?? .nan
        let rows = measurements.map { measurement in
            let cells = [
                measurement.name, Figure.short(measurement.minimum), Figure.short(measurement.median),
                measurement.megabytesPerSecond.map { Figure.short($0) } ?? "-",
                measurement.allocations.map { Figure.short($0) } ?? "-", Figure.short(base / measurement.median),
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return """
            ### \(title)
            | | min ns | median ns | MB/s | allocations | ratio |
            |---|---:|---:|---:|---:|---:|
            \(rows.joined(separator: "\n"))
            """
    }
}
