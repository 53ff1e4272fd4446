import Mimeograph
import MimeographSession
import MimeographSupport

/// The body of a scripted answer.
final class ScriptedExchange: TransportExchange {
    private struct State {
        var position = 0
        var isCancelled = false
        /// Whether the body was read to its end.
        var isWhole = false
        var metrics: TransportMetrics
        /// The task that waits for the next chunk, so that a cancellation can end it.
        var waiting: Task<Void, Never>?
        var onEnd: (@Sendable (ObjectIdentifier) -> Void)?
    }

    private let answer: ScriptedAnswer
    private let chunks: [[UInt8]]
    private let state: Locked<State>

    init(_ answer: ScriptedAnswer, chunks: [[UInt8]], bytesSent: Int64) {
        self.answer = answer
        self.chunks = chunks
        state = Locked(State(metrics: TransportMetrics(bytesSent: bytesSent, protocolVersion: "1.1")))
    }

    deinit { end() }

    /// A closure that is called once, when the exchange has ended or is dropped.
    var onEnd: (@Sendable (ObjectIdentifier) -> Void)? {
        get { state.withLock { $0.onEnd } }
        set { state.withLock { $0.onEnd = newValue } }
    }

    var metrics: TransportMetrics { state.withLock { $0.metrics } }

    var trailers: HeaderFields { state.withLock { $0.isWhole } ? TrailerRules.allowed(answer.trailers) : [:] }

    func nextChunk() async throws(TransportError) -> [UInt8]? {
        try check()
        if state.withLock({ $0.position < chunks.count || answer.failure != nil }) { await pause() }
        try check()
        let chunk: [UInt8]? = state.withLock { state in
            guard state.position < chunks.count else { return nil }
            defer { state.position += 1 }
            state.metrics.bytesReceived += Int64(chunks[state.position].count)
            return chunks[state.position]
        }
        if let chunk { return chunk }
        end()
        if let failure = answer.failure { throw failure }
        state.withLock { $0.isWhole = true }
        return nil
    }

    func cancel() {
        let waiting = state.withLock { state in
            state.isCancelled = true
            return state.waiting
        }
        waiting?.cancel()
        end()
    }

    private func check() throws(TransportError) {
        if Task.isCancelled || state.withLock({ $0.isCancelled }) {
            cancel()
            throw .cancelledByCaller
        }
    }

    private func end() {
        let onEnd = state.withLock { state in
            defer { state.onEnd = nil }
            return state.onEnd
        }
        onEnd?(ObjectIdentifier(self))
    }

    /// Waits for the answer's delay and gate, or until the exchange or the task is cancelled.
    private func pause() async {
        guard answer.chunkDelay != nil || answer.chunkGate != nil else { return }
        let pause = Task { [answer] in
            if let delay = answer.chunkDelay { try? await Task.sleep(for: delay) }
            await answer.chunkGate?.wait()
        }
        state.withLock { $0.waiting = pause }
        if state.withLock({ $0.isCancelled }) { pause.cancel() }
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
    }
}
