#if os(Linux)
    import CLinux
    import Glibc

    /// A few threads that read the bodies of requests from disks.
    ///
    /// Reading a file may take seconds, on a network's disk above all. On the engine's thread that would hold up every other
    /// exchange, and on one of Swift's, of which there is one for each processor, every task of the program. Each piece of work
    /// is one chunk, so that one slow body holds up no more than one thread for long. Threads come as they are needed, at most
    /// four, and go when they had nothing to do for a second.
    ///
    /// It is unchecked because the compiler cannot see that `state` is touched only by the thread that holds the mutex.
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
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let condition: UnsafeMutablePointer<pthread_cond_t>

        /// Makes a set without threads.
        ///
        /// - Parameter startThread: Runs work on a new thread; whether there was one to be had.
        init(startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = SystemThread.start) {
            self.startThread = startThread
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

        /// Does work on one of the threads, after what was asked for before.
        func run(_ work: @escaping @Sendable () -> Void) {
            lock()
            state.waiting.append(work)
            let needsThread = state.idle < state.waiting.count && state.threads < Self.maximumCount
            if needsThread { state.threads += 1 } else { signal() }
            unlock()
            if needsThread, !startThread({ self.work() }) { threadIsMissing() }
        }

        /// Where the system makes no more threads, those that run do the work; without any, this one must, all of it: others may
        /// have left theirs to a thread that was not to be had either. It counts as one of the threads meanwhile, so that work that
        /// asks for more work does not come back here.
        private func threadIsMissing() {
            lock()
            if state.threads == 1 { workOff() }
            state.threads -= 1
            unlock()
        }

        private func work() {
            // SAFETY: a name of at most 15 bytes, as a C string that lives through the call.
            unsafe mimeograph_thread_prepare("mimeo-bodies")
            lock()
            repeat { workOff() } while waitASecond()
            state.threads -= 1
            unlock()
        }

        /// Does all that waits. The lock is held before and after.
        private func workOff() {
            while !state.waiting.isEmpty {
                let work = state.waiting.removeFirst()
                unlock()
                work()
                lock()
            }
        }

        /// Whether there is work again before a second has gone by. The lock is held before and after.
        private func waitASecond() -> Bool {
            var end = timespec()
            state.idle += 1
            // SAFETY: the variable is of the type that the calls want, and the lock is held.
            unsafe clock_gettime(CLOCK_MONOTONIC, &end)
            end.tv_sec += 1
            var status: Int32 = 0
            while state.waiting.isEmpty, status == 0 {
                // SAFETY: as above.
                status = unsafe pthread_cond_timedwait(condition, mutex, &end)
            }
            state.idle -= 1
            return !state.waiting.isEmpty
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
