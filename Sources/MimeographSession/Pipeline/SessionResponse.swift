public import Mimeograph
import MimeographSupport

/// A response whose body is still to come.
public struct SessionResponse: Sendable {
    /// The status and the fields; `url` is where it came from in the end, without user, password and fragment.
    public let head: ResponseHead
    /// The body. Dropping it before its end ends the exchange.
    public let body: SessionBody
    let transferState: TransferState

    /// The fields that came behind the body, once it has ended; see ``SessionBody/trailers``.
    public var trailers: HeaderFields { body.trailers }

    /// How the request went so far.
    public var metrics: ExchangeMetrics { transferState.metrics }
}

/// A response that was read to its end, and what was made of it.
public struct ValueResponse<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The status and the fields.
    public let head: ResponseHead
    /// How the request went.
    public let metrics: ExchangeMetrics
    /// The fields that came behind the body; see ``SessionBody/trailers``.
    public let trailers: HeaderFields

    init(value: Value, head: ResponseHead, metrics: ExchangeMetrics, trailers: HeaderFields) {
        self.value = value
        self.head = head
        self.metrics = metrics
        self.trailers = trailers
    }
}

/// The body of a response as it arrives from a session. It can be read once.
///
/// A chunk is asked for when the one before has been read. Dropping the body before its end ends the exchange. Content codings are
/// not undone.
public struct SessionBody: AsyncSequence, Sendable {
    let chunks: BodyChunks

    init(_ chunks: BodyChunks) { self.chunks = chunks }

    /// The fields that came behind the body, once it has ended; empty before, and where there are none.
    ///
    /// A server may send some only where the request asks for them: with the fields `TE: trailers` and `Connection: TE`. They are never
    /// joined with the fields of the head, and what must be known before the body, such as Content-Length and Set-Cookie, is not among
    /// them. A cache does not keep them, digests aside, and `URLSession` does not tell them.
    ///
    /// Source: RFC 9110 §6.5.1, §10.1.4.
    public var trailers: HeaderFields { chunks.trailers }

    /// Ends the exchange now. The next chunk that is asked for throws ``SessionError/Code/cancelled``.
    public func cancel() { chunks.cancel() }

    /// Goes over the chunks; a second iterator goes on where the first one stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks) }

    /// Reads what is left of the body.
    ///
    /// - Parameter limit: The most bytes to read.
    /// - Throws: ``SessionError``, of the code ``SessionError/Code/limitExceeded`` where there are more.
    public func collect(atMost limit: Int = DecodingLimits.standard.inputBytes) async throws(SessionError) -> [UInt8] {
        var body: [UInt8] = []
        while let chunk = try await chunks.nextChunk() {
            guard chunk.count <= limit - body.count else {
                chunks.cancel()
                throw SessionError(.limitExceeded(.inputBytes, allowed: limit))
            }
            // Most bodies are one chunk, which needs no copy.
            if body.isEmpty { body = chunk } else { body += chunk }
        }
        return body
    }

    /// Reads the body of an error, however slowly the server sends it.
    ///
    /// - Parameters:
    ///   - limit: The most bytes to read.
    ///   - time: The longest time to read.
    /// - Returns: The whole body; nothing if it is longer, late or broken, because the error matters more.
    package func collectError(atMost limit: Int, within time: Duration = .seconds(10)) async -> [UInt8] {
        let watchdog = Task { [weak chunks] in
            if (try? await Task.sleep(for: time)) != nil { chunks?.cancel() }
        }
        defer { watchdog.cancel() }
        return (try? await collect(atMost: limit)) ?? []
    }

    /// Gives one chunk after the other. None of them is empty.
    public struct Iterator: AsyncIteratorProtocol {
        let chunks: BodyChunks

        /// The next chunk, or nil at the end.
        ///
        /// - Throws: ``SessionError``.
        public mutating func next() async throws(SessionError) -> [UInt8]? { try await chunks.nextChunk() }

        /// The next chunk, or nil at the end.
        ///
        /// - Throws: ``SessionError``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(SessionError) -> [UInt8]? {
            try await chunks.nextChunk()
        }
    }
}
