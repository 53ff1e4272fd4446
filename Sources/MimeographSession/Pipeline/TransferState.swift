import Mimeograph
import MimeographSupport

/// The state that a request shares with the code that watches and suspends it: progress, metrics and suspension.
final class TransferState: Sendable {
    enum Direction { case sending, receiving }

    fileprivate struct State {
        var metrics = ExchangeMetrics()
        var sent = Count()
        var received = Count()
        /// The length of the last response body, until the caller receives that body; nil if there is none.
        var announced: Announced?
        /// Whether the body that arrives is the caller's, and not a skipped one.
        var isCounting = false
        /// Whether the code that reads the body decides what is counted.
        var isCountedApart = false
        /// The closed gate of a suspended task; nil otherwise. Each suspension has a gate of its own, which can only be opened.
        var gate: AsyncGate?
        var isOver = false
        var keepsPart = false
        var verifiesWhole = false
        var nextObserver = 0
        /// Nil if no caller watches.
        var sending: Watchers?
        var receiving: Watchers?
        /// The offset of the request bodies in a longer body, and its length; nil if they are not parts.
        var part: (offset: Int64, total: Int64)?
        var interim = Closures<ResponseHead>()
        /// Calls the closures of the caller; nil if there is none.
        var callbacks: CallbackQueue?
    }

    fileprivate struct Announced { let total: Int64? }

    /// Closures that are called with values of one kind.
    fileprivate struct Closures<Value: Sendable> {
        /// The session's closures, which return at once.
        var own: [@Sendable (Value) -> Void] = []
        /// The caller's closures, which may take any time.
        var callers: [@Sendable (Value) -> Void] = []
    }

    /// The progress of one direction.
    fileprivate struct Count {
        private var progress = TransferProgress()
        /// The last report for an earlier body with the same length, or with both lengths unknown. Progress does not decrease
        /// when a body is sent or received again.
        private var floor: Int64 = 0

        var reported: TransferProgress {
            TransferProgress(completedBytes: max(progress.completedBytes, floor), totalBytes: progress.totalBytes)
        }

        mutating func begin(_ next: TransferProgress) {
            floor = next.totalBytes == progress.totalBytes ? reported.completedBytes : 0
            progress = next
        }

        mutating func add(_ count: Int64) { progress.completedBytes += count }

        mutating func set(_ count: Int64) { progress.completedBytes = count }
    }

    /// The streams and closures that receive the progress of one direction.
    fileprivate struct Watchers {
        var streams: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
        var closures = Closures<TransferProgress>()
    }

    let start: ContinuousClock.Instant
    /// The end of the resource timeout.
    let deadline: ContinuousClock.Instant?
    /// Whether the task can be suspended. Request bodies then wait at its gate.
    let isPausable: Bool
    private let state = Locked(State())

    init(resourceTimeout: Duration? = nil, isPausable: Bool = false) {
        let start = ContinuousClock.now
        self.start = start
        // At most a hundred years, because a longer time might overflow the clock.
        deadline = resourceTimeout.map { start + min($0, .seconds(3_153_600_000)) }
        self.isPausable = isPausable
    }
}

// MARK: - Suspending

extension TransferState {
    var isSuspended: Bool { closedGate != nil }

    /// - Returns: Whether the task was running before.
    func suspend() -> Bool {
        state.withLock { state in
            if state.gate != nil || state.isOver { return false }
            state.gate = AsyncGate(isOpen: false)
            return true
        }
    }

    /// - Returns: Whether the task was suspended before.
    func resume() -> Bool {
        let gate = state.withLock { state in
            defer { state.gate = nil }
            return state.gate
        }
        gate?.open()
        return gate != nil
    }

    /// The gate to wait at; nil if the task is not suspended.
    var closedGate: AsyncGate? { state.withLock { $0.gate } }

    func waitWhileSuspended() async {
        while !Task.isCancelled, let gate = closedGate { await gate.wait() }
    }
}

// MARK: - Downloads

extension TransferState {
    /// Whether a cancelled download keeps its partial file.
    var keepsPart: Bool { state.withLock { $0.keepsPart } }

    func keepPart() { state.withLock { $0.keepsPart = true } }

    /// Whether a download resumes a partial file and verifies the digest of the whole.
    var verifiesWhole: Bool {
        get { state.withLock { $0.verifiesWhole } }
        set { state.withLock { $0.verifiesWhole = newValue } }
    }
}

// MARK: - Progress

extension TransferState {
    func progress(_ direction: Direction) -> TransferProgress {
        state.withLock { direction == .sending ? $0.sent.reported : $0.received.reported }
    }

