#if os(Linux)
    import CLinux
    import Glibc
    import MimeographSupport

    /// Threads for work that may block: reading bodies from disks, and closures of callers.
    ///
    /// Reading a file may take seconds, on a network's disk above all, and a caller's closure may take any time. On the engine's thread
    /// that would hold up every other exchange, and on one of Swift's, of which there is one for each processor, every task of the
    /// program. Threads come as they are needed, at most four while work ends soon, and go when they had nothing to do for a second.
    ///
    /// Work that blocks holds up no other work for long: a thread on standby looks fifty times a second, and starts threads for all
    /// that waits if none of it was begun since its last look.
    ///
    /// It is unchecked because the compiler cannot see that `state` is touched only by the thread that holds the lock.
    @safe
    final class BlockingThreads: @unchecked Sendable {
        private struct State {
            var waiting: [@Sendable () -> Void] = []
            var threads = 0
            var idle = 0
            /// How much work was begun.
            var begun = 0
            var hasStandby = false
        }

        private static let usualCount = 4
        private var state = State()
        private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool
        private let condition = ThreadCondition()

        /// Makes a set without threads.
        ///
        /// - Parameter startThread: Runs work on a new thread; whether there was one to be had.
        init(startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = SystemThread.start) {
            self.startThread = startThread
        }

        /// Does work on one of the threads, after what was asked for before.
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

        /// Where the system makes no more threads, those that run do the work; without any, this one must, all of it: others may
        /// have left theirs to a thread that was not to be had either. It counts as one of the threads meanwhile, so that work that
        /// asks for more work does not come back here.
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

        /// Does all that waits. The lock is held before and after.
        private func workOff() {
            while !state.waiting.isEmpty {
                let work = state.waiting.removeFirst()
                state.begun += 1
                condition.unlock()
                work()
                condition.lock()
            }
        }

        /// Whether there is work again before a second has gone by. The lock is held before and after.
        private func waitASecond() -> Bool {
            state.idle += 1
            let end = Monotonic.now + 1_000_000_000
            while state.waiting.isEmpty, condition.wait(until: end) {}
            state.idle -= 1
            return !state.waiting.isEmpty
        }

        /// Looks whether work stands still, until there was none that waited for a second.
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
