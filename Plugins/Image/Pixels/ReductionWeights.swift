#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Which samples of a row make each sample of a shorter row, and how much of each: Lanczos with three lobes.
///
/// The filter is stretched by the ratio of the lengths, so that all samples count and no detail turns into a pattern that
/// is not there.
///
/// Source: C. E. Duchon, "Lanczos Filtering in One and Two Dimensions", 1979.
struct ReductionWeights {
    /// For each sample of the result, the first sample that counts.
    private(set) var first: [Int] = []
    /// For each sample of the result, the sample behind the last one that counts.
    private(set) var end: [Int] = []
    /// For each sample of the result, where in `weights` its own begin.
    private(set) var start: [Int] = []
    /// The weights, those of one result adding up to 1.
    private(set) var weights: [Float] = []
    /// The most results that one sample counts for.
    private(set) var mostOverlapping = 1

    private static let lobes = 3.0

    init(from length: Int, to reduced: Int) {
        let ratio = Double(length) / Double(reduced)
        let stretch = max(ratio, 1)
        let support = Self.lobes * stretch
        weights.reserveCapacity((length + reduced) * 6)
        for index in 0..<reduced {
            let center = (Double(index) + 0.5) * ratio
            let first = max(0, Int(center - support))
            let end = min(length, Int(center + support) + 1)
            var sum = 0.0
            let raw = (first..<end).map { Self.filter((Double($0) + 0.5 - center) / stretch) }
            for weight in raw { sum += weight }
            self.first.append(first)
            self.end.append(end)
            start.append(weights.count)
            weights += raw.map { Float($0 / sum) }
        }
        var oldest = 0
        for index in first.indices {
            while end[oldest] <= first[index] { oldest += 1 }
            mostOverlapping = max(mostOverlapping, index - oldest + 1)
        }
    }

    private static func filter(_ x: Double) -> Double {
        if abs(x) < 1e-9 { return 1 }
        if abs(x) >= lobes { return 0 }
        let angle = x * Double.pi
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }
}
