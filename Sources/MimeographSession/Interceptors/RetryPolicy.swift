public import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An interceptor that retries idempotent requests after temporary failures, by default twice: after 0.5 s and after 1 s.
///
/// ```swift
/// configuration.interceptors = [RetryPolicy(limit: 3, delay: .seconds(1), maximumDelay: .seconds(30))]
/// ```
///
/// A delay that the server sends (`Retry-After`) is respected. If it is longer than ``maximumDelay``, the request is not retried.
/// A 429 (Too Many Requests) is retried only if the server sends a delay.
///
/// A POST may have an effect each time it is sent, so it is not retried. If your server supports the field `Idempotency-Key`, it
/// carries out requests with the same key only once. Name the methods of such requests, and they are retried too:
///
/// ```swift
/// configuration.interceptors = [RetryPolicy(methodsWithIdempotencyKey: [.post, .patch])]
/// ```
///
/// Source: Alamofire 5.12, the defaults of `RetryPolicy`; RFC 9110 §9.2.2 (methods), §10.2.3 (Retry-After); RFC 6585 §4 (429);
/// RFC 10008 §2 (QUERY); draft-ietf-httpapi-idempotency-key-header-07 §2.
public struct RetryPolicy: RequestInterceptor, Hashable {
    /// The most retries of a request. Default 2.
    public var limit: Int
    /// The delay before the first retry. It doubles with each further retry. Default 0.5 s.
    public var delay: Duration
    /// The longest delay. Default 60 s.
    public var maximumDelay: Duration
    /// The methods of requests that are retried. Default: the idempotent methods.
    public var methods: Set<HTTPMethod>
    /// The methods of requests that are sent with an `Idempotency-Key` and retried with the same key. Default none.
    ///
    /// The policy adds a random key to a request without that field, once for all attempts. It keeps a key that the request has:
    /// pass one if your program itself repeats the request later. If another interceptor sets a key, all attempts have the key of
    /// the first one. A redirect to another origin gets the policy's own key. Downloads get no key, because a further part is
    /// another request. A 409 after a retry means that the server still works on the
    /// first attempt, so it is retried as well.
    ///
    /// The policy must be one of the session's interceptors. A policy inside an interceptor of yours adds no key.
    public var methodsWithIdempotencyKey: Set<HTTPMethod>
    /// The statuses that are retried. Default 408, 500, 502, 503, 504.
    public var statuses: Set<Int>
    /// The statuses that are retried only if the server sends a delay (`Retry-After`). Default 429.
    public var statusesWithRetryAfter: Set<Int>
    /// The errors that are retried. Default: timeouts, unknown hosts, failed or lost connections, failed TLS, invalid responses.
    public var codes: Set<SessionError.Code>

    /// Makes a policy.
    public init(
        limit: Int = 2,
        delay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(60),
        methods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .query, "TRACE"],
        methodsWithIdempotencyKey: Set<HTTPMethod> = [],
        statuses: Set<Int> = [408, 500, 502, 503, 504],
        statusesWithRetryAfter: Set<Int> = [429],
        codes: Set<SessionError.Code> = [
            .timedOut, .hostNotFound, .cannotConnect, .connectionLost, .tlsFailed, .invalidResponse,
        ]
    ) {
        self.limit = limit
        self.delay = delay
        self.maximumDelay = maximumDelay
        self.methods = methods
        self.methodsWithIdempotencyKey = methodsWithIdempotencyKey
        self.statuses = statuses
        self.statusesWithRetryAfter = statusesWithRetryAfter
        self.codes = codes
    }

    /// Returns a decision based on the policy's properties.
    public func retry(_ failure: FailedAttempt) async -> RetryDecision { decision(about: failure, now: Date()) }

    func decision(about failure: FailedAttempt, now: Date) -> RetryDecision {
        let isKeyed =
            methodsWithIdempotencyKey.contains(failure.request.method)
            && failure.request.fields.contains(IdempotencyKey.field)
        guard failure.retryCount < limit, isKeyed || methods.contains(failure.request.method) else {
            return .doNotRetry
        }
        let named = failure.head.flatMap { Self.retryAfter($0, now: now) }
        let isOfStatus =
            failure.head.map { head in
                statuses.contains(head.status) || named != nil && statusesWithRetryAfter.contains(head.status)
                    || isKeyed && failure.retryCount > 0 && head.status == 409
            } ?? false
        let isOfCode = failure.error.map { codes.contains($0.code) && $0.transport?.mayPass != false } ?? false
        guard isOfStatus || isOfCode else { return .doNotRetry }
        var wait = delay
        for _ in 0..<min(failure.retryCount, 32) { wait = min(wait * 2, maximumDelay) }
        if isOfStatus, let named {
            guard named <= maximumDelay else { return .doNotRetry }
            wait = max(wait, named)
        }
        return .retry(after: min(wait, maximumDelay))
    }

    /// Returns the delay that the server asks for; nil if it asks for none.
    package static func retryAfter(_ head: ResponseHead) -> Duration? { retryAfter(head, now: Date()) }

    /// Returns the delay that the server asks for, in seconds or as a date.
    ///
    /// Also accepts fractions of a second and other names of GMT (non-standard), to respect as many servers as possible.
    static func retryAfter(_ head: ResponseHead, now: Date) -> Duration? {
        guard let text = head.fields.values(of: "Retry-After").first else { return nil }
        let parts = text.parts(at: ".", most: 1)
        if parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) {
            if parts[0].utf8.count > 9 { return .seconds(1_000_000_000) }
            return .milliseconds(((Double(text) ?? 0) * 1000).rounded(.up))
        }
        return HTTPDate.parse(inGMT(text)).map { .seconds(max(0, min($0.timeIntervalSince(now), 1e9))) }
    }

    /// Replaces another name of GMT at the end of a date by `GMT`.
    private static func inGMT(_ text: String) -> String {
        let parts = text.parts(at: " ")
        let names = ["utc", "ut", "z", "+0000", "-0000"]
        guard let zone = parts.last, names.contains(where: zone.lowercased().hasSameBytes) else {
            return text
        }
        return "\(Substring(text.utf8.dropLast(zone.utf8.count)))GMT"
    }
}

// MARK: - Idempotency keys

extension RetryPolicy {
    /// Returns whether the policy retries the request by its idempotency key.
    func retriesByKey(_ request: RequestMessage) -> Bool { methodsWithIdempotencyKey.contains(request.method) }
}

/// The field by which a server recognizes a repeated request.
///
/// Source: draft-ietf-httpapi-idempotency-key-header-07 §2.
enum IdempotencyKey {
    /// The name of the field.
    static let field = "Idempotency-Key"

    /// Returns a random UUID as the string of a structured field.
    static func random() -> String { "\"\(UUID().uuidString.lowercased())\"" }
}
