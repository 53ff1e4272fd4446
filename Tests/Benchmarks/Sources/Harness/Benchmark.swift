internal import CAllocationCount

/// One piece of work to be measured.
public struct Benchmark {
    /// What is measured.
    public let name: String
    /// Bytes of input for one operation; 0 where that says nothing.
    public let bytes: Int
    /// Does the work that many times.
    let work: (Int) -> Void
    /// Does the work that many times and tells the nanoseconds of the processor; nil where it is work of this thread.
    private let timedWork: ((Int) -> Double)?

    /// Makes a piece of work.
    ///
    /// - Parameters:
    ///   - name: What is measured.
    ///   - bytes: Bytes of input for one operation, for a throughput.
    ///   - work: One operation. Its result is kept from the optimiser.
    public init<Result>(_ name: String, bytes: Int = 0, _ work: @escaping () -> Result) {
        self.name = name
        self.bytes = bytes
        // The loop stands inside the closure, so that its call is paid once for many operations.
        self.work = { count in
            for _ in 0..<count { keep(work()) }
        }
        timedWork = nil
    }

    /// Makes a piece of work that another process does, and times itself. It takes its turns with the others.
    ///
    /// - Parameters:
    ///   - name: What is measured.
    ///   - bytes: Bytes of input for one operation, for a throughput.
    ///   - timedWork: Has so many operations done, and gives the nanoseconds that the processor took for all of them.
    public init(_ name: String, bytes: Int = 0, timedElsewhere timedWork: @escaping (Int) -> Double) {
        self.name = name
        self.bytes = bytes
        work = { _ = timedWork($0) }
        self.timedWork = timedWork
    }

    /// Measures pieces of work in turn, round by round, so that a machine that slows down slows all of them.
    ///
    /// What counts is the time that the processor spent on this thread, not the time that other programs had it. Work that
    /// waits, or that uses other threads, cannot be measured so.
    ///
    /// A piece of work of which one operation fills several rounds takes part in every second, third … round only, but in
    /// five at least, so that a slow peer does not make the whole as slow.
    ///
    /// - Parameters:
    ///   - benchmarks: What to measure.
    ///   - rounds: How many rounds; odd, for a median that was measured.
    ///   - roundTime: How long each piece of work runs in a round.
    ///   - settlesMemory: Whether each round ends, in its time, with the merging of the pieces of memory that it freed. The C
    ///     library puts that off until somebody asks for a large piece, so that else the next piece of work would pay for it.
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

    /// Keeps all memory that the process gets, for all that is measured from now on.
    ///
    /// By default the C library gives large pieces back and moves the bounds for that as it goes, so that the same work is
    /// slow or fast by what was done before it.
    public static func keepMemory() { mimeograph_allocation_fix_policy() }

    /// Nanoseconds of the processor for one operation, over so many of them.
    private func time(_ count: Int, settlesMemory: Bool = false) -> Double {
        if let timedWork { return timedWork(count) / Double(count) }
        let start = ThreadTime.now
        work(count)
        if settlesMemory { mimeograph_allocation_settle() }
        return (ThreadTime.now - start) / Double(count)
    }

    /// How many operations fill the time of a round. Finding that out also warms the caches.
    private func operations(in duration: Duration) -> Int {
        let wanted = Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
        var count = 1
        while true {
            let total = time(count) * Double(count)
            if total >= wanted / 8 { return max(1, Int(Double(count) * wanted / max(total, 1))) }
            count *= total < wanted / 100 ? 10 : 2
        }
    }

    /// Allocations for one operation, after a first one has filled whatever is filled once.
    private func allocations() -> Double? {
        guard timedWork == nil else { return nil }
        // Of work that takes long, a second time tells as much.
        let operations = time(1) > 5e7 ? 1 : 16
        let before = mimeograph_allocation_count()
        guard before >= 0 else { return nil }
        work(operations)
        return Double(mimeograph_allocation_count() - before) / Double(operations)
    }
}

/// Makes the optimiser believe that a value is used.
@inline(never)
@_optimize(none)
public func keep<Value>(_ value: Value) {}
