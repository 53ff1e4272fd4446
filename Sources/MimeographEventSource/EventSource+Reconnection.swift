public import Mimeograph
public import MimeographSession

extension EventSource {
    /// When a source connects again, and after how long.
    ///
    /// ```swift
    /// var reconnection = EventSource.Reconnection(limit: 10)
    /// reconnection.methods.insert(.post)                        // this POST may be repeated
    /// reconnection.statuses = EventSource.Reconnection.passingStatuses
    /// let source = EventSource(api, "chat", method: .post, .value(prompt), reconnection: reconnection)
    /// ```
    /// The time is what the server has said (`retry`), else ``initialDelay``. It grows twofold with each connection that is lost before
    /// it had an event, up to ``maximumDelay``, and is lengthened by chance, so that the clients of a server that comes back do
    /// not all come at once. An event that arrives makes it what it was.
    ///
    /// Source: WHATWG HTML §9.2.3, "reestablish the connection"; RFC 9110 §9.2.2 (methods), §10.2.3 (Retry-After).
    public struct Reconnection: Hashable, Sendable {
        /// How long it waits where the server does not say it. Default 3 s.
        public var initialDelay: Duration
        /// The shortest time, whatever the server says. Default 100 ms.
        public var minimumDelay: Duration
        /// The longest time, whatever the server says: a larger `retry` is taken for this. Default 60 s; at most 100 years.
        public var maximumDelay: Duration
        /// By how much of itself a time is lengthened at most, by chance. Default 0.5; 0 for never.
        public var jitter: Double
        /// How many connections may be lost one after the other without an event; the next loss is
        /// `SessionError.Code.tooManyReconnections`. Nil, the default, for any number.
        public var limit: Int?
        /// The methods of requests that are sent again. Default those that are idempotent, and those that are safe: a POST may do
        /// something each time that it is sent.
        ///
        /// A request of another method is sent once. Where its stream comes to its end, the loop ends without an error; where it is
        /// lost before, with the error.
        public var methods: Set<HTTPMethod>
        /// The statuses that are no failure for good. Default none, as the standard says. See ``passingStatuses``.
        ///
        /// What the server says about when to come back (`Retry-After`) is followed, unless that is later than ``maximumDelay``:
        /// then it fails.
        public var statuses: Set<Int>
        /// The errors that are no failure for good. Default those of a connection that could not be made or was lost, and of time.
        public var codes: Set<SessionError.Code>
        /// The most bytes of an id that is to be sent back; a longer one is `SessionError.Code.limitExceeded`.
        /// Default 4096, about half of what servers take of a head.
        public var longestID: Int

        /// Makes rules; what is not given has its default.
        public init(
            initialDelay: Duration = .seconds(3),
            minimumDelay: Duration = .milliseconds(100),
            maximumDelay: Duration = .seconds(60),
            jitter: Double = 0.5,
            limit: Int? = nil,
            methods: Set<HTTPMethod> = [
                .delete, .get, .head, .options, .put, .trace, "PROPFIND", "QUERY", "REPORT", "SEARCH",
            ],
            statuses: Set<Int> = [],
            codes: Set<SessionError.Code> = [
                .timedOut, .hostNotFound, .cannotConnect, .connectionLost, .tlsFailed, .invalidResponse,
            ],
            longestID: Int = 4096
        ) {
            self.initialDelay = initialDelay
            self.minimumDelay = minimumDelay
            self.maximumDelay = maximumDelay
            self.jitter = jitter
            self.limit = limit
            self.methods = methods
            self.statuses = statuses
            self.codes = codes
            self.longestID = longestID
        }

        /// The statuses of servers that are busy or away for a while: 429, 502, 503, 504.
        public static let passingStatuses: Set<Int> = [429, 502, 503, 504]

        /// Never: the loop ends with the stream, or with the error that it was lost by.
        public static let none = Reconnection(methods: [])
    }
}

extension EventSource.Reconnection {
    /// How long to wait.
    ///
    /// - Parameters:
    ///   - losses: How many connections were lost before this one without an event.
    ///   - reconnectionTime: What the server has said, in milliseconds.
    ///   - chance: From 0 to 1.
    func delay(after losses: Int, reconnectionTime: Int?, chance: Double) -> Duration {
        // What is more might not fit the clock.
        let longest = min(max(maximumDelay, .zero), .seconds(3_153_600_000))
        let said = reconnectionTime.map { Duration.milliseconds($0) } ?? initialDelay
        let least = min(max(said, minimumDelay, .zero), longest)
        var grown = least
        if losses > 0 {
            // No time at all would never grow.
            grown = max(grown, .milliseconds(1))
            for _ in 0..<min(losses, 64) { grown = min(grown * 2, longest) }
        }
        // Where the time has grown to the longest one, chance shortens it: it would be the same for all clients.
        let spread = 1 + min(max(jitter.isNaN ? 0 : jitter, 0), 1_000)
        let high = min(grown * spread, longest)
        let low = max(least, min(grown, high / spread))
        return low + (high - low) * min(max(chance, 0), 1)
    }
}

extension SessionError.Code {
    /// More connections to a stream of events were lost one after the other than ``EventSource/Reconnection/limit`` allows; the
    /// last loss is in `SessionError.underlying`.
    public static let tooManyReconnections = SessionError.Code(rawValue: "tooManyReconnections")
    /// Another loop reads the same ``EventSource``.
    public static let eventSourceInUse = SessionError.Code(rawValue: "eventSourceInUse")
}
