public import Mimeograph
public import MimeographSession

extension EventSource {
    /// The rules for when a source connects again, and after how long.
    ///
    /// ```swift
    /// var reconnection = EventSource.Reconnection(limit: 10)
    /// reconnection.methods.insert(.post)                        // this POST may be repeated
    /// reconnection.statuses = EventSource.Reconnection.passingStatuses
    /// let source = EventSource(api, "chat", method: .post, .value(prompt), reconnection: reconnection)
    /// ```
    /// The delay is the time that the server has sent (`retry`), else ``initialDelay``. It doubles with each connection that is
    /// lost before an event arrives, up to ``maximumDelay``. A random part changes it, so that the clients of a server that comes
    /// back do not all connect at once. An event resets the delay.
    ///
    /// Source: WHATWG HTML §9.2.3, "reestablish the connection"; RFC 9110 §9.2.2 (methods), §10.2.3 (Retry-After).
    public struct Reconnection: Hashable, Sendable {
        /// The delay if the server does not send one. Default 3 s.
        public var initialDelay: Duration
        /// The shortest delay, whatever the server sends. Default 100 ms.
        public var minimumDelay: Duration
        /// The longest delay, whatever the server sends. A longer `retry` is reduced to this delay. Default 60 s; at most 100
        /// years.
        public var maximumDelay: Duration
        /// The largest random part of a delay, as a fraction of the delay. Default 0.5; 0 adds none. The sum never exceeds
        /// ``maximumDelay``.
        public var jitter: Double
        /// The number of consecutive connections that may be lost without an event. The next loss throws
        /// `SessionError.Code.tooManyReconnections`. Nil, the default, allows any number.
        public var limit: Int?
        /// The methods of requests that are sent again. By default these are the idempotent and the safe methods, because a POST
        /// may have an effect each time it is sent.
        ///
        /// A request with another method is sent once. If its stream ends normally, the loop ends without an error. If the
        /// connection is lost before that, the loop throws the error.
        public var methods: Set<HTTPMethod>
        /// The statuses after which the source connects again. Default none, as the standard requires. See ``passingStatuses``.
        ///
        /// The source waits as long as the server requests (`Retry-After`). If that is longer than ``maximumDelay``, the loop
        /// throws.
        public var statuses: Set<Int>
        /// The errors after which the source connects again. By default these are timeouts, hosts without an address, failed and
        /// lost connections, failed TLS handshakes and invalid responses.
        public var codes: Set<SessionError.Code>
        /// The largest length of an id in bytes. A longer id throws `SessionError.Code.limitExceeded`. Default 4096, about half
        /// of the size that servers accept for the head of a request.
        public var longestID: Int

        /// Creates rules.
        public init(
            initialDelay: Duration = .seconds(3),
            minimumDelay: Duration = .milliseconds(100),
            maximumDelay: Duration = .seconds(60),
            jitter: Double = 0.5,
            limit: Int? = nil,
            methods: Set<HTTPMethod> = [
                .delete, .get, .head, .options, .put, .query, "TRACE", "PROPFIND", "REPORT", "SEARCH",
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

        /// The statuses of servers that are temporarily busy or unavailable: 429, 502, 503, 504.
        public static let passingStatuses: Set<Int> = [429, 502, 503, 504]

        /// Rules that never connect again. The loop ends with the stream, or throws the error by which it was lost.
        public static let none = Reconnection(methods: [])
    }
}

extension EventSource.Reconnection {
    /// Returns the delay before the next connection.
    ///
    /// - Parameters:
    ///   - losses: The number of connections lost without an event before this one.
    ///   - reconnectionTime: The time that the server has sent, in milliseconds.
    ///   - chance: A random number from 0 to 1.
    func delay(after losses: Int, reconnectionTime: Int?, chance: Double) -> Duration {
        // Longer times might overflow the clock.
        let longest = min(max(maximumDelay, .zero), .seconds(3_153_600_000))
        let said = reconnectionTime.map { Duration.milliseconds($0) } ?? initialDelay
        let least = min(max(said, minimumDelay, .zero), longest)
        var grown = least
        if losses > 0 {
            // A delay of zero would never grow.
            grown = max(grown, .milliseconds(1))
            for _ in 0..<min(losses, 64) { grown = min(grown * 2, longest) }
        }
        // If the delay has grown to the longest one, the random part shortens it. Otherwise it would be the same for all clients.
        let spread = 1 + min(max(jitter.isNaN ? 0 : jitter, 0), 1_000)
        let high = min(grown * spread, longest)
        let low = max(least, min(grown, high / spread))
        return low + (high - low) * min(max(chance, 0), 1)
    }
}

extension SessionError.Code {
    /// More consecutive connections to an event stream were lost than ``EventSource/Reconnection/limit`` allows. The last loss is
    /// in `SessionError.underlying`.
    public static let tooManyReconnections = SessionError.Code(rawValue: "tooManyReconnections")
    /// Another loop reads the same ``EventSource``.
    public static let eventSourceInUse = SessionError.Code(rawValue: "eventSourceInUse")
}
