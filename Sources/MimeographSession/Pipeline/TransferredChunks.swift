import Mimeograph
import MimeographFiles
import MimeographSupport

/// The chunks of an exchange: counted, held back while the task is suspended, held to their digests, and ended when the time is over.
final class TransferredChunks: BodyChunks {
    private let body: TransportBody
    private let transferState: TransferState
    private let request: (method: HTTPMethod, url: ParsedURL)
    private let head: ResponseHead
    private let observed: ExchangeObserving?
    /// What Content-Range promises, else Content-Length; nil where there is neither.
    private let expected: Int64?
    /// Whether it is Content-Range that promises.
    private let isRange: Bool
    /// Whether Content-Length promises another length than Content-Range.
    private let isContradictory: Bool
    /// Ends the body when the time for the whole is over.
    private let watchdog: Task<Void, Never>?
    private struct State {
        var isLate = false
        var isOver = false
        /// The bytes that have come.
        var count: Int64 = 0
        /// Nil where there is no digest, and once all has been compared.
        var verification: BodyVerification?
    }
    private let state: Locked<State>

    init(
        _ body: TransportBody,
        head: ResponseHead,
        transferState: TransferState,
        request: (HTTPMethod, ParsedURL),
        observed: ExchangeObserving? = nil
    ) {
        self.body = body
        self.head = head
        self.observed = observed
        self.transferState = transferState
        self.request = request
        // Source: RFC 9110 §14.4, §15.3.7: the range is that of the body, and of nothing more.
        let range = head.status == 206 ? ContentRange(head)?.bytes.map { $0.upperBound - $0.lowerBound + 1 } : nil
        expected = head.mayHaveBody ? range ?? head.contentLength : 0
        isRange = range != nil
        isContradictory = head.mayHaveBody && range != nil && head.contentLength != nil && range != head.contentLength
        transferState.announce(total: expected)
        let state = Locked(State())
        self.state = state
        watchdog = transferState.deadline.map { deadline in
            Task {
                guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
                state.withLock { $0.isLate = true }
                body.cancel()
            }
        }
    }

    deinit {
        // A body that has come is whole, whether or not its end was asked for.
        finish(expected == state.withLock { $0.count } ? .complete : .dropped)
    }

    func nextChunk() async throws(SessionError) -> [UInt8]? {
        if transferState.closedGate != nil { await transferState.waitWhileSuspended() }
        if isContradictory { throw wrongRange() }
        let next: [UInt8]?
        do throws(TransportError) {
            var chunks = body.makeAsyncIterator()
            next = try await chunks.next()
        } catch {
            let isLate = state.withLock { $0.isLate } && error.code == .cancelled
            throw failed(isLate ? SessionError.resourceTimedOut : SessionError(error))
        }
        if let chunk = next {
            let count = try state.withLock { (state) throws(SessionError) in
                state.count += Int64(chunk.count)
                try state.verification.record(chunk, [:])
                return state.count
            }
            if isRange, let expected, count > expected { throw wrongRange() }
            await transferState.received(chunk.count)?.waitForCalls(until: transferState.deadline)
            return chunk
        }
        if let expected, expected > 0, state.withLock({ $0.count }) != expected {
            throw failed(
                SessionError(
                    .connectionLost,
                    "The body has another length than its head says.",
                    remedy: "Send the request again; where it happens always, the server is wrong."
                )
            )
        }
        finish(.complete)
        // All of it came; that it is another body than it is said to be is no matter of the exchange.
        let trailers = body.trailers
        try state.withLock { (state) throws(SessionError) in try state.verification.record(nil, trailers) }
        return nil
    }

    /// Holds the chunks to digests; before the first one is read.
    func verify(_ verification: sending BodyVerification) { state.withLock { $0.verification = verification } }

    func cancel() { body.cancel() }

    var trailers: HeaderFields { body.trailers }

    /// Ends the exchange, whose body is not the part that its head says.
    private func wrongRange() -> SessionError {
        body.cancel()
        return failed(
            SessionError(
                .invalidResponse,
                "The body is not as long as the range that Content-Range names.",
                remedy: "The server is wrong; ask for the whole."
            )
        )
    }

    /// Ends the exchange with an error, which is to be thrown.
    private func failed(_ error: SessionError) -> SessionError {
        let error = error.about(request.method, request.url.text)
        finish(.failed(error))
        return error
    }

    private func finish(_ end: ExchangeOutcome.End) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        watchdog?.cancel()
        let metrics = body.metrics
        transferState.endStep(status: nil, metrics)
        observed?.end(head, end, metrics)
    }
}

extension SessionError {
    static var resourceTimedOut: SessionError {
        SessionError(
            .timedOut,
            resourceTimeoutMessage,
            remedy: "Raise SessionConfiguration.resourceTimeout, or ask for less at a time."
        )
    }

    private static var resourceTimeoutMessage: String { "The request took longer than it may as a whole." }

    /// Whether it is ``resourceTimedOut``, which says nothing yet of how long the request may take.
    var isOfResourceTimeout: Bool { code == .timedOut && message.hasSameBytes(as: Self.resourceTimeoutMessage) }
}

extension MessageBody {
    /// The number of bytes, where it can be known; a file is looked at.
    var length: Int64? {
        get throws(SessionError) {
            do throws(SerializationError) {
                if case .file(let path) = self { return try FileBodySource(path).length.map(Int64.init) }
            } catch {
                throw SessionError(error)
            }
            return knownLength.map(Int64.init)
        }
    }

    /// Whether the bytes are read by calls that may wait for a disk.
    var hasSource: Bool {
        switch self {
        case .none, .bytes: false
        case .file: true
        case .stream(let stream): stream.source != nil
        }
    }

    /// The same bytes, which wait while the task is suspended.
    ///
    /// Bytes in memory that the system's buffers take at once are left as they are.
    func pausable(by transferState: TransferState) throws(SessionError) -> MessageBody {
        let body: BodyStream
        do throws(SerializationError) {
            if case .bytes(let bytes) = self, bytes.count <= BodyStream.standardChunkSize { return self }
            guard let stream = try stream() else { return self }
            body = stream
        } catch {
            throw SessionError(error)
        }
        return .stream(
            BodyStream(length: body.length) {
                let chunks = PausableChunks(body.makeAsyncIterator())
                return AsyncThrowingStream {
                    await transferState.waitWhileSuspended()
                    return try await chunks.next()
                }
            }
        )
    }
}

/// The chunks of one sending.
///
/// It is unchecked because an iterator is not `Sendable`: this one is used by one `AsyncThrowingStream` alone, which asks for one
/// chunk at a time.
private final class PausableChunks: @unchecked Sendable {
    private var iterator: BodyStream.Iterator

    init(_ iterator: BodyStream.Iterator) { self.iterator = iterator }

    func next() async throws -> [UInt8]? { try await iterator.next(isolation: nil) }
}
