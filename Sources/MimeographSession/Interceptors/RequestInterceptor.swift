public import Mimeograph

/// Changes requests before they go out, and decides whether one that failed goes out again.
///
/// ```swift
/// struct Signing: RequestInterceptor {
///     let key: String
///     func adapt(_ request: RequestMessage) async throws -> RequestMessage {
///         var signed = request
///         signed.fields["X-Key"] = key
///         return signed
///     }
///     func retry(_ failure: FailedAttempt) async -> RetryDecision { .doNotRetry }
/// }
/// configuration.interceptors = [Signing(key: "…"), RetryPolicy()]
/// ```
/// Of several, each adapts what the one before it made, and the first that throws ends the request. They are asked in the same
/// order whether to retry, and the first that says anything but ``RetryDecision/doNotRetry`` decides.
///
/// To stand the test: `adapt` is called again at each attempt with the request as the caller made it, and may run at the same
/// time for several requests.
public protocol RequestInterceptor: Sendable {
    /// The request that goes out instead; its URL is absolute.
    ///
    /// - Throws: What the caller gets as the cause of ``SessionError/Code/interceptorFailed``; a ``SessionError`` is given as it
    ///   is.
    func adapt(_ request: RequestMessage) async throws -> RequestMessage

    /// Whether a request that failed goes out again.
    func retry(_ failure: FailedAttempt) async -> RetryDecision
}

extension RequestInterceptor {
    /// Changes nothing.
    public func adapt(_ request: RequestMessage) async throws -> RequestMessage { request }
    /// Does not retry.
    public func retry(_ failure: FailedAttempt) async -> RetryDecision { .doNotRetry }
}

/// An attempt that came to nothing, or to a response of an error.
public struct FailedAttempt: Sendable {
    /// The request as it was adapted.
    public let request: RequestMessage
    /// The head of the response, where one came: its status is 400 or more, or what came of it was no good.
    public let head: ResponseHead?
    /// The error: that of the exchange, where ``head`` is nil, or what came of reading a response. Nil for a response whose
    /// status is 400 or more, which is asked about before its body is read: look at `head?.status`.
    public let error: SessionError?
    /// How many times the request was retried before, for whatever reason: 0 after the first attempt.
    public let retryCount: Int
    /// How many times it was because the interceptor that is asked said so.
    var ownRetryCount = 0
}

/// An interceptor that adds a secret to requests. It is asked about those to its origins only.
protocol SecretInterceptor: RequestInterceptor {
    /// The origins that the secret is for; nil for that of a manager's base URL, and all where there is none.
    var origins: AllowedOrigins? { get }

    /// Whether the server has refused the secret. If so, the request goes out again or fails, and nothing reads the body of
    /// the response.
    func isRefused(_ failure: FailedAttempt) -> Bool
}

/// What an interceptor says about a failed attempt.
public enum RetryDecision: Sendable {
    /// The request goes out again after so long.
    case retry(after: Duration = .zero)
    /// This interceptor does not retry it; the next one is asked.
    case doNotRetry
    /// The request fails with this error, and no other interceptor is asked.
    case fail(SessionError)
}
