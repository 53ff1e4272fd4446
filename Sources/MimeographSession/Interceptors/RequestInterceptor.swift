public import Mimeograph

/// A type that changes requests before they are sent, and decides whether to retry failed ones.
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
/// Several interceptors run in order. Each adapts the result of the one before it, and the first that throws ends the request.
/// They decide about retries in the same order, and the first decision other than ``RetryDecision/doNotRetry`` counts.
///
/// `adapt` is called for each attempt with the caller's original request, and may run for several requests at the same time.
public protocol RequestInterceptor: Sendable {
    /// Returns the request to send instead. The URL of the given request is absolute.
    ///
    /// - Throws: The cause of ``SessionError/Code/interceptorFailed``. A ``SessionError`` reaches the caller unchanged.
    func adapt(_ request: RequestMessage) async throws -> RequestMessage

    /// Decides whether to retry a failed request.
    func retry(_ failure: FailedAttempt) async -> RetryDecision
}

extension RequestInterceptor {
    /// Returns the request unchanged.
    public func adapt(_ request: RequestMessage) async throws -> RequestMessage { request }
    /// Returns ``RetryDecision/doNotRetry``.
    public func retry(_ failure: FailedAttempt) async -> RetryDecision { .doNotRetry }
}

/// An attempt that failed, or that ended with an error response.
public struct FailedAttempt: Sendable {
    /// The request as it was adapted.
    public let request: RequestMessage
    /// The head of the response, if one arrived. Its status is 400 or more, or the response could not be read.
    public let head: ResponseHead?
    /// The error of the exchange if ``head`` is nil, otherwise the error of reading the response. It is nil if the status is 400
    /// or more, since interceptors decide before the body is read. In that case look at `head?.status`.
    public let error: SessionError?
    /// The number of earlier retries, for whatever reason: 0 after the first attempt.
    public let retryCount: Int
    /// The number of earlier retries that this interceptor chose.
    var ownRetryCount = 0
}

/// An interceptor that adds a secret to requests. It decides only about requests to its own origins.
protocol SecretInterceptor: RequestInterceptor {
    /// The origins that the secret is for. Nil means the origin of the manager's base URL, or every origin without a base URL.
    var origins: AllowedOrigins? { get }

    /// Returns whether the server has rejected the secret. If so, the request is retried or fails, and its body is not read.
    func isRefused(_ failure: FailedAttempt) -> Bool
}

/// An interceptor's decision about a failed attempt.
public enum RetryDecision: Sendable {
    /// The request is retried after this delay.
    case retry(after: Duration = .zero)
    /// This interceptor does not retry the request; the next one decides.
    case doNotRetry
    /// The request fails with this error, and no other interceptor decides.
    case fail(SessionError)
}
