#if os(Linux)
    import CLinux
    import MimeographSupport

    /// The leadership between an engine's two threads, so that a caller's code may run on the thread that received its response.
    ///
    /// For small requests, passing the response to another thread and the next request back costs more than the requests
    /// themselves: a sleeping thread must be woken twice. So the leading thread may continue a caller's task itself. The thread
    /// is lent to the task for that time, and no thread waits for sockets meanwhile.
    ///
    /// A second thread stands by. If a loan lasts for one or two milliseconds, the second thread takes over the lead, and the
    /// first one stands by when it returns. While no thread stands by, no thread is lent. A task that is slow, or that waits for
    /// another exchange without suspending, therefore delays the others no longer than that.
    ///
    /// The second thread starts with the first loan. It checks each millisecond while there are loans, and sleeps after a few
    /// checks without one.
    ///
    /// It is unchecked because the compiler cannot see that only the thread that holds the lock accesses `state`.
    @safe
    final class CurlLeadership: @unchecked Sendable {
        private struct State {
            /// Whether the leading thread runs a caller's code.
            var isLent = false
            /// The number of loans, which identifies a loan.
            var loans = 0
            var hasStandby = false
            /// Whether a second thread was requested.
            var hasTwoThreads = false
            /// Whether the standby thread checks the loans.
            var isWatched = false
            var hasEnded = false
        }

        /// The time between two checks of the standby thread, in nanoseconds.
        private static let pause: Int64 = 1_000_000
        /// The number of checks without a loan after which the standby thread sleeps.
        private static let quietLooks = 8

        private var state = State()
        private let condition = ThreadCondition()

        /// Runs a loop on this thread, which alternates between leading and standing by until the loop has ended.
        func run(_ loop: CurlLoop, isLeading: Bool) {
            var isLeading = isLeading
            while isLeading || standBy() {
                if loop.lead(self) {
                    end()
                    return
                }
                isLeading = false
            }
        }

        // MARK: The leading thread

        /// Lends this thread to a caller's code. Returns the loan's number, or nil if no thread stands by.
        func lend(_ loop: CurlLoop) -> Int? {
            condition.lock()
            defer { condition.unlock() }
            if !state.hasTwoThreads {
                state.hasTwoThreads = true
                startStandby(loop)
            }
            guard state.hasStandby else { return nil }
            state.isLent = true
            state.loans += 1
            if !state.isWatched {
                state.isWatched = true
                condition.signal()
            }
            return state.loans
        }

        /// Ends a loan. Returns whether this thread still leads.
        func reclaim(_ loan: Int) -> Bool {
            condition.lock()
            defer { condition.unlock() }
            guard state.isLent, state.loans == loan else { return false }
            state.isLent = false
            return true
        }

        private func end() {
            condition.lock()
            state.hasEnded = true
            condition.signal()
            condition.unlock()
        }

        /// Starts the second thread, which may lead from now on. If the system has no thread left, no thread is lent.
        private func startStandby(_ loop: CurlLoop) {
            state.hasStandby = SystemThread.start { [self] in
                // SAFETY: a name of at most 15 bytes, as a C string that lives through the call.
                unsafe mimeograph_thread_prepare("mimeo-transport")
                run(loop, isLeading: false)
            }
        }

        // MARK: The standby thread

        /// Waits until this thread leads. Returns false if the loop has ended.
        private func standBy() -> Bool {
            condition.lock()
            defer { condition.unlock() }
            state.hasStandby = true
            var quiet = 0
            while !state.hasEnded {
                guard state.isWatched else {
                    condition.wait()
                    quiet = 0
                    continue
                }
                let (wasLent, loans) = (state.isLent, state.loans)
                waitForNextLook()
                if state.loans != loans {
                    quiet = 0
                } else if wasLent, state.isLent {
                    state.isLent = false
                    state.isWatched = false
                    state.hasStandby = false
                    return true
                } else {
                    quiet += 1
                    if quiet == Self.quietLooks { state.isWatched = false }
                }
            }
            return false
        }

        /// Waits for the time between two checks, or until the loop has ended. The lock is held before and after.
        private func waitForNextLook() {
            let end = Monotonic.now + Self.pause
            while !state.hasEnded, condition.wait(until: end) {}
        }
    }
#endif
