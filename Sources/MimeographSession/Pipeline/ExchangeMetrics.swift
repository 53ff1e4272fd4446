/// The metrics of a request over all its exchanges, including redirects, challenges and retries.
public struct ExchangeMetrics: Hashable, Sendable {
    /// One exchange that a transport carried.
    public struct Step: Hashable, Sendable {
        /// The target; made into text only when it is needed, which is rare.
        let target: ParsedURL
        /// The URL without user, password and query.
        public var url: String { target.url.description }
        /// The status of the response; nil if no response arrived.
        public var status: Int?
        /// The transport's metrics of the exchange.
        public var transport: TransportMetrics
    }

    /// The exchanges in order. Empty if the response came from the cache.
    public internal(set) var steps: [Step] = []
    /// The number of redirects that were followed.
    public internal(set) var redirectCount = 0
    /// The number of challenges that were answered.
    public internal(set) var challengeCount = 0
    /// The number of times the request was sent again after a failure.
    public internal(set) var retryCount = 0
    /// The role of the cache in the response.
    public internal(set) var cache = CacheUse.none
    /// The time from the start to the last byte, with everything in between; nil until the request is over.
    public internal(set) var total: Duration?

    /// Makes metrics of a request that has not started.
    public init() {}

    /// The role of a cache in a response.
    public enum CacheUse: String, Hashable, Sendable {
        /// The request has no cache, or the cache had no usable response.
        case none
        /// The stored response was fresh, or as stale as the request's `max-stale` allows. No request was sent.
        case hit
        /// The stored response was stale, and was returned as ``SessionConfiguration/staleResponses`` allows: it is revalidated
        /// in the background, or the server has failed.
        case stale
        /// The server confirmed the stored response.
        case validated
        /// The response was stored.
        case stored
    }

    /// The number of body bytes sent in all exchanges.
    public var bytesSent: Int64 { steps.reduce(0) { $0 + $1.transport.bytesSent } }
    /// The number of body bytes received in all exchanges, before content codings are decoded.
    public var bytesReceived: Int64 { steps.reduce(0) { $0 + $1.transport.bytesReceived } }
}
