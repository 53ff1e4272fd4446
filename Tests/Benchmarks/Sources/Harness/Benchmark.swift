internal import CAllocationCount

/// One piece of work to measure.
public struct Benchmark {
    /// The name in the report.
    public let name: String
    /// The bytes of input for one operation, or 0 if a throughput has no meaning.
    public let bytes: Int
    /// Does the work the given number of times.
    let work: (Int) -> Void
    /// Does the work the given number of times and returns its processor time in nanoseconds; nil if this thread does the work.
    private let timedWork: ((Int) -> Double)?

    /// Makes a piece of work.
    ///
    /// - Parameters:
    ///   - name: The name in the report.
    ///   - bytes: The bytes of input for one operation, to compute a throughput.
    ///   - work: One operation. The optimizer cannot remove its result.
    public init<Result>(_ name: String, bytes: Int = 0, _ work: @escaping () -> Result) {
        self.name = name
        self.bytes = bytes
        // The loop is inside the closure, so that many operations share the cost of one call.
        self.work = { count in
            for _ in 0..<count { keep(work()) }
        }
        timedWork = nil
    }

    /// Makes a piece of work that another process does and times. It takes turns with the others.
    ///
    /// - Parameters:
    ///   - name: The name in the report.
    ///   - bytes: The bytes of input for one operation, to compute a throughput.
    ///   - timedWork: Requests the given number of operations, and returns their processor time in nanoseconds.
    public init(_ name: String, bytes: Int = 0, timedElsewhere timedWork: @escaping (Int) -> Double) {
        self.name = name
        self.bytes = bytes
        work = { _ = timedWork($0) }
        self.timedWork = timedWork
    }

    /// Measures pieces of work in turn, round by round, so that a machine that slows down slows all of them.
    ///
    /// It measures the processor time of this thread, so it cannot measure work that waits or that uses other threads.
    ///
    /// If one operation fills several rounds, its piece of work takes part only in every second, third … round, but in at least
    /// five. So a slow peer does not slow down the whole run as much.
    ///
    /// - Parameters:
    ///   - benchmarks: The pieces of work to measure.
    ///   - rounds: The number of rounds; odd, so that the median is a measured value.
    ///   - roundTime: How long each piece of work runs in a round.
    ///   - settlesMemory: Whether the time of each round includes merging the memory blocks that it freed. The C library delays
    ///     this until a program asks for a large block, so the next piece of work would pay for it.
    public static func measure(
        _ benchmarks: [Benchmark],
        rounds: Int = 15,
        roundTime: Duration = .milliseconds(100),
        settlesMemory: Bool = false
    ) -> [Measurement] {
        let counts = benchmarks.map { $0.operations(in: roundTime) }
        let intervals = benchmarks.map { benchmark in
            let length = .nanoseconds(Int64(benchmark.time(1))) / roundTime
            return max(1, min(Int(length.rounded(.up)), rounds / 5))
        }
        var times = [[Double]](repeating: [], count: benchmarks.count)
        for round in 0..<max(1, rounds) {
            for (index, benchmark) in benchmarks.enumerated() where round % intervals[index] == 0 {
                times[index].append(benchmark.time(counts[index], settlesMemory: settlesMemory))
            }
        }
        return benchmarks.enumerated().map { index, benchmark in
            Measurement(
                name: benchmark.name,
                rounds: times[index].sorted(),
                allocations: benchmark.allocations(),
                bytes: benchmark.bytes
            )
        }
    }

    /// Makes the process keep all memory that it receives during the following measurements.
    ///
    /// By default the C library returns large blocks and adapts its thresholds, so earlier work affects the speed of later work.
    public static func keepMemory() { mimeograph_allocation_fix_policy() }

    /// Returns the processor time of one operation in nanoseconds, averaged over a number of them.
    private func time(_ count: Int, settlesMemory: Bool = false) -> Double {
        if let timedWork { return timedWork(count) / Double(count) }
        let start = ThreadTime.now
        work(count)
        if settlesMemory { mimeograph_allocation_settle() }
        return (ThreadTime.now - start) / Double(count)
    }

    /// Returns how many operations fill the time of a round. Measuring this also warms the caches.
    private func operations(in duration: Duration) -> Int {
        let wanted = Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
        var count = 1
        while true {
            let total = time(count) * Double(count)
            if total >= wanted / 8 { return max(1, Int(Double(count) * wanted / max(total, 1))) }
            count *= total < wanted / 100 ? 10 : 2
        }
    }

    /// Returns the allocations of one operation, after a first one has filled lazily created storage.
    private func allocations() -> Double? {
        guard timedWork == nil else { return nil }
        // One operation is enough for work that takes long.
        let operations = time(1) > 5e7 ? 1 : 16
        let before = mimeograph_allocation_count()
        guard before >= 0 else { return nil }
        work(operations)
        return Double(mimeograph_allocation_count() - before) / Double(operations)
    }
}

/// Makes the optimizer assume that a value is used.
@inline(never)
@_optimize(none)
public func keep<Value>(_ value: Value) {}
