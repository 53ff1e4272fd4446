public import Mimeograph

/// Carries single exchanges: a request goes out, a head and a body come back.
///
/// A transport follows no redirects, answers no challenges, keeps no cookies, caches nothing and undoes no content coding:
/// all of that is the session's, and the same on every platform. It connects, encrypts, frames, and waits.
///
/// What every transport promises:
/// - A body that is sent is read no faster than the peer takes it, and one that is received no faster than its reader asks.
/// - A body that cannot be produced makes the exchange fail; a short body never looks like a whole one.
/// - Interim responses (1xx) are not the response; `onInterimResponse` of the request is told of them.
/// - Trailers are no fields of the head, and what may not stand in them is left out.
/// - A cancelled task ends the exchange soon, and so does dropping the body that is received.
///
/// `CurlTransport` is the transport on Linux, `URLSessionTransport` the one on Apple's platforms; `ScriptedTransport` of
/// `MimeographSessionTesting` serves tests.
public protocol Transport: Sendable {
    /// Sends a request and waits for the head of the response.
    ///
    /// - Parameter request: What to send; its URL is absolute.
    /// - Returns: The final head, and the body as it arrives.
    /// - Throws: ``TransportError``.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Whether servers are evaluated by this policy, where a request's options name it.
    ///
    /// A session asks before each request with another policy than the standard one, and refuses the request where the answer is no.
    /// By default the standard one only.
    func enforces(_ policy: SecurityPolicy) -> Bool

    /// A text that is the same for transports that trust the same servers under the same policy. A cache gives what came through one
    /// transport to no request through another with a different text.
    ///
    /// Default: the name of the type. A transport whose instances trust different servers says here what they trust.
    var trustIdentity: String { get }

    /// Whether the transport itself reads no more of a body while the task of the request is suspended, as
    /// ``TransportRequest/waitWhileSuspended()`` tells it.
    ///
    /// If not, the session sends a stream that waits, even if the body is a file. Default false.
    var waitsForSuspendedTasks: Bool { get }

    /// Takes no further requests, and frees what the transport holds once those under way have ended.
    ///
    /// - Parameter cancelling: Whether those under way end now, with ``TransportError/Code/cancelled``.
    func invalidate(cancelling: Bool)
}

/// The transport of this platform, where a session is not given another.
public enum PlatformTransport {
    /// Makes one, with what it has by default: `CurlTransport` on Linux, `URLSessionTransport` on Apple's platforms.
    ///
    /// It connects to nothing and starts nothing until the first request.
    public static func make() -> any Transport {
        #if os(Linux)
            CurlTransport()
        #else
            URLSessionTransport()
        #endif
    }
}

extension Transport {
    /// Whether it is the standard policy.
    public func enforces(_ policy: SecurityPolicy) -> Bool { policy == SecurityPolicy() }

    /// False: bodies are streams that wait.
    public var waitsForSuspendedTasks: Bool { false }

    /// The name of the type.
    public var trustIdentity: String { String(reflecting: Self.self) }
}

extension TransportError {
    /// A policy that cannot be held is refused, never left out.
    static func cannotEnforce(_ reason: String) -> TransportError {
        TransportError(
            .unsupported,
            "The security policy cannot be enforced: \(reason).",
            remedy:
                "Use a transport that can: on Linux a CurlTransport with a libcurl that stands on the system's OpenSSL."
        )
    }
}

/// What a ``Transport`` gives back: the final head, and the body as it arrives.
public struct TransportResponse: Sendable {
    /// The status and the fields of the final response. Content codings are not undone.
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
/// A chunk is asked for when the one before has been read, so that a slow reader slows the peer down. Dropping the body before its
/// end cancels the exchange.
///
/// ```swift
/// for try await chunk in response.body { file.write(chunk) }
/// ```
public struct TransportBody: AsyncSequence, Sendable {
    let exchange: any TransportExchange

    /// Makes a body of the exchange that a transport carries.
    public init(_ exchange: some TransportExchange) { self.exchange = exchange }

    /// What is known of the exchange's course; complete once the body has ended.
    public var metrics: TransportMetrics { exchange.metrics }

    /// The fields that came behind the body, once it has ended; empty before, and where there are none.
    ///
    /// They are never joined with those of the head, and none that must be known before the body is among them: what frames, routes
    /// and authenticates a message, cookies, and what controls caches or tells the content's format.
    ///
    /// Source: RFC 9110 §6.5.1.
    public var trailers: HeaderFields { exchange.trailers }

    /// Ends the exchange now. The next chunk that is asked for throws ``TransportError/Code/cancelled``.
    public func cancel() { exchange.cancel() }

    /// Goes over the chunks; a second iterator goes on where the first one stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(exchange: exchange) }

    /// Gives one chunk after the other. None of them is empty.
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

/// One exchange under way, as a transport carries it for a ``TransportBody``.
///
/// It is the transport's object; when the last reference to it goes, the exchange ends.
public protocol TransportExchange: AnyObject, Sendable {
    /// The next bytes of the body, at least one; nil after the last one. One caller at a time.
    ///
    /// - Throws: ``TransportError``, again at each later call.
    func nextChunk() async throws(TransportError) -> [UInt8]?

    /// Ends the exchange; it never waits and takes no lock that a caller could hold.
    func cancel()

    /// What is known so far.
    var metrics: TransportMetrics { get }

    /// The fields that came behind the body, once it has ended. By default none.
    var trailers: HeaderFields { get }
}

extension TransportExchange {
    /// None.
    public var trailers: HeaderFields { [:] }
}

/// How one exchange went. What is not known, or has not happened yet, is nil.
public struct TransportMetrics: Hashable, Sendable {
    /// From the start until the host's name was resolved.
    public var nameResolved: Duration?
    /// From the start until the connection was made.
    public var connected: Duration?
    /// From the start until the TLS handshake was done.
    public var secured: Duration?
    /// From the start until the first byte of the response.
    public var firstByte: Duration?
    /// From the start until the last byte.
    public var total: Duration?
    /// The bytes of the body that were sent.
    public var bytesSent: Int64
    /// The bytes of the body that were received, content codings not undone.
    public var bytesReceived: Int64
    /// Whether the connection had been used before.
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
