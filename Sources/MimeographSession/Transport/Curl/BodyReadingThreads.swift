#if os(Linux)
    import CLinux

    /// A few threads that read the bodies of requests from disks.
    ///
    /// Reading a file may take seconds, on a network's disk above all. On the engine's thread that would hold up every other
    /// exchange, and on one of Swift's, of which there is one for each processor, every task of the program. Each piece of work
    /// is one chunk, so that one slow body holds up no more than one thread for long. Threads come as they are needed, at most
    /// four, and go when they had nothing to do for a second.
    ///
    /// It is unchecked because the compiler cannot see that `state` is touched only by the thread that holds the lock.
    @safe
    final class BodyReadingThreads: @unchecked Sendable {
        private struct State {
            var waiting: [@Sendable () -> Void] = []
            var threads = 0
            var idle = 0
        }

        private static let maximumCount = 4
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
            let needsThread = state.idle < state.waiting.count && state.threads < Self.maximumCount
            if needsThread { state.threads += 1 } else { condition.signal() }
            condition.unlock()
            if needsThread, !startThread({ self.work() }) { threadIsMissing() }
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
            unsafe mimeograph_thread_prepare("mimeo-bodies")
            condition.lock()
            repeat { workOff() } while waitASecond()
            state.threads -= 1
            condition.unlock()
        }

        /// Does all that waits. The lock is held before and after.
        private func workOff() {
            while !state.waiting.isEmpty {
                let work = state.waiting.removeFirst()
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
    }
#endif
