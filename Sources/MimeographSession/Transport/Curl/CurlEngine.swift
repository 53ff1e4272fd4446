#if os(Linux)
    import CCurl
    import CLinux
    import Glibc
    import MimeographSupport

    /// The way into the thread of a ``CurlTransport``.
    ///
    /// Other threads leave commands here; a ``CurlLoop`` on the thread performs them. The thread is woken only while it sleeps. The
    /// lock is held for a few lines, in which nothing of a caller's runs, so that a command can be left from anywhere: from the
    /// handler of a cancelled task and from a `deinit`, too.
    ///
    /// While there are few exchanges, a task that waits for a head prefers this engine as its executor. So it begins its exchange on the
    /// engine's thread, and what it does when the head is there may go on there, too: ``CurlLoop`` decides that.
    final class CurlEngine: TaskExecutor {
        /// What the thread can be asked for.
        enum Command {
            /// Begin an exchange.
            case start(CurlTransfer)
            /// End an exchange.
            case cancel(SharedExchange)
            /// Go on with an exchange that waited for its reader, or for the producer of its body.
            case resume(SharedExchange)
        }

        /// What the thread has to do next.
        struct Work {
            var commands: [Command] = []
            /// Tasks that are about to begin an exchange.
            var entries: [UnownedJob] = []
            /// Whether no further exchanges begin.
            var isStopping = false
            /// Whether those under way end, too.
            var isCancelling = false
            /// Whether there is nothing to begin, and nothing to do for exchanges under way.
            var isEmpty: Bool { commands.isEmpty && entries.isEmpty }
        }

        private struct State {
            var work = Work()
            var isAsleep = false
            /// The descriptor by which the thread is woken; negative before it has started.
            var wakeUp: Int32 = -1
            var hasEnded = false
            /// Handles to be used again.
            var spareHandles: [CurlHandle] = []
            /// How many exchanges are under way, as far as is known: the thread says it once a round.
            var exchanges = 0
            /// The thread that resumes tasks at the moment; 0 where there is none.
            var resumer: pthread_t = 0
            /// What it has resumed.
            var resumed: [UnownedJob] = []
        }

        let configuration: CurlTransport.Configuration
        /// What servers are evaluated by; nil where libcurl does that by itself.
        let trust: CurlTrust?
        /// How many exchanges with one origin there may be at once; nil if libcurl limits the connections.
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
            // The thread is gone, since it holds a reference.
            let descriptor = state.withLock { $0.wakeUp }
            if descriptor >= 0 { close(descriptor) }
        }

        /// Begins an exchange. Its transfer is the thread's from now on.
        ///
        /// - Throws: ``TransportError/Code/invalidated``, and ``TransportError/Code/other`` where the system has no threads or
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

        /// How many exchanges are few enough for one thread to go on with their tasks, too. With more of them the thread has enough to do,
        /// and the tasks are better spread over the other processors; where there are two, that pays from eight on.
        static let few = 4

        /// Whether there are few exchanges under way, so that a task may go on at the thread.
        var isQuiet: Bool { state.withLock { $0.exchanges < Self.few } }

        /// A handle for an exchange, used before or new; nil where the system has no memory left.
        func makeHandle() -> CurlHandle? {
            let spare = CurlLibrary.reusesHandles ? state.withLock { $0.spareHandles.popLast() } : nil
            return spare ?? CurlHandle()
        }

        /// Keeps a handle for another exchange, unless there are enough.
        func keep(_ handle: CurlHandle) {
            handle.reset()
            state.withLock { if $0.spareHandles.count < 64 { $0.spareHandles.append(handle) } }
        }

        /// Leaves a command. Without a thread there is nothing to command.
        func submit(_ command: Command) {
            state.withLock { Self.leave(command, &$0) }
        }

        /// Lets the thread end once the exchanges have, or ends them.
        func stop(cancelling: Bool) {
            state.withLock { state in
                state.work.isStopping = true
                if cancelling { state.work.isCancelling = true }
                Self.wake(&state)
            }
        }

        /// Removes and gives what is to be done; called by the thread.
        ///
        /// - Parameter maySleep: Whether the thread is about to wait for sockets if there is nothing.
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
        ///   - exchanges: How many are under way.
        ///   - body: The code.
        /// - Returns: What goes on with the tasks that prefer this engine, which the caller must have run.
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

        /// Has a task that prefers this engine begin its exchange, or go on after it.
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
            // Before there is a thread, and after it has ended.
            if !isTaken { Self.handOver(job) }
        }

        /// Has one of Swift's own threads run a job.
        static func handOver(_ job: UnownedJob) { globalConcurrentExecutor.enqueue(job) }

        /// Runs a job on this thread, as one of Swift's own threads would.
        ///
        /// What it does behind the part that prefers an engine then goes on here, without a change of threads.
        static func run(_ job: UnownedJob) {
            // SAFETY: each job is run once, by the thread that removed it; the executor lives as long as the program.
            unsafe job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
        }

        /// Lets the thread end, unless a command has come in the meantime. What comes later has no effect: all exchanges are over.
        func end() -> Bool {
            state.withLock { state in
                state.hasEnded = state.work.isEmpty
                return state.hasEnded
            }
        }

        private static func leave(_ command: Command, _ state: inout State) {
            // To keep it would keep its exchange, and with it this engine. An exchange that is cancelled before there is a thread
            // knows so by itself.
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
