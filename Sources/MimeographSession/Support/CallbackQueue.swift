import MimeographSupport

#if !os(Linux)
    import Dispatch
#endif

/// A queue that calls the closures of one request's caller in order, on threads that delay nothing else.
final class CallbackQueue: Sendable {
    private struct Call: Sendable {
        /// The direction whose progress the call reports; nil if it reports none.
        let figure: TransferState.Direction?
        let body: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Call] = []
        var isRunning = false
    }

    private let state = Locked(State())

    /// Adds a call.
    ///
    /// - Parameter figure: The direction whose progress it reports. It replaces an unstarted last call with the same direction.
    func call(figure: TransferState.Direction? = nil, _ body: @escaping @Sendable () -> Void) {
        let (isFirst, _) = state.withLock { state -> (Bool, Call?) in
            // The old closure is released after the lock is free.
            let isNewer = figure != nil && state.waiting.last?.figure == figure
            let old = isNewer ? state.waiting.popLast() : nil
            state.waiting.append(Call(figure: figure, body: body))
            defer { state.isRunning = true }
            return (!state.isRunning, old)
        }
        if isFirst { Self.run { [self] in work() } }
    }

    /// Waits until all earlier calls have returned.
    ///
    /// - Parameter deadline: The end of the wait. The calls are made anyway.
    func waitForCalls(until deadline: ContinuousClock.Instant?) async {
        guard state.withLock({ $0.isRunning }) else { return }
        let gate = AsyncGate(isOpen: false)
        call { gate.open() }
        try? await Deadline.cutShort(at: deadline) { await gate.wait() }
    }

    private func work() {
        while let call = next() { call.body() }
    }

    private func next() -> Call? {
        state.withLock { state in
            if state.waiting.isEmpty { state.isRunning = false }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }

    #if os(Linux)
        private static let threads = BlockingThreads()

        private static func run(_ work: @escaping @Sendable () -> Void) { threads.run(work) }
    #else
        private static func run(_ work: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: work) }
    #endif
}
