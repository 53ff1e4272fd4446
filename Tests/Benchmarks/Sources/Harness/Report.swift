/// The result of a suite: notes on the machine and peers, tables of figures, then targets.
public struct Report: Sendable {
    /// One table with its heading.
    public struct Table: Sendable {
        let title: String
        let columns: [String]
        let rows: [[String]]

        /// Makes a table. All columns except the first hold figures.
        public init(title: String, columns: [String], rows: [[String]]) {
            self.title = title
            self.columns = columns
            self.rows = rows
        }
    }

    private var notes: [String] = []
    private var tables: [Table] = []
    /// The targets, in order.
    public private(set) var targets: [Target] = []

    /// Makes an empty report.
    public init() {}

    /// Adds a paragraph before the tables.
    public mutating func add(note: String) { notes.append(note) }

    /// Adds a table.
    public mutating func add(table: Table) { tables.append(table) }

    /// Adds a table of measurements. Its ratio is the first measurement's median divided by each one's.
    public mutating func add(table title: String, _ measurements: [Measurement]) {
        let base = measurements.first?.median ?? .nan
        let rows = measurements.map { measurement in
            [
                measurement.name, Figure.short(measurement.minimum), Figure.short(measurement.median),
                Figure.optional(measurement.megabytesPerSecond), Figure.optional(measurement.allocations),
                Figure.short(base / measurement.median),
            ]
        }
        add(
            table: Table(
                title: title,
                columns: ["", "min ns", "median ns", "MB/s", "allocations", "ratio"],
                rows: rows
            )
        )
    }

    /// Adds a target.
    public mutating func add(_ target: Target) { targets.append(target) }

    /// The report in Markdown. The targets follow the tables, one per line.
    public var markdown: String { (body + [targetLines]).joined(separator: "\n\n") + "\n" }

    /// The report for a page. The targets are in a code block, which keeps their line breaks.
    public var pageMarkdown: String { (body + ["```\n\(targetLines)\n```"]).joined(separator: "\n\n") + "\n" }

    /// Whether a target is missed. A target without a figure doesn't count.
    public var fallsShort: Bool { targets.contains { $0.isMet == false } }

    private var body: [String] { notes + tables.map(\.markdown) }

    private var targetLines: String { targets.map(\.line).joined(separator: "\n") }
}

extension Report.Table {
    fileprivate var markdown: String {
        let rule = "|---|" + String(repeating: "---:|", count: max(0, columns.count - 1))
        let lines = ([columns] + rows).map { "| \($0.joined(separator: " | ")) |" }
        return (["### \(title)", lines[0], rule] + lines.dropFirst()).joined(separator: "\n")
    }
}
