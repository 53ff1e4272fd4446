#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A measurement of the factor by which the cost of some work grows when its input doubles: 2 for a proportional cost, 4 for a
/// quadratic cost.
///
/// The cost is the processor time of the calling thread, so a busy machine only delays a test. The work is measured with the
/// sizes n, 2n and 4n. n grows until the cost is large enough to measure.
///
/// ```swift
/// let growth = GrowthOfWork.perDoubling(from: 1_000) { size in
///     "a" + String(repeating: "\u{300}\u{316}", count: size)
/// } work: { text in
///     _ = SnakeCase.converted(text)
/// }
/// #expect(growth < GrowthOfWork.inProportion)
/// ```
public enum GrowthOfWork {
    /// The upper bound for a cost in proportion to n or n log n: above 2, with a margin for caches and noise.
    public static let inProportion = 2.5

    /// Returns the growth of synchronous work, in the processor time of this thread.
    ///
    /// If the growth exceeds the bound, it is measured again, and the smallest result counts.
    /// - Parameters:
    ///   - size: The first size to try, in the unit of `prepare`.
    ///   - largest: The largest input: 4n is at most `largest`. If this stops n from growing, the work is repeated until it costs
    ///     enough. Set it if a limit rejects larger input.
    ///   - bound: The upper bound of the growth.
    ///   - prepare: Makes an input of a size. It is called for each run, and its cost does not count.
    ///   - work: The work to measure.
    /// - Returns: The square root of cost(4n) / cost(n), which is the factor of each doubling.
    public static func perDoubling<Input>(
        from size: Int,
        upTo largest: Int = 1 << 24,
        below bound: Double = inProportion,
        prepare: (Int) throws -> Input,
        work: (Input) throws -> Void
    ) rethrows -> Double {
        func cost(_ size: Int, repeated times: Int) throws -> Double {
            var sum = 0.0
            for _ in 0..<times {
                let input = try prepare(size)
                let start = threadTime
                try work(input)
                sum += threadTime - start
            }
            return sum
        }
        _ = keepsMemory
        var plan = Plan(size: size, largest: largest, bound: bound)
        repeat {
            plan.begin(at: threadTime)
        } while try plan.grow(after: cost(plan.size, repeated: plan.times), at: threadTime)
        repeat {
            for _ in 0..<Plan.runs {
                try plan.record(small: cost(plan.size, repeated: plan.times))
                try plan.record(large: cost(4 * plan.size, repeated: plan.times))
            }
        } while plan.isDoubtful
        return plan.growth
    }

    /// Returns the growth of synchronous work that makes its own input, whose cost also counts.
    public static func perDoubling(
        from size: Int,
        upTo largest: Int = 1 << 24,
        work: (Int) throws -> Void
    ) rethrows -> Double {
        try perDoubling(from: size, upTo: largest, prepare: { $0 }, work: work)
    }

    /// Makes glibc keep freed memory. Getting memory from the system costs ten times as much as copying into it, and only large
    /// inputs would pay that. The numbers are those of `M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` in malloc.h.
    private static let keepsMemory: Bool = {
        #if canImport(Glibc)
            guard let symbol = unsafe dlsym(nil, "mallopt") else { return false }
            // SAFETY: the symbol is glibc's, which has that type.
            let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
            return set(-1, .max) == 1 && set(-3, 1 << 25) == 1
        #else
            return false
        #endif
    }()

    /// The processor time of this thread, in seconds.
    public static var threadTime: Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

    private static func time(of clock: clockid_t) -> Double {
        var time = timespec()
        // SAFETY: the variable is of the type that the call fills.
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The sizes of one measurement, and the smallest costs so far.
private struct Plan {
    /// The number of runs of each size before the growth is computed.
    static let runs = 2
    /// The number of times that runs are added while the growth exceeds the bound.
    private static let rounds = 8
    /// The intended cost of the smallest size, in seconds, large enough to hide the clock and the first access to memory.
    private static let enough = 0.002

    /// The largest cost of the smallest size with its inputs, in seconds, so that cheap work on costly inputs ends.
    private static let most = 0.05

    private(set) var size: Int
    /// The number of times that one run repeats the work.
    private(set) var times = 1
    private let largest: Int
    private let bound: Double
    private var start = 0.0
    private var round = 0
    private var small = Double.infinity
    private var large = Double.infinity

    init(size: Int, largest: Int, bound: Double) {
        self.bound = bound
        self.largest = max(4, largest)
        self.size = min(max(1, size), self.largest / 4)
    }

    mutating func begin(at now: Double) { start = now }

    /// Enlarges the work if it costs too little, and returns whether it did.
    mutating func grow(after cost: Double, at now: Double) -> Bool {
        if cost >= Self.enough || now - start >= Self.most { return false }
        if size < largest / 4 {
            size = min(2 * size, largest / 4)
            return true
        }
        times *= 2
        return times < 1 << 12
    }

    mutating func record(small cost: Double) { small = min(small, cost) }

    mutating func record(large cost: Double) { large = min(large, cost) }

    var growth: Double { (large / small).squareRoot() }

    /// Whether to measure again before the growth is believed, and with larger inputs every other time: what caches add at some
    /// size shows at that size alone, and what is not in proportion shows the more, the larger they are.
    var isDoubtful: Bool {
        mutating get {
            round += 1
            guard growth >= bound, round < Self.rounds else { return false }
            // Another process that fills the caches may run for seconds.
            if round > 2 { usleep(UInt32(round - 2) * 400_000) }
            if round % 2 == 0, size < largest / 4, small < Self.most {
                size = min(2 * size, largest / 4)
                small = .infinity
                large = .infinity
            }
            return true
        }
    }
}