    /// Returns the progress from now on. A slow reader misses figures in between, but not the last one.
    func updates(_ direction: Direction) -> AsyncStream<TransferProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id: Int? = state.withLock { state in
            // The lock keeps later figures from coming first. No task waits for the stream yet.
            continuation.yield(direction == .sending ? state.sent.reported : state.received.reported)
            if state.isOver { return nil }
            state.nextObserver += 1
            let id = state.nextObserver
            state.watch(direction) { $0.streams[id] = continuation }
            return id
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                state.sending?.streams[id] = nil
                state.receiving?.streams[id] = nil
            }
        }
        return stream
    }

    /// - Parameter isOwn: Whether the closure is the session's own, which returns at once.
    func observe(
        _ direction: Direction,
        isOwn: Bool = false,
        _ observer: @escaping @Sendable (TransferProgress) -> Void
    ) {
        state.withLock { state in
            if state.isOver { return }
            state.watch(direction) { $0.closures.add(observer, isOwn) }
            if !isOwn { state.makeCallbacks() }
        }
    }

    /// Records that the request bodies from now on are parts of a longer body.
    func sendsPart(from offset: Int64, of total: Int64) { state.withLock { $0.part = (offset, total) } }

    /// Starts to count a request body.
    ///
    /// - Returns: The number of bytes before it.
    func expectToSend(total: Int64?) -> Int64 {
        let part = state.withLock { $0.part }
        let progress = TransferProgress(completedBytes: part?.offset ?? 0, totalBytes: part?.total ?? total)
        _ = tell(.sending) { state in
            state.sent.begin(progress)
            return true
        }
        return part?.offset ?? 0
    }

    func sent(total: Int64) {
        _ = tell(.sending) { state in
            state.sent.set(total)
            return true
        }
    }

    /// Records the length of a response body. The body is counted only if the caller receives it.
    func announce(total: Int64?) {
        state.withLock { state in
            state.announced = Announced(total: total)
            state.isCounting = false
        }
    }

    func skipBody() {
        state.withLock { state in
            state.announced = nil
            state.isCounting = false
        }
    }

    /// Lets only ``expectToReceive(completed:total:)`` start the count, because a response may be a part, or not the caller's.
    func countApart() { state.withLock { $0.isCountedApart = true } }

    /// Starts to count the body of the last response, which the caller receives.
    ///
    /// - Returns: The queue to wait for before the body is read, or nil.
    func countBody() -> CallbackQueue? {
        tell(.receiving) { state in
            guard let announced = state.announced, !state.isCountedApart else { return false }
            state.isCounting = true
            state.received.begin(TransferProgress(totalBytes: announced.total))
            return true
        }
    }

    /// Starts to count a response body.
    ///
    /// - Returns: As ``countBody()``.
    func expectToReceive(completed: Int64 = 0, total: Int64?) -> CallbackQueue? {
        tell(.receiving) { state in
            state.isCounting = true
            state.received.begin(TransferProgress(completedBytes: completed, totalBytes: total))
            return true
        }
    }

    /// - Returns: The queue to wait for before more is read, or nil.
    func received(_ count: Int) -> CallbackQueue? {
        tell(.receiving) { state in
            if state.isCounting { state.received.add(Int64(count)) }
            return state.isCounting
        }
    }

    /// - Parameter change: Changes a figure, and returns whether it did.
    /// - Returns: The queue that calls the caller's closures; nil if this direction has none.
    private func tell(_ direction: Direction, _ change: (inout State) -> Bool) -> CallbackQueue? {
        let told = state.withLock { state -> (TransferProgress, Watchers, CallbackQueue?)? in
            // A short request is hardly ever watched.
            guard change(&state), let watchers = direction == .sending ? state.sending : state.receiving else {
                return nil
            }
            return (direction == .sending ? state.sent.reported : state.received.reported, watchers, state.callbacks)
        }
        guard let (progress, watchers, callbacks) = told else { return nil }
        // Observers are foreign code, and run without the lock.
        for stream in watchers.streams.values { stream.yield(progress) }
        for closure in watchers.closures.own { closure(progress) }
        let closures = watchers.closures.callers
        if closures.isEmpty { return nil }
        callbacks?.call(figure: direction) { for closure in closures { closure(progress) } }
        return callbacks
    }
}

extension TransferState.Closures {
    fileprivate mutating func add(_ closure: @escaping @Sendable (Value) -> Void, _ isOwn: Bool) {
        if isOwn { own.append(closure) } else { callers.append(closure) }
    }
}

