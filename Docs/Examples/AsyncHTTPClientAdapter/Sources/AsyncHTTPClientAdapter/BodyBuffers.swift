import AsyncHTTPClient
import Mimeograph
import MimeographSession
import NIOCore
import Synchronization

/// The chunks of a request body. AsyncHTTPClient requests a chunk after the connection has accepted the previous one.
struct BodyBuffers: AsyncSequence, Sendable {
    let stream: BodyStream
    /// The length that the request declares.
    let declared: Int?
    let progress: SendingProgress

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: Source(stream), declared: declared, progress: progress)
    }

    struct Iterator: AsyncIteratorProtocol {
        let chunks: Source
        let declared: Int?
        let progress: SendingProgress
        private var count = 0

        init(chunks: Source, declared: Int?, progress: SendingProgress) {
            self.chunks = chunks
            self.declared = declared
            self.progress = progress
        }

        mutating func next() async throws -> ByteBuffer? {
            // AsyncHTTPClient requests the next chunk before the connection has seen this one, and learns only later that it
            // accepts no more. So this waits for all event loops, one of which runs the connection.
            if count > 0 {
                for loop in HTTPClient.defaultEventLoopGroup.makeIterator() { try await loop.submit {}.get() }
            }
            progress.idle.setProducing(true)
            defer { progress.idle.setProducing(false) }
            do {
                guard let chunk = try await progress.produce({ [chunks] in try await chunks.next() }) else {
                    try check(count == declared ?? count)
                    return nil
                }
                count += chunk.count
                try check(count <= declared ?? count)
                progress.tell(count)
                return ByteBuffer(bytes: chunk)
            } catch {
                progress.fail(error)
                throw error
            }
        }

        /// Checks the length here if only the field declares it, because then the stream does not know it.
        private func check(_ isRight: Bool) throws(SerializationError) {
            if isRight { return }
            throw SerializationError(.lengthMismatch, "The body has another length than its Content-Length says.")
        }
    }
}

/// The chunks of a body.
///
/// It is unchecked because the iterator is not `Sendable`. Only one task at a time uses it.
final class Source: @unchecked Sendable {
    private var iterator: BodyStream.Iterator

    init(_ stream: BodyStream) { iterator = stream.makeAsyncIterator() }

    func next() async throws -> [UInt8]? { try await iterator.next() }
}

/// The progress of sending a body.
final class SendingProgress: Sendable {
    private struct State {
        var count = 0
        var failure: (any Error)?
        /// The task that produces a chunk.
        var producer: Task<[UInt8]?, any Error>?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let onBytesSent: (@Sendable (Int64) -> Void)?

    /// The watch, which knows whether the exchange waits for the connection or for the body.
    let idle: IdleWatch

    init(_ request: TransportRequest) {
        onBytesSent = request.onBytesSent
        idle = IdleWatch(request.options.idleTimeout)
    }

    var count: Int { state.withLock { $0.count } }

    /// Records how many bytes the connection has accepted in total.
    func tell(_ count: Int) {
        guard count > self.count else { return }
        state.withLock { $0.count = count }
        onBytesSent?(Int64(count))
    }

    /// Produces a chunk, in a task that ``stop()`` cancels. AsyncHTTPClient would wait for a chunk even after the exchange.
    func produce(_ next: @escaping @Sendable () async throws -> [UInt8]?) async throws -> [UInt8]? {
        let task = Task { try await next() }
        let isStopped = state.withLock { state in
            state.producer = task
            return state.isStopped
        }
        if isStopped { task.cancel() }
        let chunk = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        // A producer that is cancelled may simply end, which must not look like a complete body.
        if task.isCancelled { throw CancellationError() }
        return chunk
    }

    /// Cancels the producer, once the exchange has ended.
    func stop() {
        let producer = state.withLock { state in
            state.isStopped = true
            return state.producer
        }
        producer?.cancel()
    }

    /// Cancels the producer if it gives nothing for a second. A server may answer before it has read the whole body.
    func stopWhenStalled() {
        Task {
            var last = -1
            while last != count {
                last = count
                try await Task.sleep(for: .seconds(1))
            }
            stop()
        }
    }

    /// Records why the body could not be produced.
    func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

    /// Returns the error of the exchange. An error of the body takes precedence.
    func error(_ error: any Error) -> TransportError {
        if idle.hasFired { return TransportError(.timedOut, "Nothing moved for too long.", underlying: error) }
        guard let failure = state.withLock({ $0.failure }) else { return TransportError(mapping: error) }
        return failure is CancellationError ? .cancelled : .bodyFailed(failure)
    }
}
