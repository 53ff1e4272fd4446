/// How a request went through all its exchanges: those of redirects, challenges and retries are counted too.
public struct ExchangeMetrics: Hashable, Sendable {
    /// One exchange that a transport carried.
    public struct Step: Hashable, Sendable {
        /// Where it went; made into text only when it is asked for, which is rare.
        let target: ParsedURL
        /// The URL without user, password and query.
        public var url: String { target.url.description }
        /// The status of its response; nil where none came.
        public var status: Int?
        /// What the transport says about it.
        public var transport: TransportMetrics
    }

    /// The exchanges in order. It is empty where the response came out of the cache.
    public internal(set) var steps: [Step] = []
    /// How many redirects were followed.
    public internal(set) var redirectCount = 0
    /// How many challenges were answered.
    public internal(set) var challengeCount = 0
    /// How many times the request was begun anew after a failure.
    public internal(set) var retryCount = 0
    /// What the cache had to do with the response.
    public internal(set) var cache = CacheUse.none
    /// From the start to the last byte, with everything in between; nil as long as there is more to come.
    public internal(set) var total: Duration?

    /// Makes metrics of a request that has not started.
    public init() {}

    /// What the cache had to do with a response.
    public enum CacheUse: String, Hashable, Sendable {
        /// Nothing: there is none, or it had nothing that could be used.
        case none
        /// The stored response was fresh, or as stale as the request's `max-stale` allows, and the server was not asked.
        case hit
        /// A stored response that is not fresh any more was given, as ``SessionConfiguration/staleResponses`` allows: the server is
        /// asked in the background, or it has failed.
        case stale
        /// The server said that the stored response is still right.
        case validated
        /// The response was stored.
        case stored
    }

    /// The bytes of bodies that were sent, over all exchanges.
    public var bytesSent: Int64 { steps.reduce(0) { $0 + $1.transport.bytesSent } }
    /// The bytes of bodies that were received, over all exchanges, content codings not undone.
    public var bytesReceived: Int64 { steps.reduce(0) { $0 + $1.transport.bytesReceived } }
}
