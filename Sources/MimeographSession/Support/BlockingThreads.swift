#if os(Linux)
    import CLinux
    import Glibc
    import MimeographSupport

    /// Threads for work that may block: reading bodies from disks, and closures of callers.
    ///
    /// Reading a file may take seconds, above all from a network disk, and a caller's closure may take any time. On the engine's
    /// thread, this would delay every other exchange. On one of Swift's threads, one per processor, it would delay every task of
    /// the program. Threads are started on demand, usually at most four, and end when they have been idle for a second.
    ///
    /// Blocking work does not delay other work for long. A standby thread checks fifty times a second. If no work was begun since
    /// its last check, it starts a thread for each waiting item.
    ///
    /// It is unchecked because the compiler cannot see that only the thread with the lock uses `state`.
    @safe
    final class BlockingThreads: @unchecked Sendable {
        private struct State {
            var waiting: [@Sendable () -> Void] = []
            var threads = 0
            var idle = 0
            var begun = 0
            var hasStandby = false
        }

        private static let usualCount = 4
        private var state = State()
        private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool
        private let condition = ThreadCondition()

        /// Makes a set without threads.
        ///
        /// - Parameter startThread: Runs work on a new thread, and returns whether the system could start one.
        init(startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = SystemThread.start) {
            self.startThread = startThread
        }

        /// Runs work on one of the threads, after all earlier work has begun.
        func run(_ work: @escaping @Sendable () -> Void) {
            condition.lock()
            state.waiting.append(work)
            let isShort = state.idle < state.waiting.count
            let needsThread = isShort && state.threads < Self.usualCount
            let needsStandby = isShort && !needsThread && !state.hasStandby
            if needsThread { state.threads += 1 } else { condition.signal() }
            if needsStandby { state.hasStandby = true }
            condition.unlock()
            if needsThread, !startThread({ self.work() }) { threadIsMissing() }
            if needsStandby, !startThread({ self.standBy() }) {
                condition.lock()
                state.hasStandby = false
                condition.unlock()
            }
        }

        /// Handles a thread that the system could not start. Other threads do the work of the missing one. If there are none,
        /// this thread does all waiting work, because other callers may also have failed to start a thread. Meanwhile it counts
        /// as a thread, so that work which adds more work does not come back here.
        private func threadIsMissing() {
            condition.lock()
            if state.threads == 1 { workOff() }
            state.threads -= 1
            condition.unlock()
        }

        private func work() {
            // SAFETY: a name of at most 15 bytes, as a C string that lives through the call.
            unsafe mimeograph_thread_prepare("mimeo-blocking")
            condition.lock()
            repeat { workOff() } while waitASecond()
            state.threads -= 1
            condition.unlock()
        }

        /// Does all waiting work. The lock is held before and after.
        private func workOff() {
            while !state.waiting.isEmpty {
                let work = state.waiting.removeFirst()
                state.begun += 1
                condition.unlock()
                work()
                condition.lock()
            }
        }

        /// Returns whether new work arrived within a second. The lock is held before and after.
        private func waitASecond() -> Bool {
            state.idle += 1
            let end = Monotonic.now + 1_000_000_000
            while state.waiting.isEmpty, condition.wait(until: end) {}
            state.idle -= 1
            return !state.waiting.isEmpty
        }

        /// Checks whether work is stuck, until no work has waited for a second.
        private func standBy() {
            // SAFETY: as above.
            unsafe mimeograph_thread_prepare("mimeo-blocking")
            condition.lock()
            var quietLooks = 0
            while quietLooks < 50 {
                let begun = state.begun
                condition.unlock()
                usleep(20_000)
                condition.lock()
                quietLooks = state.waiting.isEmpty ? quietLooks + 1 : 0
                guard state.begun == begun else { continue }
                let missing = state.waiting.count
                state.threads += missing
                condition.unlock()
                let started = (0..<missing).count(where: { _ in startThread { self.work() } })
                condition.lock()
                state.threads -= missing - started
            }
            state.hasStandby = false
            condition.unlock()
        }
    }
#endif
