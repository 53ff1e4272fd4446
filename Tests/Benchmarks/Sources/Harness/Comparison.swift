#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The same work, done by several engines on several inputs.
///
/// Engines are compared by their fastest rounds, because other load on the machine can only slow a round down. Ratios over all
/// inputs are geometric means, so a larger input does not count for more.
public struct Comparison: Sendable {
    /// The title of the table.
    public let title: String
    private var inputs: [(name: String, engines: [Measurement])] = []

    /// Makes a comparison without inputs.
    public init(_ title: String) { self.title = title }

    /// Adds the measurements of one input. Engines are identified by name.
    public mutating func add(input name: String, _ engines: [Measurement]) {
        inputs.append((name, engines))
    }

    /// Returns the speed of one engine relative to another: the geometric mean over the inputs that both processed.
    ///
    /// - Parameters:
    ///   - engine: The name of the first engine.
    ///   - other: The name of the second engine.
    ///   - isIncluded: Whether an input of that name counts.
    /// - Returns: Nil if both processed no included input.
    public func speed(
        of engine: String,
        over other: String,
        onInputs isIncluded: (String) -> Bool = { _ in true }
    ) -> Double? {
        Comparison.geometricMean(speeds(of: engine, over: other).filter { isIncluded($0.input) }.map(\.speed))
    }

    /// Returns the input with the lowest relative speed; nil if both engines processed no common input.
    public func lowestSpeed(of engine: String, over other: String) -> (input: String, speed: Double)? {
        speeds(of: engine, over: other).min { $0.speed < $1.speed }
    }

    /// Returns the relative speed on each input that both engines processed, in the order of the inputs.
    private func speeds(of engine: String, over other: String) -> [(input: String, speed: Double)] {
        inputs.compactMap { name, engines in
            guard let mine = engines.first(named: engine), let peer = engines.first(named: other) else { return nil }
            return (name, peer.minimum / mine.minimum)
        }
    }

    /// The table: each engine's figures for each input, then the means. A ratio compares an engine's speed with the first one's.
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

    /// The engines, in order of first appearance.
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
