#if os(Linux)
    /// The times of the last progress of an exchange, for its time limits. Times are nanoseconds of ``Monotonic``.
    struct IdleTimer {
        /// When the exchange began to wait for a connection.
        var begun: Int64 = 0
        /// When data moved last.
        var last: Int64 = 0
        /// Whether the exchange waits for the reader of the response.
        var isReceivingPaused = false
        /// Whether the exchange waits for the producer of the request's body.
        var isSendingPaused = false
        /// Whether the connection has become ready.
        private(set) var hasStarted = false
        private var sent: Int64 = 0

        /// Records that the connection is ready.
        mutating func start(at time: Int64) {
            hasStarted = true
            last = time
        }

        /// How long a stream may stand still after a pause before libcurl is nudged: 50 ms.
        static let nudgePause: Int64 = 50_000_000

        /// How long the peer may stop reading a body that it has already answered: one second.
        static let answeredPause: Int64 = 1_000_000_000

        /// Whether the exchange has waited for the reader before.
        private(set) var wasPaused = false

        /// Records that both sides continue.
        mutating func resume(at time: Int64) {
            if isReceivingPaused { wasPaused = true }
            last = time
            isReceivingPaused = false
            isSendingPaused = false
        }

        /// Whether the exchange waits for the reader or the producer.
        var isPaused: Bool { isReceivingPaused || isSendingPaused }

        /// Records how many bytes of the body the system has accepted. libcurl asks for more only after it has sent everything,
        /// so progress must be checked here.
        mutating func record(sent: Int64, at time: Int64) {
            if sent == self.sent { return }
            self.sent = sent
            last = time
        }

        /// Returns when to check an exchange for the first time.
        ///
        /// - Parameter sendsBody: Whether sending must be checked. A body may be sent at once, which only the first check
        ///   detects. If that check came at the end of the timeout, it would double the timeout.
        static func firstLook(_ timeout: Int64, now: Int64, sendsBody: Bool) -> Int64 {
            now + (sendsBody ? max(1_000_000, timeout / 8) : timeout)
        }

        /// Returns when the exchange has been idle for too long, or when to check again; `isIdle` says which.
        func nextLook(_ timeout: Int64, now: Int64, sendsBody: Bool) -> Int64 {
            if isPaused { return .max }
            // Connecting has its own limit.
            if !hasStarted { return now + timeout }
            return sendsBody ? min(last + timeout, Self.firstLook(timeout, now: now, sendsBody: true)) : last + timeout
        }

        /// Whether no data has moved during the timeout, although both sides were ready.
        func isIdle(_ timeout: Int64, now: Int64) -> Bool { !isPaused && hasStarted && last + timeout <= now }
    }
#endif
