public import Mimeograph

/// An observer that sees each request and exchange of a session as it happens, in the task of the caller, for tracing and
/// metrics.
///
/// This observer counts exchanges, and sends the name of the caller:
/// ```swift
/// @TaskLocal var caller: String?
///
/// struct Counting: RequestObserver {
///     let counter: Counter
///     func observation(of request: ObservedRequest) -> (any RequestObservation)? { self }
/// }
/// extension Counting: RequestObservation {
///     func willSend(_ exchange: inout ObservedExchange) -> ExchangeEnding? {
///         if exchange.isHome { exchange.fields["X-Caller"] = caller }
///         return { [counter, method = exchange.method] outcome in counter.count(method, outcome.head?.status) }
///     }
///     func didComplete(_ metrics: ExchangeMetrics, error: SessionError?) {}
/// }
/// configuration.observer = Counting(counter: counter)
/// ```
/// A request has one exchange for each time that it is sent, including after redirects, challenges and retries. A cached response
/// has no exchange. A revalidation in the background is a separate request. `SessionManager.events` also reports requests, but
/// later.
///
/// The request waits for these functions, so they must return soon. They may be called for several requests at the same time. If
/// the observation of a request is nil, nothing is called for it. A session without an observer does no extra work.
public protocol RequestObserver: Sendable {
    /// Called when a request begins, in the task that makes the request and with its task-local values.
    ///
    /// - Returns: The observation of this request, or nil.
    func observation(of request: ObservedRequest) -> (any RequestObservation)?
}

/// An observation of one request.
public protocol RequestObservation: Sendable {
    /// Called for each exchange before the transport sends any of it, in the task of the request, with the caller's task-local
    /// values.
    ///
    /// - Parameter exchange: The exchange; its `fields` are added to the request.
    /// - Returns: A closure that is called once when the exchange has ended, or nil.
    func willSend(_ exchange: inout ObservedExchange) -> ExchangeEnding?

    /// Called once when the request is over.
    ///
    /// An exchange may end later if the caller still holds its body, and the body is empty or the session was invalidated.
    ///
    /// - Parameters:
    ///   - metrics: The metrics of the request with all its exchanges.
    ///   - error: The error; nil if the request succeeded. If the body was discarded before its end, the error has the code
    ///     ``SessionError/Code/cancelled``.
    func didComplete(_ metrics: ExchangeMetrics, error: SessionError?)
}

/// A closure that is called when an exchange has ended, on any thread.
public typealias ExchangeEnding = @Sendable (ExchangeOutcome) -> Void

/// A request that begins, for a ``RequestObserver``.
public struct ObservedRequest: Sendable {
    /// The number of the task. The ``SessionEvent``s of the task have the same number.
    public let task: Int
    /// The method.
    public let method: HTTPMethod
    /// The URL without user, password and query.
    public let url: String
    /// Whether the session makes the request in the background, to revalidate a stale response. The request with the same number
    /// received that response. See ``SessionConfiguration/staleResponses``.
    public let isRevalidation: Bool
}

/// An exchange that is about to begin, for a ``RequestObservation``.
public struct ObservedExchange: Sendable {
    /// The number of the task.
    public let task: Int
    /// The method.
    public let method: HTTPMethod
    /// The target without a user. Its query may contain secrets.
    public let url: RequestURL
    /// The number of earlier exchanges of this request, for redirects, challenges and retries.
    public let resendCount: Int
    /// Whether the target is an origin that receives this session's secrets: the origin of the manager's base URL, or one of
    /// `HTTPSessionManager.allowedOrigins`. Without a base URL, it is the origin of the request's own URL.
    ///
    /// It is false after a redirect to another origin. Send information about the caller only if it is true.
    public let isHome: Bool
    /// The fields to add to the request, empty at first. A field replaces the request's field of that name.
    ///
    /// The fields of the request cannot be read here. Observers may not set fields that determine the resource, the user or the
    /// end of the body, such as `Authorization`, `Host`, `Range` and `Content-Length`. Such a field, or an invalid one, makes the
    /// request fail with ``SessionError/Code/invalidRequest``.
    public var fields: HeaderFields = [:]
}

/// The outcome of an exchange.
public struct ExchangeOutcome: Sendable {
    /// The head of the final response; nil if none arrived. Its fields may contain secrets, such as `Set-Cookie`.
    public let head: ResponseHead?
    /// The transport's metrics; empty without a response.
    public let metrics: TransportMetrics
    /// The way in which the exchange ended.
    public let end: End

    /// The way in which an exchange ended.
    public enum End: Sendable {
        /// The whole response arrived, whatever its status is.
        case complete
        /// The reader discarded the body before its end.
        case dropped
        /// The exchange failed: no response arrived, or less than the whole body.
        case failed(SessionError)
    }
}
