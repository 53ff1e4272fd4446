import Mimeograph

/// What a request under way shares with those who watch and suspend it: progress, metrics, whether it is suspended.
final class TransferState: Sendable {
    enum Direction { case sending, receiving }

    fileprivate struct State {
        var metrics = ExchangeMetrics()
        var sent = TransferProgress()
        var received = TransferProgress()
        var gate: AsyncGate?
        var isSuspended = false
        var isOver = false
        var keepsPart = false
        var verifiesWhole = false
        var nextObserver = 0
        /// Nil where no caller watches.
        var sending: Watchers?
        var receiving: Watchers?
        /// Where in the whole the bodies of requests begin, and how long the whole is, where they are parts.
        var part: (offset: Int64, total: Int64)?
        /// Who is told of interim responses.
        var interimObservers: [@Sendable (ResponseHead) -> Void] = []
    }

    /// Who is told how far one direction has come.
    fileprivate struct Watchers {
        var streams: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
        var closures: [@Sendable (TransferProgress) -> Void] = []
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
    var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// - Returns: Whether it was not suspended before.
    func suspend() -> Bool {
        let gate: AsyncGate? = state.withLock { state in
            if state.isSuspended || state.isOver { return nil }
            state.isSuspended = true
            let gate = state.gate ?? AsyncGate(isOpen: false)
            state.gate = gate
            return gate
        }
        gate?.close()
        return gate != nil
    }

    /// - Returns: Whether it was suspended before.
    func resume() -> Bool {
        let gate: AsyncGate? = state.withLock { state in
            guard state.isSuspended else { return nil }
            state.isSuspended = false
            return state.gate
        }
        gate?.open()
        return gate != nil
    }

    /// The gate to wait at; nil where the task is not suspended.
    var closedGate: AsyncGate? { state.withLock { $0.isSuspended ? $0.gate : nil } }

    func waitWhileSuspended() async { await closedGate?.wait() }
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
        state.withLock { direction == .sending ? $0.sent : $0.received }
    }

    /// The progress from now on, at least the last figure of it; a slow reader misses figures in between.
    func updates(_ direction: Direction) -> AsyncStream<TransferProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id: Int? = state.withLock { state in
            // Under the lock, so that no later figure comes before it; no task waits at the stream yet.
            continuation.yield(direction == .sending ? state.sent : state.received)
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

    func observe(_ direction: Direction, _ observer: @escaping @Sendable (TransferProgress) -> Void) {
        state.withLock { state in
            if state.isOver { return }
            state.watch(direction) { $0.closures.append(observer) }
        }
    }

    func expect(_ direction: Direction, completed: Int64 = 0, total: Int64?) {
        let progress = TransferProgress(completedBytes: completed, totalBytes: total)
        tell(direction) { state in
            if direction == .sending { state.sent = progress } else { state.received = progress }
        }
    }

    /// The bodies that are sent from now on are parts of a longer one.
    func sendsPart(from offset: Int64, of total: Int64) { state.withLock { $0.part = (offset, total) } }

    /// Begins to count a body that is sent.
    ///
    /// - Returns: How many bytes came before it.
    func expectToSend(total: Int64?) -> Int64 {
        let part = state.withLock { $0.part }
        expect(.sending, completed: part?.offset ?? 0, total: part?.total ?? total)
        return part?.offset ?? 0
    }

    func sent(total: Int64) { tell(.sending) { $0.sent.completedBytes = total } }

    func received(_ count: Int) { tell(.receiving) { $0.received.completedBytes += Int64(count) } }

    private func tell(_ direction: Direction, _ change: (inout State) -> Void) {
        let told = state.withLock { state -> (TransferProgress, Watchers)? in
            change(&state)
            // A short one is hardly ever watched.
            let watchers = direction == .sending ? state.sending : state.receiving
            return watchers.map { (direction == .sending ? state.sent : state.received, $0) }
        }
        guard let (progress, watchers) = told else { return }
        // The observers are others' and run without the lock.
        for stream in watchers.streams.values { stream.yield(progress) }
        for closure in watchers.closures { closure(progress) }
    }
}

// MARK: - Interim responses

extension TransferState {
    func observeInterimResponses(_ observer: @escaping @Sendable (ResponseHead) -> Void) {
        state.withLock { state in
            if !state.isOver { state.interimObservers.append(observer) }
        }
    }

    /// What tells interim responses to those who want to know; nil where there can be none of them.
    var interimObserver: (@Sendable (ResponseHead) -> Void)? {
        // Of a task others may ask while it runs.
        guard isPausable || state.withLock({ !$0.interimObservers.isEmpty }) else { return nil }
        return { [self] head in
            for observer in state.withLock({ $0.interimObservers }) { observer(head) }
        }
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
        let watchers = state.withLock { state in
            // The code that makes the value of a response has said it before the session does.
            if !state.isOver { state.metrics.total = ContinuousClock.now - start }
            state.isOver = true
            defer { (state.sending, state.receiving, state.interimObservers) = (nil, nil, []) }
            // An observer may hold the last reference to this object: it is released without the lock.
            return (state.sending, state.receiving, state.interimObservers)
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
