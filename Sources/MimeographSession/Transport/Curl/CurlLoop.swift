#if os(Linux)
    import CCurl
    import MimeographSupport

    /// What the thread of a ``CurlTransport`` does: it waits for sockets, timers and commands, and lets libcurl move all exchanges.
    ///
    /// libcurl says through two callbacks which sockets it waits for and when it wants to be called anyway; epoll does the waiting,
    /// so that an exchange that stands still costs nothing. Each round first handles what came, then what has ended, and
    /// then resumes the waiting tasks, each once: a small response is handed over whole, with one change of threads.
    ///
    /// All of it, and all that libcurl calls back, runs on that one thread.
    ///
    /// After that the thread may go on with a resumed task itself; another thread leads where that takes long. See ``CurlLeadership``.
    ///
    /// It is unchecked because the compiler cannot see that only the thread that leads touches it, and that the next one leads after a
    /// lock was held by both.
    @safe
    final class CurlLoop: @unchecked Sendable {
        let engine: CurlEngine
        private let wakeUp: Int32
        private var poller: EventPoller?
        private var multi: CurlMulti?
        /// Exchanges under way, by what they share with their readers.
        private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
        /// Those whose tasks may have something to be resumed for.
        private var changed: [SharedExchange] = []
        /// Those that may have their whole answer before their request has ended, for which libcurl may wait.
        private var answered: [CurlTransfer] = []
        private var origins: OriginQueues
        /// Whether all exchanges are being ended, so that none begins in the place of another.
        private var isCancelling = false
        /// Exchanges that libcurl has been told a window for as a rate, which it is not to keep to.
        private var limited: [CurlTransfer] = []
        /// The streams of HTTP/2 that exchanges go by.
        var streams = CurlStreams()
        /// The sockets of connections that libcurl may use again.
        private var sockets = ConnectionSockets()
        /// When libcurl wants to be called, in nanoseconds of ``Monotonic``.
        private var curlTime: Int64?
        /// When to look for exchanges that have been idle for too long.
        private var idleTime: Int64 = .max
        /// The time of this round.
        private(set) var now = Monotonic.now
        /// What goes on with tasks that were resumed.
        private var resumed: [UnownedJob] = []
        /// Until when no task goes on here, since one took long.
        private var restTime: Int64 = 0

        init(engine: CurlEngine, wakeUp: Int32) {
            self.engine = engine
            self.wakeUp = wakeUp
            origins = OriginQueues(limit: engine.exchangesPerOrigin)
        }

        /// Works until the engine is stopped and no exchange is left, or until another thread leads.
        ///
        /// - Returns: Whether the work is done.
        func lead(_ leadership: CurlLeadership) -> Bool {
            prepare()
            // The thread that led is busy with one task; the others are not to wait for it.
            if !resumed.isEmpty {
                restTime = Monotonic.now + Self.longestRest
                handOver(resumed)
                resumed = []
            }
            while true {
                var work = engine.nextWork(maySleep: !isDue)
                if work.isEmpty, !work.isCancelling, !(work.isStopping && transfers.isEmpty) {
                    wait()
                    work = engine.nextWork(maySleep: false)
                } else {
                    now = Monotonic.now
                }
                if !work.entries.isEmpty {
                    begin(&work)
                    // What tasks do before they begin takes its time.
                    now = Monotonic.now
                }
                for command in work.commands { perform(command) }
                if work.isCancelling {
                    isCancelling = true
                    for transfer in transfers.values { end(transfer, .cancelled) }
                    isCancelling = false
                }
                if let time = curlTime, time <= now {
                    curlTime = nil
                    multi?.timeIsUp()
                    resumeLimited()
                }
                collectFinished()
                endAnswered()
                if idleTime <= now { endIdle() }
                resumeTasks()
                if work.isStopping, transfers.isEmpty, resumed.isEmpty, engine.end() { break }
                if !resumed.isEmpty, !goOn(leadership) { return false }
            }
            multi?.close()
            return true
        }

        /// Lets tasks begin their exchanges, which leave commands for that.
        private func begin(_ work: inout CurlEngine.Work) {
            while !work.entries.isEmpty {
                resumed += engine.resuming(exchanges: transfers.count) {
                    for job in work.entries { CurlEngine.run(job) }
                }
                let commands = work.commands
                work = engine.nextWork(maySleep: false)
                work.commands = commands + work.commands
            }
        }

        /// Goes on with tasks that were resumed, some of them here.
        ///
        /// - Returns: Whether this thread still leads.
        private func goOn(_ leadership: CurlLeadership) -> Bool {
            let count = now < restTime || !Self.lends ? 0 : min(resumed.count, CurlEngine.few)
            handOver(resumed[count...])
            resumed.removeSubrange(count...)
            while !resumed.isEmpty {
                let job = resumed.removeFirst()
                let start = Monotonic.ofThread
                // From here until the loan has ended another thread may lead, so that nothing of the loop's may be touched.
                guard let loan = leadership.lend(self) else {
                    handOver([job] + resumed)
                    resumed = []
                    break
                }
                CurlEngine.run(job)
                guard leadership.reclaim(loan) else { return false }
                let time = Monotonic.ofThread - start
                if time > Self.longTime { restTime = Monotonic.now + min(16 * time, Self.longestRest) }
            }
            return true
        }

        /// A task that takes more of a processor's time than this, in nanoseconds, is long. What a busy machine gives to others counts
        /// for nothing, and a task that waits is the second thread's matter.
        private static let longTime: Int64 = 200_000

        /// For how long at most no task goes on here after a long one, in nanoseconds.
        private static let longestRest: Int64 = 100_000_000
        /// Whether callers' tasks go on at this thread at all.
        #if MIMEOGRAPH_WITHOUT_LENDING
            private static let lends = false
        #else
            private static let lends = true
        #endif

        private func handOver(_ jobs: some Sequence<UnownedJob>) {
            for job in jobs { CurlEngine.handOver(job) }
        }

        /// Makes what the loop stands on, unless it is there; where the system has nothing left, each start tries again.
        private func prepare() {
            if poller == nil { poller = EventPoller(wakeUp: wakeUp) }
            if multi == nil {
                multi = CurlMulti(engine.configuration)
                multi?.setCallbacks(to: self)
            }
        }

        /// Whether libcurl wants to be called now.
        private var isDue: Bool { curlTime.map { $0 <= now } ?? false }

        private func wait() {
            let time = min(curlTime ?? .max, idleTime)
            let milliseconds: Int32
            if time == .max {
                milliseconds = -1
            } else {
                let left = max(0, time - Monotonic.now)
                milliseconds = Int32(clamping: left / 1_000_000 + (left % 1_000_000 == 0 ? 0 : 1))
            }
            let count = poller?.wait(milliseconds: milliseconds) ?? EventPoller.pause()
            now = Monotonic.now
            for index in 0..<count {
                guard let (descriptor, events) = poller?[index], descriptor != wakeUp else { continue }
                multi?.act(on: descriptor, events)
            }
            resumeLimited()
        }

        // MARK: Commands

        private func perform(_ command: CurlEngine.Command) {
            switch command {
            case .start(let transfer): start(transfer)
            // One that is not under way has ended, or has not begun and finds out then.
            case .cancel(let shared):
                if let transfer = transfers[ObjectIdentifier(shared)] { end(transfer, .cancelled) }
            case .resume(let shared):
                guard let transfer = transfers[ObjectIdentifier(shared)] else { return }
                transfer.resume()
                lookLater(at: transfer)
                if let time = transfer.nudge(now) { idleTime = min(idleTime, time) }
            }
        }

        private func start(_ transfer: CurlTransfer) {
            // It was cancelled before its task came to wait, which nothing has resumed yet.
            if transfer.shared.isAbandoned { return refuse(transfer, .cancelled) }
            prepare()
            guard multi != nil, poller != nil, transfer.handle != nil else { return refuse(transfer, .exhausted) }
            if transfer.setUp != CURLE_OK { return refuse(transfer, .curl(transfer.setUp, transfer)) }
            transfer.begin(on: self)
            transfers[ObjectIdentifier(transfer.shared)] = transfer
            if let time = transfer.connectionLook { idleTime = min(idleTime, time) }
            if origins.enter(transfer) { add(transfer) }
        }

        /// Ends an exchange that does not begin.
        private func refuse(_ transfer: CurlTransfer, _ error: TransportError) {
            transfer.end(.failed(error))
            changed.append(transfer.shared)
        }

        /// Lets libcurl move an exchange.
        private func add(_ transfer: CurlTransfer) {
            guard let handle = transfer.handle else { return }
            guard multi?.add(handle) == true else { return end(transfer, .exhausted) }
            transfer.body?.start { [shared = transfer.shared] in shared.engine.submit(.resume(shared)) }
            lookLater(at: transfer)
        }

        private func lookLater(at transfer: CurlTransfer) {
            guard let timeout = transfer.idleTimeout else { return }
            idleTime = min(idleTime, IdleTimer.firstLook(timeout, now: now, sendsBody: transfer.body != nil))
        }

        // MARK: Ends

        /// Ends the exchanges that libcurl has finished.
        private func collectFinished() {
            while let (transfer, status) = multi?.nextDone() {
                if status == CURLE_OK || transfer.hasBodilessRefusal {
                    end(transfer, transfer.doubtAboutEnd)
                    continue
                }
                // Other streams of the connection may go on, so that it is not ended.
                if restart(transfer) { continue }
                if Self.endsSession(status) || transfer.hasBrokenSession { transfer.retireConnection() }
                // Source: RFC 9112 §9.6, RFC 9113 §8.1: a server may answer in full and end the connection or the stream because
                // it wants no more of the request's body; the answer counts.
                end(transfer, Self.isLoss(status) && transfer.isCounted ? nil : .curl(status, transfer))
            }
        }

        /// Begins an exchange again that the peer has not processed; whether it may, and there was memory for that.
        private func restart(_ transfer: CurlTransfer) -> Bool {
            guard let multi, let handle = transfer.handle, transfer.restart() else { return false }
            multi.remove(handle)
            return multi.add(handle)
        }

        /// Whether a failure is that of a whole connection. libcurl keeps one of HTTP/2 for the next request all the same, which
        /// would wait on it in vain. Source: RFC 9113 §5.4.1.
        private static func endsSession(_ status: CURLcode) -> Bool {
            [CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_GOT_NOTHING, CURLE_OPERATION_TIMEDOUT].contains(
                status
            )
        }

        /// Whether a failure tells no more than that the connection, or the stream, was ended.
        private static func isLoss(_ status: CURLcode) -> Bool {
            [CURLE_HTTP2_STREAM, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE].contains(status)
        }

        /// Ends the exchanges that have their whole answer and whose request stands still, unless libcurl has.
        private func endAnswered() {
            if answered.isEmpty { return }
            for transfer in answered where transfer.handle != nil {
                switch transfer.answer {
                case .open: continue
                case .whole where transfer.mayStopSending: end(transfer, nil)
                // What still flows may be what the server answers to; it is looked at again.
                case .whole: idleTime = min(idleTime, now + IdleTimer.answeredPause)
                case .unclear: if !transfer.outgoing.isRefused { transfer.endBody() }
                }
            }
            answered.removeAll()
        }

        /// Ends an exchange, well if there is no error.
        private func end(_ transfer: CurlTransfer, _ error: TransportError?) {
            guard let handle = transfer.handle else { return }
            changed.append(transfer.shared)
            // libcurl keeps a connection of HTTP/2 on which one stream was cancelled; the next request would wait on one that is dead.
            if error?.code == .timedOut { handle.forbidReuse() }
            if error != nil { transfer.forbidReuseIfUnanswered() }
            // Before the body is told to stop: no callback may take its end for the body's.
            multi?.remove(handle)
            let next = origins.leave(transfer)
            defer { if let next, !isCancelling { add(next) } }
            if let stream = transfer.route.stream { streams.remove(stream) }
            transfer.end(error.map { .failed($0) } ?? .complete)
            transfers[ObjectIdentifier(transfer.shared)] = nil
            // A handle that was stopped on its way may keep something of that: libcurl 7.88 keeps that it was paused.
            let isClean = error == nil && !transfer.idleTimer.isPaused && !transfer.outgoing.isRefused
            if isClean, CurlLibrary.reusesHandles {
                engine.keep(handle)
            } else {
                handle.stopReports()
                transfer.shared.spend(handle)
            }
        }

        /// Ends exchanges that wait for a connection, or in which nothing moved, for too long, and finds out when to look again.
        ///
        /// Each movement puts off an exchange's end, so the time to look is at most too early. Looking goes over all exchanges and
        /// is therefore not done more often than 64 times within the shortest timeout.
        private func endIdle() {
            var next = Int64.max
            var pause = Int64.max
            for transfer in transfers.values {
                if let time = transfer.nudge(now) { next = min(next, time) }
                transfer.lookAtConnection(now)
                if !transfer.idleTimer.hasStarted, let timeout = transfer.connectTimeout,
                    let time = transfer.connectionLook
                {
                    if time <= now {
                        end(transfer, .notConnected(after: timeout))
                        continue
                    }
                    next = min(next, time)
                }
                if let time = transfer.answeredLook(now) {
                    if time <= now {
                        end(transfer, nil)
                        continue
                    }
                    next = min(next, time)
                }
                guard let timeout = transfer.idleTimeout else { continue }
                pause = min(pause, max(1_000_000, timeout / 64))
                if transfer.idleTimer.isIdle(timeout, now: now) {
                    end(transfer, .idle(for: timeout))
                } else {
                    next = min(next, transfer.idleTimer.nextLook(timeout, now: now, sendsBody: transfer.body != nil))
                }
            }
            idleTime = next == .max ? .max : max(next, now + min(pause, 1_000_000_000))
        }

        /// Resumes the tasks that wait for what has come. Those with small responses may go on here.
        private func resumeTasks() {
            if changed.isEmpty { return }
            var others: [SharedExchange] = []
            resumed += engine.resuming(exchanges: transfers.count) {
                for exchange in changed {
                    if exchange.hasSmallResponse { exchange.resumeTasks() } else { others.append(exchange) }
                }
            }
            if !others.isEmpty {
                handOver(
                    engine.resuming(exchanges: transfers.count) { for exchange in others { exchange.resumeTasks() } }
                )
            }
            changed.removeAll(keepingCapacity: true)
        }

        // MARK: What libcurl asks for

        /// Records that an exchange has something for its task.
        func recordChange(of exchange: SharedExchange) { changed.append(exchange) }

        /// Records that an exchange may have its whole answer, and need not send the rest of its body.
        func recordAnswer(of transfer: CurlTransfer) { answered.append(transfer) }

        /// Records that an exchange has a limit on its rate, which is to be taken back before libcurl looks at it.
        func recordLimit(of transfer: CurlTransfer) { limited.append(transfer) }

        /// Takes back the limits on rates.
        func liftLimits() {
            if limited.isEmpty { return }
            for transfer in limited { transfer.liftLimit() }
            limited.removeAll(keepingCapacity: true)
        }

        /// Moves what libcurl may hold back for a limit on its rate, where it has not said that it had read all.
        private func resumeLimited() {
            if limited.isEmpty { return }
            let transfers = limited
            liftLimits()
            for transfer in transfers where !transfer.idleTimer.isPaused { transfer.handle?.nudge() }
        }

        func watch(_ descriptor: Int32, for wanted: Int32, _ transfer: CurlTransfer?) {
            _ = poller?.watch(descriptor, for: wanted)
            transfer?.recordWatch(wanted)
        }

        /// Records which socket a connection has.
        func record(_ connection: ConnectionEnds, _ socket: ConnectionSocket) { sockets.record(connection, socket) }

        /// The socket of a connection that libcurl uses again.
        func socket(of connection: ConnectionEnds) -> ConnectionSocket? { sockets[connection] }

        /// Ends a connection that a request is about to go out by, where that would be of no use: one of HTTP/1 on which something has
        /// come that was not asked for, which would be taken for the next response, and one of HTTP/2 that the peer has closed while
        /// nothing went by it.
        ///
        /// Source: RFC 9112 §6.3, on data behind the last response; RFC 9113 §5.4.1, §6.8.
        ///
        /// - Parameters:
        ///   - connection: Its ends.
        ///   - socket: Its socket.
        ///   - hasInput: Whether TLS holds some that was read from the socket.
        ///   - transfer: Whose request it is.
        func retireIfSpoiled(
            _ connection: ConnectionEnds,
            _ socket: ConnectionSocket,
            hasInput: Bool,
            for transfer: CurlTransfer
        ) -> Bool {
            if socket.isHTTP2 {
                guard mimeograph_socket_is_closing(socket.descriptor) != 0,
                    !transfers.values.contains(where: { $0 !== transfer && $0.route.connection == connection })
                else { return false }
            } else if !hasInput, mimeograph_socket_has_input(socket.descriptor) == 0 {
                return false
            }
            sockets.forget(connection)
            mimeograph_socket_retire(socket.descriptor)
            return true
        }

        func setTimer(milliseconds: Int) {
            curlTime = milliseconds < 0 ? nil : Monotonic.now + Int64(min(milliseconds, 1 << 40)) * 1_000_000
        }
    }

    extension TransportError {
        fileprivate static var exhausted: TransportError {
            TransportError(
                .other,
                "The system has no memory or descriptor left for an exchange.",
                remedy: "Raise the process's limits."
            )
        }

        /// - Parameter timeout: In nanoseconds.
        fileprivate static func notConnected(after timeout: Int64) -> TransportError {
            TransportError(
                .timedOut,
                "There was no connection for the request within \(Duration.nanoseconds(timeout)), the connect timeout.",
                remedy: "Raise TransportOptions.connectTimeout, or the number of connections to one host."
            )
        }

        /// - Parameter timeout: In nanoseconds.
        fileprivate static func idle(for timeout: Int64) -> TransportError {
            TransportError(
                .timedOut,
                "Nothing moved for \(Duration.nanoseconds(timeout)), the idle timeout.",
                remedy: "Try again, or raise TransportOptions.idleTimeout (configuration.options.idleTimeout)."
            )
        }
    }
#endif
