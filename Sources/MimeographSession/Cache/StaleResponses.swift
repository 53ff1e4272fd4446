/// When stored responses are given that are not fresh any more.
///
/// ```swift
/// configuration.cache = ResponseCache()
/// configuration.staleResponses = .never             // what is shown is what the server says now
/// configuration.staleResponses = .whenDisconnected  // and a program that shows what it has when there is no network
/// ```
/// A response that forbids it by `must-revalidate` or `no-cache` is never given stale, and neither is any to a request that says
/// `no-cache`, or a `max-age` or `min-fresh` that the response does not meet. A request's own `max-stale` counts with every setting.
/// ``ExchangeMetrics/cache`` says ``ExchangeMetrics/CacheUse/stale`` where one was given.
///
/// Source: RFC 9111 §4.2.4; RFC 5861.
public enum StaleResponses: Hashable, Sendable, CaseIterable {
    /// Not at all: an error is an error, and what is not fresh is asked about first.
    case never
    /// As long as the server, or the request, allows by `stale-while-revalidate` and `stale-if-error`.
    ///
    /// With `stale-while-revalidate` the stored response is given at once, and the server is asked in the background: once for a
    /// response, however many requests there are meanwhile, for at most 60 seconds, and not beyond the session. Cookies that come
    /// with the answer are kept; challenges are not answered.
    ///
    /// With `stale-if-error` it is given where the server answers 500, 502, 503 or 504, and where no connection to it can be made or
    /// it is lost before the head of the response; interceptors that retry do not see the error. Servers that are not trusted,
    /// TLS that fails, and requests that are cancelled stay errors.
    case whereAllowed
    /// As ``whereAllowed``, and where no connection can be made, or it is lost before the head of the response, whatever the
    /// server says of errors.
    case whenDisconnected
}
