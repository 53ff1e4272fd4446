#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The same work, done by several engines on several inputs.
///
/// Engines are compared by their fastest rounds, because what else the machine does can only slow a round down, and over
/// all inputs by the geometric mean, so that no input counts for more because it is larger.
public struct Comparison: Sendable {
    /// What is compared.
    public let title: String
    private var inputs: [(name: String, engines: [Measurement])] = []

    /// Makes a comparison that has no inputs yet.
    public init(_ title: String) { self.title = title }

    /// Adds what the engines took on one input. They are known by their names.
    public mutating func add(input name: String, _ engines: [Measurement]) {
        inputs.append((name, engines))
    }

    /// How many times as fast one engine is as another, by the geometric mean over the inputs that both did.
    ///
    /// - Returns: Nil where there is no such input.
    public func speed(of engine: String, over other: String) -> Double? {
        geometricMean { engines in
            guard let mine = engines.first(named: engine), let peer = engines.first(named: other) else { return nil }
            return peer.minimum / mine.minimum
        }
    }

    /// The table: each engine's figures for each input, then the means. A ratio is an engine's speed over the first one's.
    public var table: Report.Table {
        var rows: [[String]] = []
        for (name, engines) in inputs {
            for measurement in engines {
                let ratio = engines.first.map { $0.minimum / measurement.minimum }
                rows.append([
                    "\(name), \(measurement.name)", Figure.short(measurement.minimum / 1000),
                    Figure.short(measurement.median / 1000), Figure.optional(measurement.peakMegabytesPerSecond),
                    Figure.optional(measurement.allocations), Figure.optional(ratio),
                ])
            }
        }
        for name in engineNames {
            let throughput = geometricMean { $0.first(named: name)?.peakMegabytesPerSecond }
            let ratio = engineNames.first.flatMap { speed(of: name, over: $0) }
            rows.append([
                "**geometric mean**, \(name)", "", "", Figure.optional(throughput), "", Figure.optional(ratio),
            ])
        }
        return Report.Table(
            title: title,
            columns: ["", "min µs", "median µs", "MB/s", "allocations", "ratio"],
            rows: rows
        )
    }

    /// The engines, in the order in which they first come up.
    private var engineNames: [String] {
        inputs.flatMap(\.engines).map(\.name).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    private func geometricMean(_ figure: ([Measurement]) -> Double?) -> Double? {
        let figures = inputs.compactMap { figure($0.engines) }
        guard !figures.isEmpty else { return nil }
        return exp(figures.map { log($0) }.reduce(0, +) / Double(figures.count))
    }
}

extension [Measurement] {
    fileprivate func first(named name: String) -> Measurement? { first { $0.name == name } }
}
