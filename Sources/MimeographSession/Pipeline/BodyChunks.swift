import Mimeograph
import MimeographSupport

/// The chunks of a response body. One caller at a time reads them.
///
/// The chunks come from a transport or from memory. Each chunk passes these steps in order:
///
/// 1. It waits while the task is suspended, and is counted. When the resource timeout ends, the exchange ends.
/// 2. It is added to the digests that verify the body.
/// 3. It is copied for the cache, which receives the whole body at the end.
/// 4. The session is notified once when the body is read to its end, fails, or is dropped.
///
/// Steps 2 to 4 apply only if they were requested before the first chunk was read.
final class BodyChunks: Sendable {
    /// Called once: whether the body was dropped before its end, and its error.
    typealias Completion = @Sendable (_ isDropped: Bool, SessionError?) -> Void
    /// Called with the whole body and its trailers, or with nil when the body exceeds the limit.
    typealias Storing = @Sendable ([UInt8]?, _ trailers: HeaderFields) -> Void

    fileprivate struct State {
        /// The body of the exchange; nil if the bytes are in memory.
        var body: TransportBody?
        /// The bytes in memory that were not read yet.
        var bytes: [UInt8] = []
        var count: Int64 = 0
        /// Whether the resource timeout has ended.
        var isLate = false
        var hasExchangeEnded = false
        /// Nil without digests, and after they were compared.
        var verification: BodyVerification?
        /// The copy for the cache. Nil if there is none, and after it was stored or became too large.
        var kept: (bytes: [UInt8], limit: Int, store: Storing)?
        var completion: Completion?
    }

    /// The exchange that the chunks come from; nil if they are in memory.
    private let exchange: Exchange?
    /// Ends the body when the resource timeout ends.
    private let watchdog: Task<Void, Never>?
    private let state: Locked<State>

    init(_ bytes: [UInt8]) {
        exchange = nil
        watchdog = nil
        state = Locked(State(bytes: bytes))
    }

    init(_ body: TransportBody, of exchange: Exchange) {
        self.exchange = exchange
        exchange.transferState.announce(total: exchange.expected)
        let state = Locked(State(body: body))
        self.state = state
        watchdog = exchange.transferState.deadline.map { deadline in
            Task {
                guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
                state.withLock { $0.isLate = true }
                body.cancel()
            }
        }
    }

    deinit {
        if let exchange {
            // A body whose bytes have all arrived is complete, even if its end was not read.
            end(exchange, exchange.expected == state.withLock { $0.count } ? .complete : .dropped)
            // The exchange ends before the session is notified. The lock is not held, because this may call an observer.
            let body = state.withLock { state in
                defer { state.body = nil }
                return state.body
            }
            _ = consume body
        }
        drop()
    }

    /// Returns the next bytes, at least one; nil after the last.
    func nextChunk() async throws(SessionError) -> [UInt8]? {
        do throws(SessionError) {
            let next: [UInt8]?
            if let exchange {
                if exchange.transferState.closedGate != nil { await exchange.transferState.waitWhileSuspended() }
                if exchange.isContradictory { throw wrongRange(exchange) }
                do throws(TransportError) {
                    next = try await body?.exchange.nextChunk()
                } catch {
                    let isLate = state.withLock { $0.isLate } && error.code == .cancelled
                    throw failed(exchange, isLate ? SessionError.resourceTimedOut : SessionError(error))
                }
            } else {
                next = bytesInMemory()
            }
            guard let chunk = next else {
                try finish()
                complete(isDropped: false)
                return nil
            }
            let (count, tooLarge) = try state.withLock { (state) throws(SessionError) in
                state.count += Int64(chunk.count)
                try state.verification.record(chunk, [:])
                return (state.count, state.keep(chunk))
            }
            if let exchange {
                if exchange.isRange, let expected = exchange.expected, count > expected {
                    throw wrongRange(exchange)
                }
                let transferState = exchange.transferState
                await transferState.received(chunk.count)?.waitForCalls(until: transferState.deadline)
            }
            tooLarge?(nil, [:])
            return chunk
        } catch {
            // A body with an error is not stored, even if its end is read again.
            state.withLock { $0.kept = nil }
            complete(isDropped: false, error)
            throw error
        }
    }

