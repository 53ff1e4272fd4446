import Mimeograph
import MimeographSupport

/// What a request under way shares with those who watch and suspend it: progress, metrics, whether it is suspended.
final class TransferState: Sendable {
    enum Direction { case sending, receiving }

    fileprivate struct State {
        var metrics = ExchangeMetrics()
        var sent = Count()
        var received = Count()
        /// The length of the body of the last response, until that body is given to the caller; nil if there is none.
        var announced: Announced?
        /// Whether the body that comes is the caller's, and not one that is skipped.
        var isCounting = false
        /// Whether the code that reads the body says itself what is counted.
        var isCountedApart = false
        /// Closed while the task is suspended; nil while it is not. Each suspension has its own, so that none is closed late.
        var gate: AsyncGate?
        var isOver = false
        var keepsPart = false
        var verifiesWhole = false
        var nextObserver = 0
        /// Nil where no caller watches.
        var sending: Watchers?
        var receiving: Watchers?
        /// Where in the whole the bodies of requests begin, and how long the whole is, where they are parts.
        var part: (offset: Int64, total: Int64)?
        /// Closures that are called for interim responses.
        var interim = Closures<ResponseHead>()
        /// Calls the closures of the caller; nil if there is none.
        var callbacks: CallbackQueue?
    }

    fileprivate struct Announced { let total: Int64? }

    /// Closures that are called for something that happens.
    fileprivate struct Closures<Value: Sendable> {
        /// The session's own, which return at once.
        var own: [@Sendable (Value) -> Void] = []
        /// The caller's, which may take any time.
        var callers: [@Sendable (Value) -> Void] = []
    }

    /// How far one direction has come.
    fileprivate struct Count {
        private var progress = TransferProgress()
        /// What was reported of an earlier body of the same length, or if neither length is known.
        /// A body that is sent or comes again does not go back.
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

    /// Who is told how far one direction has come.
    fileprivate struct Watchers {
        var streams: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
        var closures = Closures<TransferProgress>()
    }

    let start: ContinuousClock.Instant
    /// When the whole is to be over.
    let deadline: ContinuousClock.Instant?
    /// Whether it can be suspended; then bodies that are sent wait at its gate.
    let isPausable: Bool
    private let state = Locked(State())

    init(resourceTimeout: Duration? = nil, isPausable: Bool = false) {
        let start = ContinuousClock.now
        self.start = start
        // At most a hundred years: what is more might not fit the clock.
        deadline = resourceTimeout.map { start + min($0, .seconds(3_153_600_000)) }
        self.isPausable = isPausable
    }
}

// MARK: - Suspending

extension TransferState {
    var isSuspended: Bool { closedGate != nil }

    /// - Returns: Whether it was not suspended before.
    func suspend() -> Bool {
        state.withLock { state in
            if state.gate != nil || state.isOver { return false }
            state.gate = AsyncGate(isOpen: false)
            return true
        }
    }

    /// - Returns: Whether it was suspended before.
    func resume() -> Bool {
        let gate = state.withLock { state in
            defer { state.gate = nil }
            return state.gate
        }
        gate?.open()
        return gate != nil
    }

    /// The gate to wait at; nil where the task is not suspended.
    var closedGate: AsyncGate? { state.withLock { $0.gate } }

    func waitWhileSuspended() async {
        while !Task.isCancelled, let gate = closedGate { await gate.wait() }
    }
}

// MARK: - Downloads

extension TransferState {
    /// Whether a download that is cancelled leaves what came of it.
    var keepsPart: Bool { state.withLock { $0.keepsPart } }

    func keepPart() { state.withLock { $0.keepsPart = true } }

    /// Whether a download goes on with a part, and holds the whole to its digest.
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

