#if os(Linux)
    /// When something moved in an exchange, for its idle timeout. Times are nanoseconds of ``Monotonic``.
    struct CurlMovement {
        /// When something moved last.
        var last: Int64 = 0
        /// Whether the reader of the response lets the exchange wait.
        var isReceivingPaused = false
        /// Whether the producer of the request's body does.
        var isSendingPaused = false
        private var hasStarted = false
        private var sent: Int64 = 0

        /// Notes that the connection is ready.
        mutating func start(at time: Int64) {
            hasStarted = true
            last = time
        }

        /// How long a stream may stand still after a pause before libcurl is told again to go on: 50 ms.
        static let nudgePause: Int64 = 50_000_000

        /// Whether the reader has let the exchange wait before.
        private(set) var wasPaused = false

        /// Notes that both sides go on.
        mutating func resume(at time: Int64) {
            if isReceivingPaused { wasPaused = true }
            last = time
            isReceivingPaused = false
            isSendingPaused = false
        }

        /// Whether one of the sides lets the exchange wait.
        var isPaused: Bool { isReceivingPaused || isSendingPaused }

        /// When the exchange has been idle for too long, as far as is known now; it has been where that is not after `now`.
        mutating func end(_ timeout: Int64, now: Int64, handle: CurlHandle?, sendsBody: Bool) -> Int64 {
            if isPaused { return .max }
            if !hasStarted {
                // The time to connect has a limit of its own. Where libcurl does not tell when it is over, it is asked.
                guard !CurlLibrary.tellsStart, handle?.isConnected == true else { return now + timeout }
                start(at: now)
            }
            guard sendsBody, let handle else { return last + timeout }
            // libcurl asks for more of the body only when it has sent all it had, so what goes out is looked at as well.
            let sent = handle.bytesSent
            if sent != self.sent {
                self.sent = sent
                last = now
            }
            let end = last + timeout
            return end <= now ? end : min(end, now + max(1_000_000, timeout / 8))
        }
    }
#endif