    /// Finishes the steps when all chunks have arrived.
    private func finish() throws(SessionError) {
        if let exchange {
            if let expected = exchange.expected, expected > 0, state.withLock({ $0.count }) != expected {
                throw failed(
                    exchange,
                    SessionError(
                        .connectionLost,
                        "The body does not have the length that its head states.",
                        remedy: "Send the request again. If it always happens, the server is wrong."
                    )
                )
            }
            end(exchange, .complete)
        }
        // The exchange is complete even if the body does not match its digest.
        let trailers = trailers
        let kept = try state.withLock { (state) throws(SessionError) in
            try state.verification.record(nil, trailers)
            defer { state.kept = nil }
            return state.kept
        }
        kept?.store(kept?.bytes, trailers)
    }

    private func bytesInMemory() -> [UInt8]? {
        let bytes = state.withLock { state in
            defer { state.bytes = [] }
            return state.bytes
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Ends the exchange without waiting.
    func cancel() { body?.cancel() }

    /// The fields that arrived after the last chunk.
    var trailers: HeaderFields { body?.trailers ?? [:] }

    private var body: TransportBody? { state.withLock { $0.body } }
}

// MARK: - Steps that are requested before the first chunk is read

extension BodyChunks {
    /// Verifies the chunks. If they do not match the digests, reading the end throws.
    func verify(_ verification: sending BodyVerification) { state.withLock { $0.verification = verification } }

    func keepCopy(atMost limit: Int, _ store: @escaping Storing) { state.withLock { $0.kept = ([], limit, store) } }

    /// Sets the closure that is called once when the body is over.
    func onCompletion(_ completion: @escaping Completion) { state.withLock { $0.completion = completion } }

    /// Reports that no more chunks will be read.
    func drop() { complete(isDropped: true) }

    private func complete(isDropped: Bool, _ error: SessionError? = nil) {
        let completion = state.withLock { state in
            defer { state.completion = nil }
            return state.completion
        }
        completion?(isDropped, error)
    }
}

extension BodyChunks.State {
    /// Copies a chunk.
    ///
    /// - Returns: The closure to call if the body is too large to keep; the copy is then released.
    fileprivate mutating func keep(_ chunk: [UInt8]) -> BodyChunks.Storing? {
        guard let (count, limit, store) = kept.map({ ($0.bytes.count, $0.limit, $0.store) }) else { return nil }
        guard count + chunk.count <= limit else {
            kept = nil
            return store
        }
        kept?.bytes.append(contentsOf: chunk)
        return nil
    }
}

// MARK: - Exchanges

extension BodyChunks {
    /// The data of an exchange when its head has arrived.
    struct Exchange: Sendable {
        let head: ResponseHead
        let transferState: TransferState
        let request: (method: HTTPMethod, url: ParsedURL)
        let observed: ExchangeObserving?
        /// The length from Content-Range, or else from Content-Length; nil if the head has neither.
        let expected: Int64?
        /// Whether the length comes from Content-Range.
        let isRange: Bool
        /// Whether Content-Length and Content-Range state different lengths.
        let isContradictory: Bool

        init(
            _ head: ResponseHead,
            _ transferState: TransferState,
            request: (HTTPMethod, ParsedURL),
            observed: ExchangeObserving?
        ) {
            self.head = head
            self.transferState = transferState
            self.request = request
            self.observed = observed
            // Source: RFC 9110 §14.4, §15.3.7: the body contains exactly the range.
            let range = head.status == 206 ? ContentRange(head)?.bytes.map { $0.upperBound - $0.lowerBound + 1 } : nil
            expected = head.mayHaveBody ? range ?? head.contentLength : 0
            isRange = range != nil
            isContradictory =
                head.mayHaveBody && range != nil && head.contentLength != nil && range != head.contentLength
        }
    }

    /// Ends the exchange because its body is not the range that its head states.
    private func wrongRange(_ exchange: Exchange) -> SessionError {
        cancel()
        return failed(
            exchange,
            SessionError(
                .invalidResponse,
                "The length of the body differs from the range in Content-Range.",
                remedy: "The server is wrong. Request the whole resource."
            )
        )
    }

    /// Ends the exchange with an error, and returns the error for the caller to throw.
    private func failed(_ exchange: Exchange, _ error: SessionError) -> SessionError {
        let error = error.about(exchange.request.method, exchange.request.url.text)
        end(exchange, .failed(error))
        return error
    }

    private func end(_ exchange: Exchange, _ end: ExchangeOutcome.End) {
        let (isFirst, body) = state.withLock { state in
            defer { state.hasExchangeEnded = true }
            return (!state.hasExchangeEnded, state.body)
        }
        guard isFirst, let metrics = body?.metrics else { return }
        watchdog?.cancel()
        exchange.transferState.endStep(status: nil, metrics)
        exchange.observed?.end(exchange.head, end, metrics)
    }
}
