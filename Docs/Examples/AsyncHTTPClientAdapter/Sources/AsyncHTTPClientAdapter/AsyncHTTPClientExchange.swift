import AsyncHTTPClient
import Mimeograph
import MimeographSession
import NIOCore
import Synchronization

/// An exchange whose head has arrived. AsyncHTTPClient reads the body as chunks are requested.
final class AsyncHTTPClientExchange: TransportExchange {
    private struct State {
        /// The chunks of the body; nil after its end or an error.
        var chunks: Chunks?
        /// The task that waits for the next chunk.
        var waiting: Task<ByteBuffer?, any Error>?
        var failure: TransportError?
        var metrics: TransportMetrics
    }

    private let state: Mutex<State>
    private let outgoing: OutgoingRequest
    private let ticket: Clients.Ticket
    private let clients: Clients
    /// Whether the response asks for the rest of the request's body. Source: RFC 9112 §9.6.
    private let wantsWholeRequest: Bool
    private let began: ContinuousClock.Instant

    init(
        _ body: HTTPClientResponse.Body,
        _ outgoing: OutgoingRequest,
        _ ticket: Clients.Ticket,
        _ clients: Clients,
        wantsWholeRequest: Bool,
        began: ContinuousClock.Instant,
        metrics: TransportMetrics
    ) {
        state = Mutex(State(chunks: Chunks(body), metrics: metrics))
        self.outgoing = outgoing
        self.ticket = ticket
        self.clients = clients
        self.wantsWholeRequest = wantsWholeRequest
        self.began = began
        clients.setCancellation(of: ticket) { [weak self] in self?.cancel() }
    }

    // This releases the chunks, too, which ends the exchange.
    deinit {
        if state.withLock({ $0.chunks != nil }) { outgoing.progress.stop() }
        clients.leave(ticket)
    }

    var metrics: TransportMetrics {
        var metrics = state.withLock { $0.metrics }
        metrics.bytesSent = Int64(outgoing.progress.count)
        return metrics
    }

    func nextChunk() async throws(TransportError) -> [UInt8]? {
        if Task.isCancelled { cancel() }
        let task: Task<ByteBuffer?, any Error>? = try state.withLock { state throws(TransportError) in
            if let failure = state.failure { throw failure }
            guard let chunks = state.chunks else { return nil }
            // A separate task, so that cancel() can end the wait.
            let task = Task { try await chunks.next() }
            state.waiting = task
            return task
        }
        guard let task else { return nil }
        let result = await withTaskCancellationHandler {
            await outgoing.progress.idle.value(of: task)
        } onCancel: {
            self.cancel()
        }
        switch result {
        case .success(let buffer?):
            return try state.withLock { state throws(TransportError) in
                state.waiting = nil
                if let failure = state.failure { throw failure }
                state.metrics.bytesReceived += Int64(buffer.readableBytes)
                return Array(buffer.readableBytesView)
            }
        case .success(nil):
            // A sequence whose task is cancelled simply ends, which must not look like a complete body.
            return try end(task.isCancelled ? outgoing.progress.error(CancellationError()) : nil)
        case .failure(let error):
            return try end(outgoing.progress.error(task.isCancelled ? CancellationError() : error))
        }
    }

    func cancel() {
        let (waiting, chunks) = state.withLock { state in
            guard state.chunks != nil else { return (Task<ByteBuffer?, any Error>?.none, Chunks?.none) }
            state.failure = .cancelled
            defer { state.chunks = nil }
            return (state.waiting, state.chunks)
        }
        waiting?.cancel()
        // Releasing the chunks acts on the connection, so it happens outside of the lock.
        withExtendedLifetime(chunks) {}
        outgoing.progress.stop()
        clients.leave(ticket)
    }

    /// Ends the exchange, with an error if there is one.
    private func end(_ failure: TransportError?) throws(TransportError) -> [UInt8]? {
        let (chunks, failure) = state.withLock { state in
            state.waiting = nil
            state.metrics.total = .now - began
            state.failure = state.failure ?? failure
            defer { state.chunks = nil }
            return (state.chunks, state.failure)
        }
        withExtendedLifetime(chunks) {}
        if failure == nil, wantsWholeRequest { outgoing.progress.stopWhenStalled() } else { outgoing.progress.stop() }
        clients.leave(ticket)
        if let failure { throw failure }
        return nil
    }
}

/// The chunks of a response.
///
/// It is unchecked because the iterator is not `Sendable`. Only one caller at a time may call `nextChunk()`, and only that
/// function uses the iterator.
private final class Chunks: @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator

    init(_ body: HTTPClientResponse.Body) { iterator = body.makeAsyncIterator() }

    /// Returns the next non-empty chunk.
    func next() async throws -> ByteBuffer? {
        while let buffer = try await iterator.next() {
            if buffer.readableBytes > 0 { return buffer }
        }
        return nil
    }
}
