public import Mimeograph

/// Sees each request of a session and each exchange of it, as tracing and metrics want: in time, and in the task of the caller.
///
/// One that counts exchanges, and sends on who asked:
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
/// A request has one exchange for each time that it goes out: after a redirect, an answered challenge and a retry another one.
/// What the cache answers has none; what the session then asks in the background is a request of its own. `SessionManager.events` tells of requests too, later and elsewhere, to those who need no more.
///
/// To stand the test: its functions return soon, since the request waits for them, and may be called for several requests at the
/// same time. Nothing is called for a request whose observation is nil, and a session without an observer does nothing more.
public protocol RequestObserver: Sendable {
    /// A request begins.
    ///
    /// It is called in the task that makes the request, whose task-local values are there.
    ///
    /// - Returns: What observes this request; nil where nothing does.
    func observation(of request: ObservedRequest) -> (any RequestObservation)?
}

/// Observes one request.
public protocol RequestObservation: Sendable {
    /// An exchange is about to begin: nothing of it has been sent.
    ///
    /// It is called in the task of the request, whose task-local values are those of its caller, once for each exchange.
    ///
    /// - Parameter exchange: What goes out; what is put into its `fields` goes along.
    /// - Returns: What is called once, when the exchange has ended; nil where nothing is to be.
    func willSend(_ exchange: inout ObservedExchange) -> ExchangeEnding?

    /// The request is over. It is called once.
    ///
    /// An exchange whose body the caller still holds, though there is nothing in it or the session was invalidated, may end later.
    ///
    /// - Parameters:
    ///   - metrics: How the request went, with all its exchanges.
    ///   - error: What it failed with; nil where it ended well. A body that was dropped before its end has the code
    ///     ``SessionError/Code/cancelled``.
    func didComplete(_ metrics: ExchangeMetrics, error: SessionError?)
}

/// What is called when an exchange has ended, from any thread.
public typealias ExchangeEnding = @Sendable (ExchangeOutcome) -> Void

/// A request that begins, as a ``RequestObserver`` sees it.
public struct ObservedRequest: Sendable {
    /// The number of the task, which is that of its ``SessionEvent``s.
    public let task: Int
    /// The method.
    public let method: HTTPMethod
    /// The URL with neither user and password nor query.
    public let url: String
    /// Whether no caller waits for it: the session asks in the background whether a stale response is still right that it has given to
    /// the request of the same number. See ``SessionConfiguration/staleResponses``.
    public let isRevalidation: Bool
}

/// An exchange that is about to begin, as a ``RequestObservation`` sees it.
public struct ObservedExchange: Sendable {
    /// The number of the task.
    public let task: Int
    /// The method.
    public let method: HTTPMethod
    /// Where it goes, with the query, in which there may be secrets. There is no user in it.
    public let url: RequestURL
    /// How many exchanges of this request went before it: redirects, challenges and retries alike.
    public let resendCount: Int
    /// Whether it goes to an origin that gets what is secret in this session: that of the manager's base URL, or one of
    /// `HTTPSessionManager.allowedOrigins`; without a base URL, that of the URL that the request was made for.
    ///
    /// It is false after a redirect that leads elsewhere. What tells others about the caller should go along where it is true.
    public let isHome: Bool
    /// The fields to send beside those of the request; empty at first. One replaces what the request has by that name.
    ///
    /// Fields of the request cannot be read here. Those that say what is asked for, by whom, and where the body ends are not an
    /// observer's: with such a field, `Authorization`, `Host`, `Range` and `Content-Length` among them, and with one that cannot be
    /// sent, the request fails, of the code ``SessionError/Code/invalidRequest``.
    public var fields: HeaderFields = [:]
}

/// How one exchange ended.
public struct ExchangeOutcome: Sendable {
    /// The head of the final response; nil where none came. Its fields may hold secrets, `Set-Cookie` among them.
    public let head: ResponseHead?
    /// What the transport knows of it; of one without a response nothing.
    public let metrics: TransportMetrics
    /// How it ended.
    public let end: End

    /// How an exchange ended.
    public enum End: Sendable {
        /// The whole response came, whatever its status is.
        case complete
        /// The body was dropped before its end: the reader wanted no more.
        case dropped
        /// It failed: nothing came, or less than the whole body.
        case failed(SessionError)
    }
}
