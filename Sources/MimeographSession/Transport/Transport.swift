public import Mimeograph

/// A carrier of single HTTP exchanges: it sends a request and receives a head and a body.
///
/// A transport connects, encrypts, frames and waits. It follows no redirects, answers no challenges, keeps no cookies, caches
/// nothing and decodes no content codings. The session does all of that, in the same way on every platform.
///
/// Every transport keeps these promises:
/// - It reads the body of a request no faster than the peer accepts it, and the body of a response no faster than its reader
///   asks.
/// - If a body cannot be produced, the exchange fails. A short body never looks complete.
/// - Interim responses (1xx) are not the response. The transport passes them to the request's `onInterimResponse`.
/// - Trailers are kept apart from the fields of the head. Fields that are not allowed in trailers are omitted.
/// - If the task is cancelled or the response body is dropped, the exchange ends soon.
///
/// `CurlTransport` is the transport on Linux, `URLSessionTransport` on Apple's platforms. `ScriptedTransport` of
/// `MimeographSessionTesting` serves tests.
public protocol Transport: Sendable {
    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameter request: The request; its URL is absolute.
    /// - Returns: The final head, and the body as it arrives.
    /// - Throws: ``TransportError``.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Whether the transport evaluates servers by this policy if a request's options name it.
    ///
    /// Before each request with a policy other than the standard one, a session calls this method. If it returns false, the
    /// session rejects the request. By default, only the standard policy is enforced.
    func enforces(_ policy: SecurityPolicy) -> Bool

    /// A text that is equal for transports that trust the same servers under the same policy.
    ///
    /// A cache never returns a response to a request of a transport with a different text. The default is the name of the type.
    /// If instances of a transport trust different servers, the text must name what they trust.
    var trustIdentity: String { get }

    /// Whether the transport itself stops reading the request's body while the task is suspended, by calling
    /// ``TransportRequest/waitWhileSuspended()``.
    ///
    /// If false, the session sends a stream that waits, even if the body is a file. The default is false.
    var waitsForSuspendedTasks: Bool { get }

    /// Rejects further requests, and frees the transport's resources when the running exchanges have ended.
    ///
    /// - Parameter cancelling: Whether the running exchanges end now, with ``TransportError/Code/cancelled``.
    func invalidate(cancelling: Bool)
}

/// The transport of this platform, which a session uses by default.
public enum PlatformTransport {
    /// Makes a transport with its defaults: `CurlTransport` on Linux, `URLSessionTransport` on Apple's platforms.
    ///
    /// It opens no connection and starts no thread until the first request.
    public static func make() -> any Transport {
        #if os(Linux)
            CurlTransport()
        #else
            URLSessionTransport()
        #endif
    }
}

extension Transport {
    /// Whether the policy is the standard one.
    public func enforces(_ policy: SecurityPolicy) -> Bool { policy == SecurityPolicy() }

    /// False: the session sends a stream that waits.
    public var waitsForSuspendedTasks: Bool { false }

    /// The name of the type.
    public var trustIdentity: String { String(reflecting: Self.self) }
}

extension TransportError {
    static func cannotEnforce(_ reason: String) -> TransportError {
        TransportError(
            .unsupported,
            "The security policy cannot be enforced: \(reason).",
            remedy:
                "Use a transport that can enforce it: on Linux, a CurlTransport whose libcurl uses the system's OpenSSL."
        )
    }
}

/// A response of a ``Transport``: the final head, and the body as it arrives.
public struct TransportResponse: Sendable {
    /// The status and the fields of the final response. Content codings are not decoded.
    public let head: ResponseHead
    /// The body. Dropping it before its end cancels the exchange.
    public let body: TransportBody

    /// Makes a response.
    public init(head: ResponseHead, body: TransportBody) {
        self.head = head
        self.body = body
    }
}

/// The body of a response as it arrives. It can be read once.
///
/// A chunk is requested when the previous one has been read, so a slow reader slows the peer down. Dropping the body before its
/// end cancels the exchange.
///
/// ```swift
/// for try await chunk in response.body { file.write(chunk) }
/// ```
public struct TransportBody: AsyncSequence, Sendable {
    let exchange: any TransportExchange

