#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// By what factor the cost of some work grows where its input doubles: 2 where the cost is in proportion, 4 where it is quadratic.
///
/// The cost is the processor's time of the calling thread, so that a busy machine delays a test and does not fail it.
/// Work of size n, 2n and 4n is measured; n grows until it costs enough to be measured well.
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
    /// What growth stays below where the cost is in proportion to the size, or to n log n: a margin above 2 for caches and noise.
    public static let inProportion = 2.5

    /// The growth of synchronous work, in the processor's time of this thread.
    ///
    /// Where the growth is not below the bound, it is measured anew before it is believed, and the smallest one counts.
    /// - Parameters:
    ///   - size: The first size to try, in whatever unit `prepare` counts.
    ///   - largest: No input is larger than this: 4n is at most `largest`. Where it stops n from growing, the work is
    ///     repeated until it costs enough. Say it where a limit ends the work above some size.
    ///   - bound: What the growth is held to.
    ///   - prepare: Makes an input of a size. It is called anew for each run, and does not count.
    ///   - work: What is measured.
    /// - Returns: The root of cost(4n) / cost(n): how the cost grows with each doubling.
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

    /// The growth of synchronous work that makes its own input; that the input is made counts too.
    public static func perDoubling(
        from size: Int,
        upTo largest: Int = 1 << 24,
        work: (Int) throws -> Void
    ) rethrows -> Double {
        try perDoubling(from: size, upTo: largest, prepare: { $0 }, work: work)
    }

    /// Has glibc keep memory that is given up: to get it anew from the system costs ten times what copying into it does, and large
    /// inputs alone would pay that. The numbers are those of `M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` in malloc.h.
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

    /// The processor's time that this thread has used, in seconds.
    public static var threadTime: Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

    private static func time(of clock: clockid_t) -> Double {
        var time = timespec()
        // SAFETY: the variable is of the type that the call fills.
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The sizes of one measurement, and the least costs so far.
private struct Plan {
    /// Runs of each size before the growth is looked at.
    static let runs = 2
    /// How often runs are added where the growth is not in proportion.
    private static let rounds = 8
    /// What the smallest size should cost, in seconds, so that the clock and the first touch of memory do not matter.
    private static let enough = 0.002

    /// What the smallest size may cost with the making of its inputs, in seconds, so that cheap work on costly inputs ends.
    private static let most = 0.05

    private(set) var size: Int
    /// How often one run repeats the work.
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

    /// Makes the work larger where it cost too little, and says whether it did.
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
            // A neighbour that fills the caches goes on for seconds.
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
