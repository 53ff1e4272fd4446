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
    /// - Parameters:
    ///   - engine: The name of the one.
    ///   - other: The name of the other.
    ///   - isIncluded: Whether an input of that name counts.
    /// - Returns: Nil where there is no such input.
    public func speed(
        of engine: String,
        over other: String,
        onInputs isIncluded: (String) -> Bool = { _ in true }
    ) -> Double? {
        Comparison.geometricMean(speeds(of: engine, over: other).filter { isIncluded($0.input) }.map(\.speed))
    }

    /// The same for the one input on which it is least; nil where there is no input that both did.
    public func lowestSpeed(of engine: String, over other: String) -> (input: String, speed: Double)? {
        speeds(of: engine, over: other).min { $0.speed < $1.speed }
    }

    /// How many times as fast one engine is as another on each input that both did, in the order of the inputs.
    private func speeds(of engine: String, over other: String) -> [(input: String, speed: Double)] {
        inputs.compactMap { name, engines in
            guard let mine = engines.first(named: engine), let peer = engines.first(named: other) else { return nil }
            return (name, peer.minimum / mine.minimum)
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
            let throughput = Comparison.geometricMean(
                inputs.compactMap { $0.engines.first(named: name)?.peakMegabytesPerSecond }
            )
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

    private static func geometricMean(_ figures: [Double]) -> Double? {
        guard !figures.isEmpty else { return nil }
        return exp(figures.map { log($0) }.reduce(0, +) / Double(figures.count))
    }
}

extension [Measurement] {
    fileprivate func first(named name: String) -> Measurement? { first { $0.name == name } }
}
