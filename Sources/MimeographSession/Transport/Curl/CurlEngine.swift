#if os(Linux)
    import CCurl
    import CLinux
    import Glibc

    /// The way into the thread of a ``CurlTransport``.
    ///
    /// Other threads leave commands here; a ``CurlLoop`` on the thread performs them. The thread is woken only while it sleeps. The
    /// lock is held for a few lines, in which nothing of a caller's runs, so that a command can be left from anywhere: from the
    /// handler of a cancelled task and from a `deinit`, too.
    final class CurlEngine: Sendable {
        /// What the thread can be asked for.
        enum Command {
            /// Begin an exchange.
            case start(CurlTransfer)
            /// End an exchange.
            case cancel(CurlTransfer)
            /// Go on with an exchange that waited for its reader, or for the producer of its body.
            case resume(CurlTransfer)
        }

        /// What the thread has to do next.
        struct Work {
            var commands: [Command] = []
            /// Whether no further exchanges begin.
            var isStopping = false
            /// Whether those under way end, too.
            var isCancelling = false
        }

        private struct State {
            var work = Work()
            var isAsleep = false
            /// The descriptor by which the thread is woken; negative before it has started.
            var wakeUp: Int32 = -1
            var hasEnded = false
        }

        let configuration: CurlTransport.Configuration
        /// What servers are evaluated by; nil where libcurl does that by itself.
        let trust: CurlTrust?
        let readingThreads = BodyReadingThreads()
        private let state = Locked(State())

        init(configuration: CurlTransport.Configuration, trust: CurlTrust? = nil) {
            self.configuration = configuration
            self.trust = trust
        }

        deinit {
            // The thread is gone, since it holds a reference.
            let descriptor = state.withLock { $0.wakeUp }
            if descriptor >= 0 { close(descriptor) }
        }

        /// Begins an exchange; its transfer hears of all that follows.
        ///
        /// - Throws: ``TransportError/Code/invalidated``, and ``TransportError/Code/other`` where the system has no threads or
        ///   descriptors left.
        func start(_ transfer: CurlTransfer) throws(TransportError) {
            try state.withLock { state throws(TransportError) in
                if state.work.isStopping {
                    throw TransportError(
                        .invalidated,
                        "The transport was invalidated and takes no more requests.",
                        remedy: "Make a new one."
                    )
                }
                if state.wakeUp < 0 { state.wakeUp = try startThread() }
                Self.leave(.start(transfer), &state)
            }
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
                state.isAsleep = maySleep && state.work.commands.isEmpty
                defer { state.work.commands = [] }
                return state.work
            }
        }

        /// Lets the thread end, unless a command has come in the meantime. What comes later has no effect: all exchanges are over.
        func end() -> Bool {
            state.withLock { state in
                state.hasEnded = state.work.commands.isEmpty
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
            CurlLibrary.prepare()
            let wakeUp = mimeograph_event_make()
            if wakeUp >= 0 {
                let isStarted = SystemThread.start { [self] in
                    // SAFETY: a name of at most 15 bytes, as a C string that lives through the call.
                    unsafe mimeograph_thread_prepare("mimeo-transport")
                    CurlLoop(engine: self, wakeUp: wakeUp).run()
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
