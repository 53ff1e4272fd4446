import Mimeograph
import MimeographSupport

/// The chunks of a response's body. One caller at a time reads them.
///
/// They come from a transport, or are in memory. Each passes these steps, in this order:
///
/// 1. It waits while the task is suspended, and is counted. When the time for the whole is over, the exchange ends.
/// 2. It is held to the digests of the body.
/// 3. It is copied for the cache, which gets the whole at the end.
/// 4. The session learns once that the body is over: all read, failed, or dropped.
///
/// The second to the fourth are there if they were asked for before the first chunk was read.
final class BodyChunks: Sendable {
    /// Called once: whether the body was dropped before its end, and what it failed with.
    typealias Completion = @Sendable (_ isDropped: Bool, SessionError?) -> Void
    /// Called with the whole body and its trailers, or with nil as soon as it is larger than the limit.
    typealias Storing = @Sendable ([UInt8]?, _ trailers: HeaderFields) -> Void

    fileprivate struct State {
        /// The body of the exchange; nil if the bytes are in memory.
        var body: TransportBody?
        /// The bytes in memory that were not read yet.
        var bytes: [UInt8] = []
        /// The bytes that have come.
        var count: Int64 = 0
        /// Whether the time for the whole is over.
        var isLate = false
        var hasExchangeEnded = false
        /// Nil if there is no digest, and once all has been compared.
        var verification: BodyVerification?
        /// The copy for the cache; nil if there is none, and once it is stored or too large.
        var kept: (bytes: [UInt8], limit: Int, store: Storing)?
        var completion: Completion?
    }

    /// The exchange that the chunks come from; nil if they are in memory.
    private let exchange: Exchange?
    /// Ends the body when the time for the whole is over.
    private let watchdog: Task<Void, Never>?
    private let state: Locked<State>

    /// Makes chunks of bytes in memory.
    init(_ bytes: [UInt8]) {
        exchange = nil
        watchdog = nil
        state = Locked(State(bytes: bytes))
    }

    /// Makes the chunks of an exchange.
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
            // A body that has come is whole, whether or not its end was asked for.
            end(exchange, exchange.expected == state.withLock { $0.count } ? .complete : .dropped)
            // The exchange ends before the session hears of it, and not under the lock: an observer may be told.
            let body = state.withLock { state in
                defer { state.body = nil }
                return state.body
            }
            _ = consume body
        }
        drop()
    }

    /// The next bytes, at least one; nil after the last.
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
            // A body that is not what it should be is not stored, even if the end is read again.
            state.withLock { $0.kept = nil }
            complete(isDropped: false, error)
            throw error
        }
    }

    /// Ends the steps when all chunks have come.
    private func finish() throws(SessionError) {
        if let exchange {
            if let expected = exchange.expected, expected > 0, state.withLock({ $0.count }) != expected {
                throw failed(
                    exchange,
                    SessionError(
                        .connectionLost,
                        "The body has another length than its head says.",
                        remedy: "Send the request again; where it happens always, the server is wrong."
                    )
                )
            }
            end(exchange, .complete)
        }
        // All of it came; that it is another body than it is said to be is no matter of the exchange.
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

    /// Ends the exchange; it never waits.
    func cancel() { body?.cancel() }

    /// The fields that came behind the last chunk.
    var trailers: HeaderFields { body?.trailers ?? [:] }

    private var body: TransportBody? { state.withLock { $0.body } }
}

// MARK: - What is asked for before the first chunk is read

extension BodyChunks {
    /// Holds the chunks to digests. If they are other ones, the read of the end throws.
    func verify(_ verification: sending BodyVerification) { state.withLock { $0.verification = verification } }

    /// Copies the chunks.
    func keepCopy(atMost limit: Int, _ store: @escaping Storing) { state.withLock { $0.kept = ([], limit, store) } }

    /// Has the session told once when they are over.
    func onCompletion(_ completion: @escaping Completion) { state.withLock { $0.completion = completion } }

    /// Says that no more will be read.
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
    /// - Returns: The closure to tell that the body is too large to be kept; what was kept of it is released.
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

// MARK: - Of an exchange

extension BodyChunks {
    /// What is known of an exchange when its head has come.
    struct Exchange: Sendable {
        let head: ResponseHead
        let transferState: TransferState
        let request: (method: HTTPMethod, url: ParsedURL)
        let observed: ExchangeObserving?
        /// The length by Content-Range, else by Content-Length; nil if there is neither.
        let expected: Int64?
        /// Whether the length is that of Content-Range.
        let isRange: Bool
        /// Whether Content-Length promises another length than Content-Range.
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
            // Source: RFC 9110 §14.4, §15.3.7: the range is that of the body, and of nothing more.
            let range = head.status == 206 ? ContentRange(head)?.bytes.map { $0.upperBound - $0.lowerBound + 1 } : nil
            expected = head.mayHaveBody ? range ?? head.contentLength : 0
            isRange = range != nil
            isContradictory =
                head.mayHaveBody && range != nil && head.contentLength != nil && range != head.contentLength
        }
    }

    /// Ends the exchange, whose body is not the part that its head says.
    private func wrongRange(_ exchange: Exchange) -> SessionError {
        cancel()
        return failed(
            exchange,
            SessionError(
                .invalidResponse,
                "The body is not as long as the range that Content-Range names.",
                remedy: "The server is wrong; ask for the whole."
            )
        )
    }

    /// Ends the exchange with an error, which is to be thrown.
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
