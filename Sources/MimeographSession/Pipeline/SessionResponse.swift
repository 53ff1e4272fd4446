public import Mimeograph
import MimeographSupport

/// A response whose body is still to be read.
public struct SessionResponse: Sendable {
    /// The status and the fields. Its `url` is the last URL after redirects, without user, password and fragment.
    public let head: ResponseHead
    /// The body. Discarding it before its end ends the exchange.
    public let body: SessionBody
    let transferState: TransferState

    /// The fields after the body, once it has ended; see ``SessionBody/trailers``.
    public var trailers: HeaderFields { body.trailers }

    /// The metrics of the request so far.
    public var metrics: ExchangeMetrics { transferState.metrics }
}

/// A response that was read to its end, with its value.
public struct ValueResponse<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The status and the fields.
    public let head: ResponseHead
    /// The metrics of the request.
    public let metrics: ExchangeMetrics
    /// The fields after the body; see ``SessionBody/trailers``.
    public let trailers: HeaderFields

    init(value: Value, head: ResponseHead, metrics: ExchangeMetrics, trailers: HeaderFields) {
        self.value = value
        self.head = head
        self.metrics = metrics
        self.trailers = trailers
    }
}

/// The body of a response, read as it arrives from a session. It can be read once.
///
/// A chunk is requested when the previous one has been read. Discarding it before its end ends the exchange. Content codings
/// are not decoded.
public struct SessionBody: AsyncSequence, Sendable {
    let chunks: BodyChunks

    init(_ chunks: BodyChunks) { self.chunks = chunks }

    /// The fields after the body, once it has ended. Empty before the end, and if there are none.
    ///
    /// Some servers send trailers only if the request has the fields `TE: trailers` and `Connection: TE`. Trailers are never
    /// merged into the fields of the head, and exclude fields that must be known before the body, such as Content-Length and
    /// Set-Cookie. A cache keeps none of them except digests, and `URLSession` does not report them.
    ///
    /// Source: RFC 9110 §6.5.1, §10.1.4.
    public var trailers: HeaderFields { chunks.trailers }

    /// Ends the exchange now. Reading the next chunk throws ``SessionError/Code/cancelled``.
    public func cancel() { chunks.cancel() }

    /// Returns an iterator over the chunks. A second iterator continues after the first one's last chunk.
    public func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks) }

    /// Reads the rest of the body.
    ///
    /// - Parameter limit: The most bytes to read.
    /// - Throws: ``SessionError``, with the code ``SessionError/Code/limitExceeded`` if there are more bytes.
    public func collect(atMost limit: Int = DecodingLimits.standard.inputBytes) async throws(SessionError) -> [UInt8] {
        var body: [UInt8] = []
        while let chunk = try await chunks.nextChunk() {
            guard chunk.count <= limit - body.count else {
                chunks.cancel()
                throw SessionError(.limitExceeded(.inputBytes, allowed: limit))
            }
            // Most bodies are a single chunk, which needs no copy.
            if body.isEmpty { body = chunk } else { body += chunk }
        }
        return body
    }

    /// Reads the body of an error response, within a time limit.
    ///
    /// - Parameters:
    ///   - limit: The most bytes to read.
    ///   - time: The longest time to read.
    /// - Returns: The whole body; empty if it is too long, late or broken, because the error matters more.
    public func collectError(atMost limit: Int, within time: Duration = .seconds(10)) async -> [UInt8] {
        let watchdog = Task { [weak chunks] in
            if (try? await Task.sleep(for: time)) != nil { chunks?.cancel() }
        }
        defer { watchdog.cancel() }
        return (try? await collect(atMost: limit)) ?? []
    }

    /// An iterator that returns one chunk after the other. No chunk is empty.
    public struct Iterator: AsyncIteratorProtocol {
        let chunks: BodyChunks

        /// Returns the next chunk, or nil at the end.
        public mutating func next() async throws(SessionError) -> [UInt8]? { try await chunks.nextChunk() }

        /// Returns the next chunk, or nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(SessionError) -> [UInt8]? {
            try await chunks.nextChunk()
        }
    }
}