    /// The progress from now on, at least the last figure of it; a slow reader misses figures in between.
    func updates(_ direction: Direction) -> AsyncStream<TransferProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id: Int? = state.withLock { state in
            // Under the lock, so that no later figure comes before it; no task waits at the stream yet.
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

    /// The bodies that are sent from now on are parts of a longer one.
    func sendsPart(from offset: Int64, of total: Int64) { state.withLock { $0.part = (offset, total) } }

    /// Begins to count a body that is sent.
    ///
    /// - Returns: How many bytes came before it.
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

    /// Records how long the body of a response is. It is not counted unless it is given to the caller.
    func announce(total: Int64?) {
        state.withLock { state in
            state.announced = Announced(total: total)
            state.isCounting = false
        }
    }

    /// The body that comes is skipped.
    func skipBody() {
        state.withLock { state in
            state.announced = nil
            state.isCounting = false
        }
    }

    /// Only ``expectToReceive(completed:total:)`` begins to count: a response may be a part of what the caller gets, or not the caller's.
    func countApart() { state.withLock { $0.isCountedApart = true } }

    /// Begins to count the body of the response that came last: the caller gets it.
    ///
    /// - Returns: What is to be waited for before the body is read; nil if nothing is.
    func countBody() -> CallbackQueue? {
        tell(.receiving) { state in
            guard let announced = state.announced, !state.isCountedApart else { return false }
            state.isCounting = true
            state.received.begin(TransferProgress(totalBytes: announced.total))
            return true
        }
    }

    /// Begins to count a body that comes.
    ///
    /// - Returns: As ``countBody()``.
    func expectToReceive(completed: Int64 = 0, total: Int64?) -> CallbackQueue? {
        tell(.receiving) { state in
            state.isCounting = true
            state.received.begin(TransferProgress(completedBytes: completed, totalBytes: total))
            return true
        }
    }

    /// - Returns: What is to be waited for before more is read; nil if nothing is.
    func received(_ count: Int) -> CallbackQueue? {
        tell(.receiving) { state in
            if state.isCounting { state.received.add(Int64(count)) }
            return state.isCounting
        }
    }

    /// - Parameter change: Changes a figure; whether it did.
    /// - Returns: What calls the closures of the caller; nil if there are none for this direction.
    private func tell(_ direction: Direction, _ change: (inout State) -> Bool) -> CallbackQueue? {
        let told = state.withLock { state -> (TransferProgress, Watchers, CallbackQueue?)? in
            // A short one is hardly ever watched.
            guard change(&state), let watchers = direction == .sending ? state.sending : state.receiving else {
                return nil
            }
            return (direction == .sending ? state.sent.reported : state.received.reported, watchers, state.callbacks)
        }
        guard let (progress, watchers, callbacks) = told else { return nil }
        // The observers are others' and run without the lock.
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

    /// What tells interim responses to those who want to know; nil where there can be none of them.
    var interimObserver: (@Sendable (ResponseHead) -> Void)? {
        // Of a task others may ask while it runs.
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
    /// Calls a closure of the caller, after those that were called before.
    func callBack(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.makeCallbacks() }.call(body)
    }

    /// What calls the closures of the caller; nil if there are none.
    var callbacks: CallbackQueue? { state.withLock { $0.callbacks } }

    /// Waits until the closures of the caller have been called, at most for ten seconds: they may take any time.
    func waitForCallbacks() async {
        let limit = ContinuousClock.now + .seconds(10)
        await callbacks?.waitForCalls(until: min(deadline ?? limit, limit))
    }
}

// MARK: - Metrics

extension TransferState {
    var metrics: ExchangeMetrics { state.withLock { $0.metrics } }

    func count(_ change: (inout ExchangeMetrics) -> Void) { state.withLock { change(&$0.metrics) } }

    /// Records that an exchange begins.
    func beginStep(_ url: ParsedURL) {
        let step = ExchangeMetrics.Step(target: url, status: nil, transport: TransportMetrics())
        state.withLock { $0.metrics.steps.append(step) }
    }

    /// Records what is known of the last exchange.
    func endStep(status: Int?, _ metrics: TransportMetrics?) {
        state.withLock { state in
            guard let last = state.metrics.steps.indices.last else { return }
            if let status { state.metrics.steps[last].status = status }
            if let metrics { state.metrics.steps[last].transport = metrics }
            // A body that is read after its request was done with.
            if state.isOver, metrics != nil { state.metrics.total = ContinuousClock.now - start }
        }
    }

    /// Records that everything is over. Watchers get no more figures, and their closures are released. It may be called again.
    func finish() {
        let (watchers, _) = state.withLock { state in
            // The code that makes the value of a response has said it before the session does.
            if !state.isOver { state.metrics.total = ContinuousClock.now - start }
            state.isOver = true
            defer {
                (state.sending, state.receiving) = (nil, nil)
                state.interim = Closures()
            }
            // An observer may hold the last reference to this object: it is released without the lock.
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

/// How far a body has come, as the session counts it.
public struct TransferProgress: Hashable, Sendable {
    /// The bytes that were sent or received, content codings not undone.
    public var completedBytes: Int64
    /// The bytes that there are in all; nil where that is not known.
    public var totalBytes: Int64?

    /// Makes a figure.
    public init(completedBytes: Int64 = 0, totalBytes: Int64? = nil) {
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// From 0 to 1; nil where the total is not known. Nothing of nothing is 1.
    public var fraction: Double? {
        guard let totalBytes else { return nil }
        return totalBytes > 0 ? min(1, Double(completedBytes) / Double(totalBytes)) : 1
    }
}