    /// Makes a body of an exchange.
    public init(_ exchange: some TransportExchange) { self.exchange = exchange }

    /// The metrics of the exchange; complete once the body has ended.
    public var metrics: TransportMetrics { exchange.metrics }

    /// The trailers of the response. They are empty before the body has ended.
    ///
    /// They are never joined with the fields of the head. Fields that must be known before the body are omitted: fields for
    /// framing, routing and authentication, cookies, and fields that control caches or describe the content's format.
    ///
    /// Source: RFC 9110 §6.5.1.
    public var trailers: HeaderFields { exchange.trailers }

    /// Ends the exchange now. The next call for a chunk throws ``TransportError/Code/cancelled``.
    public func cancel() { exchange.cancel() }

    /// Makes an iterator over the chunks. A second iterator continues after the last chunk of the first one.
    public func makeAsyncIterator() -> Iterator { Iterator(exchange: exchange) }

    /// An iterator over the chunks, none of which is empty.
    public struct Iterator: AsyncIteratorProtocol {
        let exchange: any TransportExchange

        /// The next chunk, or nil at the end.
        ///
        /// - Throws: ``TransportError``.
        public mutating func next() async throws(TransportError) -> [UInt8]? { try await exchange.nextChunk() }

        /// The next chunk, or nil at the end.
        ///
        /// - Throws: ``TransportError``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> [UInt8]? {
            try await exchange.nextChunk()
        }
    }
}

/// An exchange that a transport carries for a ``TransportBody``.
///
/// The transport defines the object. When the last reference to it is released, the exchange ends.
public protocol TransportExchange: AnyObject, Sendable {
    /// Returns the next bytes of the body, at least one, or nil after the last one. One caller at a time may wait.
    ///
    /// - Throws: ``TransportError``, again at each later call.
    func nextChunk() async throws(TransportError) -> [UInt8]?

    /// Ends the exchange. It never waits and never takes a lock that a caller could hold.
    func cancel()

    /// The metrics so far.
    var metrics: TransportMetrics { get }

    /// The fields after the body, once it has ended. Empty by default.
    var trailers: HeaderFields { get }
}

extension TransportExchange {
    /// No fields.
    public var trailers: HeaderFields { [:] }
}

/// The times and sizes of one exchange. A value is nil if it is unknown or the event has not happened yet.
public struct TransportMetrics: Hashable, Sendable {
    /// The time from the start until the host's name was resolved.
    public var nameResolved: Duration?
    /// The time from the start until the connection was made.
    public var connected: Duration?
    /// The time from the start until the TLS handshake was done.
    public var secured: Duration?
    /// The time from the start until the first byte of the response.
    public var firstByte: Duration?
    /// The time from the start until the last byte.
    public var total: Duration?
    /// The number of bytes of the body that were sent.
    public var bytesSent: Int64
    /// The number of bytes of the body that were received, before content codings are decoded.
    public var bytesReceived: Int64
    /// Whether an earlier exchange used the connection.
    public var connectionWasReused: Bool?
    /// The version of HTTP: `1.0`, `1.1` or `2`.
    public var protocolVersion: String?
    /// The address of the peer, for example `127.0.0.1` or `::1`.
    public var remoteAddress: String?

    /// Makes metrics of an exchange that has not started.
    public init(
        nameResolved: Duration? = nil,
        connected: Duration? = nil,
        secured: Duration? = nil,
        firstByte: Duration? = nil,
        total: Duration? = nil,
        bytesSent: Int64 = 0,
        bytesReceived: Int64 = 0,
        connectionWasReused: Bool? = nil,
        protocolVersion: String? = nil,
        remoteAddress: String? = nil
    ) {
        self.nameResolved = nameResolved
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.connectionWasReused = connectionWasReused
        self.protocolVersion = protocolVersion
        self.remoteAddress = remoteAddress
    }
}