// MARK: - Interim responses

extension TransferState {
    /// - Parameter isOwn: Whether the closure is the session's own, which returns at once.
    func observeInterimResponses(isOwn: Bool = false, _ observer: @escaping @Sendable (ResponseHead) -> Void) {
        state.withLock { state in
            if state.isOver { return }
            state.interim.add(observer, isOwn)
            if !isOwn { state.makeCallbacks() }
        }
    }

    /// A closure that passes interim responses to their observers; nil if there can be none.
    var interimObserver: (@Sendable (ResponseHead) -> Void)? {
        // Observers can be added to a task while it runs.
        guard isPausable || state.withLock({ !$0.interim.own.isEmpty || !$0.interim.callers.isEmpty }) else {
            return nil
        }
        return { [self] head in
            let (closures, callbacks) = state.withLock { ($0.interim, $0.callbacks) }
            for closure in closures.own { closure(head) }
            if closures.callers.isEmpty { return }
            callbacks?.call { for closure in closures.callers { closure(head) } }
        }
    }
}

// MARK: - Closures of the caller

extension TransferState {
    /// Calls a closure of the caller after the earlier calls.
    func callBack(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.makeCallbacks() }.call(body)
    }

    /// The queue that calls the caller's closures; nil if there are none.
    var callbacks: CallbackQueue? { state.withLock { $0.callbacks } }

    /// Waits until the caller's closures have been called. They may take any time, and the wait ends after ten seconds.
    func waitForCallbacks() async {
        let limit = ContinuousClock.now + .seconds(10)
        await callbacks?.waitForCalls(until: min(deadline ?? limit, limit))
    }
}

// MARK: - Metrics

extension TransferState {
    var metrics: ExchangeMetrics { state.withLock { $0.metrics } }

    func count(_ change: (inout ExchangeMetrics) -> Void) { state.withLock { change(&$0.metrics) } }

    func beginStep(_ url: ParsedURL) {
        let step = ExchangeMetrics.Step(target: url, status: nil, transport: TransportMetrics())
        state.withLock { $0.metrics.steps.append(step) }
    }

    /// Records the known figures of the last exchange.
    func endStep(status: Int?, _ metrics: TransportMetrics?) {
        state.withLock { state in
            guard let last = state.metrics.steps.indices.last else { return }
            if let status { state.metrics.steps[last].status = status }
            if let metrics { state.metrics.steps[last].transport = metrics }
            // The body was read after its request had ended.
            if state.isOver, metrics != nil { state.metrics.total = ContinuousClock.now - start }
        }
    }

    /// Records that the request is over. Watchers get no more figures, and their closures are released. It may be called again.
    func finish() {
        let (watchers, _) = state.withLock { state in
            // The code that makes the value of a response calls this before the session does.
            if !state.isOver { state.metrics.total = ContinuousClock.now - start }
            state.isOver = true
            defer {
                (state.sending, state.receiving) = (nil, nil)
                state.interim = Closures()
            }
            // An observer may hold the last reference to this object, and is released without the lock.
            return ((state.sending, state.receiving), state.interim)
        }
        for stream in (watchers.0?.streams ?? [:]).values { stream.finish() }
        for stream in (watchers.1?.streams ?? [:]).values { stream.finish() }
    }
}

extension TransferState.State {
    fileprivate mutating func watch(
        _ direction: TransferState.Direction,
        _ change: (inout TransferState.Watchers) -> Void
    ) {
        var watchers = (direction == .sending ? sending : receiving) ?? TransferState.Watchers()
        change(&watchers)
        if direction == .sending { sending = watchers } else { receiving = watchers }
    }

    @discardableResult
    fileprivate mutating func makeCallbacks() -> CallbackQueue {
        let queue = callbacks ?? CallbackQueue()
        callbacks = queue
        return queue
    }
}

/// The progress of a body.
public struct TransferProgress: Hashable, Sendable {
    /// The bytes sent or received, before content codings are decoded.
    public var completedBytes: Int64
    /// The total number of bytes; nil if it is unknown.
    public var totalBytes: Int64?

    /// Makes a progress value.
    public init(completedBytes: Int64 = 0, totalBytes: Int64? = nil) {
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// The fraction from 0 to 1; nil if the total is unknown. With a total of 0 it is 1.
    public var fraction: Double? {
        guard let totalBytes else { return nil }
        return totalBytes > 0 ? min(1, Double(completedBytes) / Double(totalBytes)) : 1
    }
}
