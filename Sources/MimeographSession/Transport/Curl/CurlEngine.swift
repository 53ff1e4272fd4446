#if os(Linux)
    import CCurl
    import CLinux
    import Glibc
    import MimeographSupport

    /// The interface to the thread of a ``CurlTransport``.
    ///
    /// Other threads submit commands here, and a ``CurlLoop`` on the engine's thread performs them. The thread is woken only
    /// while it sleeps. The lock is held for a few lines that run no code of callers. A command can therefore be submitted from
    /// anywhere, even from a cancellation handler or a `deinit`.
    ///
    /// While there are few exchanges, a task that waits for a head prefers this engine as its executor. The task starts its
    /// exchange on the engine's thread and may continue there when the head arrives; ``CurlLoop`` decides that.
    final class CurlEngine: TaskExecutor {
        enum Command {
            case start(CurlTransfer)
            case cancel(SharedExchange)
            /// Continue an exchange that waited for its reader or for the producer of its body.
            case resume(SharedExchange)
        }

        struct Work {
            var commands: [Command] = []
            /// Tasks that are about to start an exchange.
            var entries: [UnownedJob] = []
            /// Whether no further exchanges start.
            var isStopping = false
            /// Whether the running exchanges end, too.
            var isCancelling = false
            /// Whether both lists are empty.
            var isEmpty: Bool { commands.isEmpty && entries.isEmpty }
        }

        private struct State {
            var work = Work()
            var isAsleep = false
            /// The descriptor that wakes the thread; negative before the thread has started.
            var wakeUp: Int32 = -1
            var hasEnded = false
            var spareHandles: [CurlHandle] = []
            /// The number of running exchanges, which the thread updates once a round.
            var exchanges = 0
            /// The thread that currently resumes tasks, or 0.
            var resumer: pthread_t = 0
            /// The jobs that it has resumed.
            var resumed: [UnownedJob] = []
        }

        let configuration: CurlTransport.Configuration
        /// The policy and the authorities for evaluating servers; nil if libcurl verifies servers itself.
        let trust: CurlTrust?
        /// The maximum number of simultaneous exchanges with one origin; nil if libcurl limits the connections.
        let exchangesPerOrigin: Int?
        let readingThreads = BlockingThreads()
        private let state = Locked(State())

        init(
            configuration: CurlTransport.Configuration,
            trust: CurlTrust? = nil,
            exchangesPerOrigin: Int? = nil
        ) {
            self.configuration = configuration
            self.trust = trust
            self.exchangesPerOrigin = exchangesPerOrigin.flatMap { $0 > 0 ? $0 : nil }
        }

        deinit {
            // The thread has ended, because it holds a reference.
            let descriptor = state.withLock { $0.wakeUp }
            if descriptor >= 0 { close(descriptor) }
        }

        /// Starts an exchange. From now on, its transfer belongs to the thread.
        ///
        /// - Throws: ``TransportError/Code/invalidated``, and ``TransportError/Code/other`` if the system has no threads or
        ///   descriptors left.
        func start(_ transfer: sending CurlTransfer) throws(TransportError) {
            try state.withLock { state throws(TransportError) in
                if state.work.isStopping {
                    throw TransportError(
                        .invalidated,
                        "The transport was invalidated and takes no more requests.",
                        remedy: "Make a new one."
                    )
                }
                if state.wakeUp < 0 { state.wakeUp = try startThread() }
                state.exchanges += 1
                Self.leave(.start(transfer), &state)
            }
        }

        /// The number of exchanges from which the thread no longer continues their tasks. With more exchanges, the tasks are
        /// better spread over the other processors; with two processors, that pays from eight on.
        static let few = 4

        /// Whether there are few running exchanges, so that a task may continue on the thread.
        var isQuiet: Bool { state.withLock { $0.exchanges < Self.few } }

        /// Returns a reused or new handle for an exchange, or nil if the system has no memory left.
        func makeHandle() -> CurlHandle? {
            let spare = CurlLibrary.reusesHandles ? state.withLock { $0.spareHandles.popLast() } : nil
            return spare ?? CurlHandle()
        }

        /// Stores a handle for another exchange, unless enough handles are stored.
        func keep(_ handle: CurlHandle) {
            handle.reset()
            state.withLock { if $0.spareHandles.count < 64 { $0.spareHandles.append(handle) } }
        }

        /// Submits a command, which is dropped if the thread does not run.
        func submit(_ command: Command) {
            state.withLock { Self.leave(command, &$0) }
        }

        /// Lets the thread end after its exchanges, or ends them now.
        func stop(cancelling: Bool) {
            state.withLock { state in
                state.work.isStopping = true
                if cancelling { state.work.isCancelling = true }
                Self.wake(&state)
            }
        }

        /// Removes and returns the pending work; called by the thread.
        ///
        /// - Parameter maySleep: Whether the thread waits for sockets if nothing is pending.
        func nextWork(maySleep: Bool) -> Work {
            state.withLock { state in
                state.isAsleep = maySleep && state.work.isEmpty
                defer {
                    state.work.commands = []
                    state.work.entries = []
                }
                return state.work
            }
        }

        /// Runs code that resumes tasks of exchanges; called by the thread.
        ///
        /// - Parameters:
        ///   - exchanges: The number of running exchanges.
        ///   - body: The code.
        /// - Returns: The jobs of resumed tasks that prefer this engine. The caller must run them.
        func resuming(exchanges: Int, _ body: () -> Void) -> [UnownedJob] {
            state.withLock { state in
                state.resumer = pthread_self()
                state.exchanges = exchanges
            }
            body()
            return state.withLock { state in
                state.resumer = 0
                defer { state.resumed = [] }
                return state.resumed
            }
        }

        /// Schedules a job of a task that prefers this engine, which starts or continues an exchange.
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let isTaken = state.withLock { state in
                if state.resumer != 0, state.resumer == pthread_self() {
                    state.resumed.append(job)
                    return true
                }
                guard state.wakeUp >= 0, !state.hasEnded else { return false }
                state.work.entries.append(job)
                Self.wake(&state)
                return true
            }
            // The thread has not started yet, or has ended.
            if !isTaken { Self.handOver(job) }
        }

        /// Runs a job on one of Swift's own threads.
        static func handOver(_ job: UnownedJob) { globalConcurrentExecutor.enqueue(job) }

        /// Runs a job on this thread, as one of Swift's own threads would.
        ///
        /// Code of the task after the part that prefers an engine then continues here, without a change of threads.
        static func run(_ job: UnownedJob) {
            // SAFETY: each job runs once, on the thread that removed it; the executor lives as long as the program.
            unsafe job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
        }

        /// Lets the thread end unless work has arrived in the meantime. Later commands have no effect, because all exchanges are
        /// over.
        func end() -> Bool {
            state.withLock { state in
                state.hasEnded = state.work.isEmpty
                return state.hasEnded
            }
        }

        private static func leave(_ command: Command, _ state: inout State) {
            // A stored command would retain its exchange and this engine. An exchange that is cancelled before the thread starts
            // checks for that itself.
            guard !state.hasEnded, state.wakeUp >= 0 else { return }
            state.work.commands.append(command)
            wake(&state)
        }

        private static func wake(_ state: inout State) {
            guard state.isAsleep else { return }
            state.isAsleep = false
            mimeograph_event_signal(state.wakeUp)
        }

        private func startThread() throws(TransportError) -> Int32 {
            let wakeUp = mimeograph_event_make()
            if wakeUp >= 0 {
                let isStarted = SystemThread.start { [self] in
                    // SAFETY: a name of at most 15 bytes, as a C string that lives through the call.
                    unsafe mimeograph_thread_prepare("mimeo-transport")
                    CurlLeadership().run(CurlLoop(engine: self, wakeUp: wakeUp), isLeading: true)
                }
                if isStarted { return wakeUp }
                close(wakeUp)
            }
            throw TransportError(
                .other,
                "The system has no thread or no descriptor left for a transport.",
                remedy: "Use one transport for many requests, and raise the process's limits."
            )
        }
    }
#endif
