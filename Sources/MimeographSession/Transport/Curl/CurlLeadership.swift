#if os(Linux)
    import CLinux
    import Glibc

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
    /// It is unchecked because the compiler cannot see that `state` is touched only by the thread that holds the mutex.
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
        private static let pause = 1_000_000
        /// After so many looks without a loan in between it sleeps.
        private static let quietLooks = 8

        private var state = State()
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let condition: UnsafeMutablePointer<pthread_cond_t>

        init() {
            // SAFETY: both are this object's alone, initialised here and freed in `deinit`.
            unsafe mutex = .allocate(capacity: 1)
            unsafe mutex.initialize(to: pthread_mutex_t())
            _ = unsafe pthread_mutex_init(mutex, nil)
            unsafe condition = .allocate(capacity: 1)
            unsafe condition.initialize(to: pthread_cond_t())
            var attributes = pthread_condattr_t()
            _ = unsafe pthread_condattr_init(&attributes)
            _ = unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            _ = unsafe pthread_cond_init(condition, &attributes)
            _ = unsafe pthread_condattr_destroy(&attributes)
        }

        deinit {
            // SAFETY: each thread holds a reference while it runs, so no thread waits or holds the lock any more.
            _ = unsafe pthread_cond_destroy(condition)
            _ = unsafe pthread_mutex_destroy(mutex)
            unsafe condition.deallocate()
            unsafe mutex.deallocate()
        }

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
            lock()
            defer { unlock() }
            if !state.hasTwoThreads {
                state.hasTwoThreads = true
                startStandby(loop)
            }
            guard state.hasStandby else { return nil }
            state.isLent = true
            state.loans += 1
            if !state.isWatched {
                state.isWatched = true
                signal()
            }
            return state.loans
        }

        /// Ends a loan; whether this thread still leads.
        func reclaim(_ loan: Int) -> Bool {
            lock()
            defer { unlock() }
            guard state.isLent, state.loans == loan else { return false }
            state.isLent = false
            return true
        }

        private func end() {
            lock()
            state.hasEnded = true
            signal()
            unlock()
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
            lock()
            defer { unlock() }
            state.hasStandby = true
            var quiet = 0
            while !state.hasEnded {
                guard state.isWatched else {
                    // SAFETY: both live as long as the object, and the lock is held.
                    _ = unsafe pthread_cond_wait(condition, mutex)
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
            var end = timespec()
            // SAFETY: the variable is of the type that the calls want, and the lock is held.
            unsafe clock_gettime(CLOCK_MONOTONIC, &end)
            end.tv_nsec += Self.pause
            if end.tv_nsec >= 1_000_000_000 {
                end.tv_nsec -= 1_000_000_000
                end.tv_sec += 1
            }
            var status: Int32 = 0
            while status == 0, !state.hasEnded {
                // SAFETY: as above.
                status = unsafe pthread_cond_timedwait(condition, mutex, &end)
            }
        }

        private func lock() {
            // SAFETY: the mutex is initialised as long as the object lives.
            _ = unsafe pthread_mutex_lock(mutex)
        }

        private func unlock() {
            // SAFETY: as above.
            _ = unsafe pthread_mutex_unlock(mutex)
        }

        private func signal() {
            // SAFETY: the condition is initialised as long as the object lives.
            _ = unsafe pthread_cond_signal(condition)
        }
    }
#endif
