#if os(Linux)
    import CLinux
    import MimeographSupport

    /// Which of an engine's two threads leads, so that what a caller does after its response may run where the response came.
    ///
    /// To hand a response to another thread and the next request back costs more than the requests themselves where they are small:
    /// a thread that sleeps is to be woken twice. So the thread that leads may go on with a caller's task itself. It lends itself
    /// to the task for that time, and no thread waits for sockets meanwhile. A second thread stands by: when a loan lasts for one or
    /// two milliseconds, it leads from there on, and the first one stands by when it is back. While none stands by, nothing is
    /// lent. So a task that is slow, or waits for another exchange without suspending, holds up the others no longer than that.
    ///
    /// The second thread starts with the first loan. It looks each millisecond while there are loans, and sleeps when there were
    /// none for a few looks.
    ///
    /// It is unchecked because the compiler cannot see that `state` is touched only by the thread that holds the lock.
    @safe
    final class CurlLeadership: @unchecked Sendable {
        private struct State {
            /// Whether the thread that leads runs code of others.
            var isLent = false
            /// How many loans there were, by which one is told from the next.
            var loans = 0
            var hasStandby = false
            /// Whether a second thread was asked for.
            var hasTwoThreads = false
            /// Whether the thread that stands by looks at the loans.
            var isWatched = false
            var hasEnded = false
        }

        /// How long the thread that stands by waits between two looks, in nanoseconds.
        private static let pause: Int64 = 1_000_000
        /// After so many looks without a loan in between it sleeps.
        private static let quietLooks = 8

        private var state = State()
        private let condition = ThreadCondition()

        /// Runs a loop on this thread, which leads, and stands by for the other one, until the loop has ended.
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

        // MARK: The thread that leads

        /// Lends this thread for code of others; its number, or nil where no thread stands by.
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

        /// Ends a loan; whether this thread still leads.
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

        /// Starts the second thread, which may lead from now on; where there is none to be had, nothing is lent.
        private func startStandby(_ loop: CurlLoop) {
            state.hasStandby = SystemThread.start { [self] in
                // SAFETY: a name of at most 15 bytes, as a C string that lives through the call.
                unsafe mimeograph_thread_prepare("mimeo-transport")
                run(loop, isLeading: false)
            }
        }

        // MARK: The thread that stands by

        /// Waits until this thread leads; false where the loop has ended.
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

        /// Waits for a look's time, or until the loop has ended. The lock is held before and after.
        private func waitForNextLook() {
            let end = Monotonic.now + Self.pause
            while !state.hasEnded, condition.wait(until: end) {}
        }
    }
#endif
