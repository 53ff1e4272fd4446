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
        Iterator(chunks: stream.makeAsyncIterator(), declared: declared, progress: progress)
    }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: BodyStream.Iterator
        let declared: Int?
        let progress: SendingProgress
        private var count = 0

        init(chunks: BodyStream.Iterator, declared: Int?, progress: SendingProgress) {
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
                guard let chunk = try await chunks.next() else {
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

/// The progress of sending a body.
final class SendingProgress: Sendable {
    private struct State {
        var count = 0
        var failure: (any Error)?
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

    /// Records why the body could not be produced.
    func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

    /// Returns the error of the exchange. An error of the body takes precedence.
    func error(_ error: any Error) -> TransportError {
        if idle.hasFired { return TransportError(.timedOut, "Nothing moved for too long.", underlying: error) }
        guard let failure = state.withLock({ $0.failure }) else { return TransportError(mapping: error) }
        return failure is CancellationError ? .cancelled : .bodyFailed(failure)
    }
}
