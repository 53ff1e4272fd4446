#if os(Linux)
    import CCurl
    import Glibc
    import MimeographSupport

    /// The event loop of a ``CurlTransport``: it waits for sockets, timers and commands, and lets libcurl run all exchanges.
    ///
    /// Two callbacks of libcurl report the sockets that it waits for, and the latest time at which it must be called. The loop
    /// waits with epoll, so a stalled exchange costs nothing. Each round first handles events and then finished exchanges.
    /// Finally, it resumes each waiting task once, so a small response is delivered completely with one change of threads.
    ///
    /// The loop and all callbacks of libcurl run on one thread. After a round, the thread may continue a resumed task itself;
    /// another thread leads if that takes long. See ``CurlLeadership``.
    ///
    /// It is unchecked because the compiler cannot see that only the leading thread accesses it, and that both threads hold a
    /// lock when the lead changes.
    @safe
    final class CurlLoop: @unchecked Sendable {
        let engine: CurlEngine
        private let wakeUp: Int32
        private var poller: EventPoller?
        private var multi: CurlMulti?
        /// The running exchanges, by the part that they share with their readers.
        private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
        /// The exchanges whose tasks may have a result.
        private var changed: [SharedExchange] = []
        /// The exchanges that may have a complete answer before their request has ended. libcurl may wait for the request.
        private var answered: [CurlTransfer] = []
        private var origins: OriginQueues
        /// Whether all exchanges are being ended, so that no exchange starts in the place of another.
        private var isCancelling = false
        /// Whether a socket may not be watched, because libcurl or the system had no memory. Its exchanges would wait in vain.
        private var hasLostSocket = false
        /// The exchanges whose window libcurl has as a rate limit, which it must not apply.
        private var limited: [CurlTransfer] = []
        var streams = CurlStreams()
        /// The sockets of connections that libcurl may reuse.
        private var sockets = ConnectionSockets()
        /// When libcurl wants to be called, in nanoseconds of ``Monotonic``.
        private var curlTime: Int64?
        /// When to check for exchanges that have been idle for too long.
        private var idleTime: Int64 = .max
        /// The time of this round.
        private(set) var now = Monotonic.now
        private var resumed: [UnownedJob] = []
        /// Until when no task continues here, because one took long.
        private var restTime: Int64 = 0

        init(engine: CurlEngine, wakeUp: Int32) {
            self.engine = engine
            self.wakeUp = wakeUp
            origins = OriginQueues(limit: engine.exchangesPerOrigin)
        }

        /// Runs until the engine is stopped and no exchange is left, or until another thread leads.
        ///
        /// - Returns: Whether the loop has ended.
        func lead(_ leadership: CurlLeadership) -> Bool {
            prepare()
            // The previous leader is busy with one task. The other tasks must not wait for it.
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
                    // The tasks run code before they start their exchanges, which takes time.
                    now = Monotonic.now
                }
                for command in work.commands { perform(command) }
                if work.isCancelling {
                    endAll(.cancelled)
                }
                if let time = curlTime, time <= now {
                    curlTime = nil
                    if multi?.timeIsUp() == false { hasLostSocket = true }
                    resumeLimited()
                }
                collectFinished()
                if hasLostSocket { startOver() }
                endAnswered()
                if idleTime <= now { endIdle() }
                resumeTasks()
                if work.isStopping, transfers.isEmpty, resumed.isEmpty, engine.end() { break }
                if !resumed.isEmpty, !goOn(leadership) { return false }
            }
            multi?.close()
            return true
        }

        /// Lets tasks start their exchanges by submitting commands.
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

        /// Continues the resumed tasks, some of them on this thread.
        ///
        /// - Returns: Whether this thread still leads.
        private func goOn(_ leadership: CurlLeadership) -> Bool {
            let count = now < restTime || !Self.lends ? 0 : min(resumed.count, CurlEngine.few)
            handOver(resumed[count...])
            resumed.removeSubrange(count...)
            while !resumed.isEmpty {
                let job = resumed.removeFirst()
                let start = Monotonic.ofThread
                // From here until the loan ends, another thread may lead, so this one must not access the loop's state.
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

        /// The processor time from which a task counts as long, in nanoseconds. Time that a busy machine gives to other programs
        /// does not count. If a task waits, the second thread takes over.
        private static let longTime: Int64 = 200_000

        /// The longest time without tasks on this thread after a long task, in nanoseconds.
        private static let longestRest: Int64 = 100_000_000
        /// Whether callers' tasks may continue on this thread at all.
        #if MIMEOGRAPH_WITHOUT_LENDING
            private static let lends = false
        #else
            private static let lends = true
        #endif

        private func handOver(_ jobs: some Sequence<UnownedJob>) {
            for job in jobs { CurlEngine.handOver(job) }
        }

        /// Makes the poller and the multi handle, unless they exist. If the system has no resources left, each start tries again.
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
                guard let (descriptor, events) = poller?.event(at: index) else { continue }
                if multi?.act(on: descriptor, events) == false { hasLostSocket = true }
            }
            resumeLimited()
        }

        // MARK: Commands

        private func perform(_ command: CurlEngine.Command) {
            switch command {
            case .start(let transfer): start(transfer)
            // An exchange that is not running has ended, or checks for a cancellation when it starts.
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
            // The exchange was cancelled before its task waited, so nothing has resumed the task yet.
            if transfer.shared.isAbandoned { return refuse(transfer, .cancelled) }
            prepare()
            guard multi != nil, poller != nil, transfer.handle != nil else { return refuse(transfer, .exhausted) }
            if transfer.setUp != CURLE_OK { return refuse(transfer, .curl(transfer.setUp, transfer)) }
            transfer.begin(on: self)
            transfers[ObjectIdentifier(transfer.shared)] = transfer
            if let time = transfer.connectionLook { idleTime = min(idleTime, time) }
            if origins.enter(transfer) { add(transfer) }
        }

        /// Ends an exchange that does not start.
        private func refuse(_ transfer: CurlTransfer, _ error: TransportError) {
            transfer.end(.failed(error))
            changed.append(transfer.shared)
        }

        /// Lets libcurl run an exchange.
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
                // Other streams of the connection may continue, so the connection is not ended.
                if restart(transfer) { continue }
                if Self.endsSession(status) || transfer.hasBrokenSession { transfer.retireConnection() }
                // Source: RFC 9112 §9.6, RFC 9113 §8.1: a server may answer completely and then end the connection or
                // stream, because it needs no more of the request's body. The answer counts.
                end(transfer, Self.isLoss(status) && transfer.isCounted ? nil : .curl(status, transfer))
            }
        }

        /// Restarts an exchange that the peer has not processed. Returns whether it restarted.
        private func restart(_ transfer: CurlTransfer) -> Bool {
            guard let multi, let handle = transfer.handle, transfer.restart() else { return false }
            multi.remove(handle)
            return multi.add(handle)
        }

        /// Whether a failure concerns a whole connection. libcurl keeps a failed HTTP/2 connection for the next request, which
        /// would wait on it in vain. Source: RFC 9113 §5.4.1.
        private static func endsSession(_ status: CURLcode) -> Bool {
            [CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_GOT_NOTHING, CURLE_OPERATION_TIMEDOUT].contains(
                status
            )
        }

        /// Whether a failure means only that the connection or the stream has ended.
        private static func isLoss(_ status: CURLcode) -> Bool {
            [CURLE_HTTP2_STREAM, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE].contains(status)
        }

        /// Ends the exchanges with a complete answer and a stalled request, unless libcurl has ended them.
        private func endAnswered() {
            if answered.isEmpty { return }
            for transfer in answered where transfer.handle != nil {
                switch transfer.answer {
                case .open: continue
                case .whole where transfer.mayStopSending: end(transfer, nil)
                // The server may answer while the body still flows. The exchange is checked again later.
                case .whole: idleTime = min(idleTime, now + IdleTimer.answeredPause)
                case .unclear: if !transfer.outgoing.isRefused { transfer.endBody() }
                }
            }
            answered.removeAll()
        }

        /// Ends an exchange, successfully without an error.
        private func end(_ transfer: CurlTransfer, _ error: TransportError?) {
            guard let handle = transfer.handle else { return }
            changed.append(transfer.shared)
            // libcurl keeps an HTTP/2 connection after a stream was cancelled. If the connection is dead, the next request would
            // wait on it.
            if error?.code == .timedOut { handle.forbidReuse() }
            // The handle is removed before the body stops: no callback may mistake the stop for the body's end.
            multi?.remove(handle)
            let next = origins.leave(transfer)
            defer { if let next, !isCancelling { add(next) } }
            if let stream = transfer.route.stream { streams.remove(stream) }
            transfer.end(error.map { .failed($0) } ?? .complete)
            transfers[ObjectIdentifier(transfer.shared)] = nil
            // A handle that was stopped midway may keep old state: libcurl 7.88 keeps that it was paused.
            let isClean = error == nil && !transfer.idleTimer.isPaused && !transfer.outgoing.isRefused
            if isClean, CurlLibrary.reusesHandles {
                engine.keep(handle)
            } else {
                handle.stopReports()
                transfer.shared.spend(handle)
            }
        }

        private func endAll(_ error: TransportError) {
            isCancelling = true
            for transfer in transfers.values { end(transfer, error) }
            isCancelling = false
        }

        /// Ends all exchanges and connections, because libcurl does not report whose socket is lost.
        private func startOver() {
            endAll(.exhausted)
            multi?.close()
            (multi, curlTime, hasLostSocket) = (nil, nil, false)
        }

        /// Ends exchanges that have waited too long for a connection or for data, and computes the time of the next check.
        ///
        /// Each transfer of data delays an exchange's timeout, so a check comes too early at worst. A check visits all exchanges,
        /// so it runs at most 64 times within the shortest timeout.
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

        /// Resumes the tasks that have a result. Tasks with small responses may continue on this thread.
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

        // MARK: Callbacks and records

        /// Records that an exchange may have a result for its task.
        func recordChange(of exchange: SharedExchange) { changed.append(exchange) }

        /// Records that an exchange may have a complete answer, and need not send the rest of its body.
        func recordAnswer(of transfer: CurlTransfer) { answered.append(transfer) }

        /// Records that an exchange has a rate limit, which must be removed before libcurl checks it.
        func recordLimit(of transfer: CurlTransfer) { limited.append(transfer) }

        func liftLimits() {
            if limited.isEmpty { return }
            for transfer in limited { transfer.liftLimit() }
            limited.removeAll(keepingCapacity: true)
        }

        /// Continues exchanges that a rate limit may hold back, if libcurl has not reported that it has read everything.
        private func resumeLimited() {
            if limited.isEmpty { return }
            let transfers = limited
            liftLimits()
            for transfer in transfers where !transfer.idleTimer.isPaused { transfer.handle?.nudge() }
        }

        func watch(_ descriptor: Int32, for wanted: Int32, _ transfer: CurlTransfer?) {
            let isQuiet = transfer?.idleTimer.isReceivingPaused == false
            if poller?.watch(descriptor, for: wanted, isQuiet: isQuiet) == false { hasLostSocket = true }
            transfer?.recordWatch(wanted)
        }

        func recordOpening(of descriptor: Int32) { poller?.open(descriptor) }

        /// Closes a socket that libcurl no longer uses.
        func close(_ descriptor: Int32) -> Int32 {
            poller?.close(descriptor)
            sockets.forget(descriptor: descriptor)
            return Glibc.close(descriptor)
        }

        func record(_ connection: ConnectionEnds, _ socket: ConnectionSocket) { sockets.record(connection, socket) }

        /// Returns the socket of a connection that libcurl reuses.
        func socket(of connection: ConnectionEnds) -> ConnectionSocket? { sockets[connection] }

        /// Ends a connection that is about to carry a request but cannot be used.
        ///
        /// On an HTTP/1 connection, unrequested data has arrived, which would be read as the next response. An HTTP/2 connection
        /// was closed by the peer while it was idle.
        ///
        /// Source: RFC 9112 §6.3, on data behind the last response; RFC 9113 §5.4.1, §6.8.
        ///
        /// - Parameters:
        ///   - connection: The ends of the connection.
        ///   - socket: Its socket.
        ///   - hasInput: Whether TLS holds data that was read from the socket.
        ///   - transfer: The exchange of the request.
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

        /// - Parameter timeout: The timeout in nanoseconds.
        fileprivate static func notConnected(after timeout: Int64) -> TransportError {
            TransportError(
                .timedOut,
                "No connection was ready for the request within \(Duration.nanoseconds(timeout)), the connect timeout.",
                remedy: "Raise TransportOptions.connectTimeout, or the maximum number of connections to one host."
            )
        }

        /// - Parameter timeout: The timeout in nanoseconds.
        fileprivate static func idle(for timeout: Int64) -> TransportError {
            TransportError(
                .timedOut,
                "No data was sent or received for \(Duration.nanoseconds(timeout)), the idle timeout.",
                remedy: "Try again, or raise TransportOptions.idleTimeout (configuration.options.idleTimeout)."
            )
        }
    }
#endif
