/// A setting for when the cache returns responses that are no longer fresh.
///
/// ```swift
/// configuration.cache = ResponseCache()
/// configuration.staleResponses = .never // never show an outdated response
/// configuration.staleResponses = .whenDisconnected // show stored responses while offline
/// ```
/// The cache never returns a stale response that has `must-revalidate` or `no-cache`. Nor does it if the request has `no-cache`,
/// or a `max-age` or `min-fresh` that the response does not meet. A request's own `max-stale` applies with every setting.
/// ``ExchangeMetrics/cache`` is ``ExchangeMetrics/CacheUse/stale`` if the response was stale.
///
/// Source: RFC 9111 §4.2.4; RFC 5861.
public enum StaleResponses: Hashable, Sendable, CaseIterable {
    /// Never: errors stay errors, and a stale response is validated first.
    case never
    /// For as long as the server, or the request, allows with `stale-while-revalidate` and `stale-if-error`.
    ///
    /// With `stale-while-revalidate` the stored response is returned immediately, and revalidated in the background. This happens
    /// once for a response, however many requests need it, for at most 60 seconds, and not beyond the session. Cookies in the
    /// answer are stored; challenges are not answered.
    ///
    /// With `stale-if-error` the stored response is returned if the server answers 500, 502, 503 or 504, or if the connection
    /// fails or is lost before the head of the response. Interceptors that retry do not see the error. Untrusted servers, failed
    /// TLS and cancelled requests stay errors.
    case whereAllowed
    /// As ``whereAllowed``, and also after a connection fails or is lost before the head, whatever the server allows.
    case whenDisconnected
}
