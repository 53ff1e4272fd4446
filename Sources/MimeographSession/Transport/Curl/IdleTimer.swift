#if os(Linux)
    /// When something moved in an exchange, for its limits on time. Times are nanoseconds of ``Monotonic``.
    struct IdleTimer {
        /// When the exchange began to wait for a connection.
        var begun: Int64 = 0
        /// When something moved last.
        var last: Int64 = 0
        /// Whether the reader of the response lets the exchange wait.
        var isReceivingPaused = false
        /// Whether the producer of the request's body does.
        var isSendingPaused = false
        /// Whether the connection is ready, or was.
        private(set) var hasStarted = false
        private var sent: Int64 = 0

        /// Records that the connection is ready.
        mutating func start(at time: Int64) {
            hasStarted = true
            last = time
        }

        /// How long a stream may stand still after a pause before libcurl is told again to go on: 50 ms.
        static let nudgePause: Int64 = 50_000_000

        /// How long the peer may read nothing more of a body that it has answered already: one second.
        static let answeredPause: Int64 = 1_000_000_000

        /// Whether the reader has let the exchange wait before.
        private(set) var wasPaused = false

        /// Records that both sides go on.
        mutating func resume(at time: Int64) {
            if isReceivingPaused { wasPaused = true }
            last = time
            isReceivingPaused = false
            isSendingPaused = false
        }

        /// Whether one of the sides lets the exchange wait.
        var isPaused: Bool { isReceivingPaused || isSendingPaused }

        /// Records how much of the body the system has accepted. libcurl asks for more only when it has sent all it had, so that what goes
        /// out has to be looked at.
        mutating func record(sent: Int64, at time: Int64) {
            if sent == self.sent { return }
            self.sent = sent
            last = time
        }

        /// When to look at an exchange for the first time.
        ///
        /// - Parameter sendsBody: Whether what goes out must be looked at. A body may be gone at once, and is found to be gone at the
        ///   first look only: one at the end of the timeout would double it.
        static func firstLook(_ timeout: Int64, now: Int64, sendsBody: Bool) -> Int64 {
            now + (sendsBody ? max(1_000_000, timeout / 8) : timeout)
        }

        /// When the exchange has been idle for too long, or must be looked at again; the former where ``isIdle(_:now:)``.
        func nextLook(_ timeout: Int64, now: Int64, sendsBody: Bool) -> Int64 {
            if isPaused { return .max }
            // The time to connect has a limit of its own.
            if !hasStarted { return now + timeout }
            return sendsBody ? min(last + timeout, Self.firstLook(timeout, now: now, sendsBody: true)) : last + timeout
        }

        /// Whether nothing has moved for as long as the timeout, though both sides were ready.
        func isIdle(_ timeout: Int64, now: Int64) -> Bool { !isPaused && hasStarted && last + timeout <= now }
    }
#endif
