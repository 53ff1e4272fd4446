#if os(Linux)
    import CCurl

    /// What the thread of a ``CurlTransport`` does: it waits for sockets, timers and commands, and lets libcurl move all exchanges.
    ///
    /// libcurl says through two callbacks which sockets it waits for and when it wants to be called anyway; epoll does the waiting,
    /// so that an exchange that stands still costs nothing. In each round what came is taken first, then what has ended, and
    /// only then are waiting tasks resumed, each once: a small response is handed over whole, with one change of threads.
    ///
    /// All of it, and all that libcurl calls back, runs on that one thread.
    @safe
    final class CurlLoop {
        let engine: CurlEngine
        private let wakeUp: Int32
        private var poller: EventPoller?
        private var multi: CurlMulti?
        /// Exchanges under way; each knows its place.
        private var transfers: [CurlTransfer] = []
        /// Those whose tasks may have something to be resumed for.
        private var changed: [CurlTransfer] = []
        /// Those whose answer is whole and refuses the rest of the body, for which libcurl may wait.
        private var whole: [CurlTransfer] = []
        /// Handles to be used again.
        private var spareHandles: [CurlHandle] = []
        /// When libcurl wants to be called, in nanoseconds of ``Monotonic``.
        private var curlTime: Int64?
        /// When to look for exchanges that have been idle for too long.
        private var idleTime: Int64 = .max
        /// The time of this round.
        private(set) var now = Monotonic.now

        init(engine: CurlEngine, wakeUp: Int32) {
            self.engine = engine
            self.wakeUp = wakeUp
        }

        /// Works until the engine is stopped and no exchange is left.
        func run() {
            prepare()
            while true {
                var work = engine.takeWork(maySleep: !isDue)
                if work.commands.isEmpty, !work.isCancelling, !(work.isStopping && transfers.isEmpty) {
                    wait()
                    work = engine.takeWork(maySleep: false)
                } else {
                    now = Monotonic.now
                }
                for command in work.commands { obey(command) }
                if work.isCancelling { for transfer in transfers.reversed() { end(transfer, .cancelled) } }
                if let time = curlTime, time <= now {
                    curlTime = nil
                    multi?.timeIsUp()
                }
                reap()
                endWhole()
                if idleTime <= now { endIdle() }
                resumeTasks()
                if work.isStopping, transfers.isEmpty, engine.end() { break }
            }
            spareHandles = []
            multi?.close()
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
        }

        // MARK: Commands

        private func obey(_ command: CurlEngine.Command) {
            switch command {
            case .start(let transfer): start(transfer)
            case .cancel(let transfer): end(transfer, .cancelled)
            case .resume(let transfer):
                guard transfer.handle != nil else { return }
                transfer.resume()
                if let timeout = transfer.idleTimeout { idleTime = min(idleTime, now + timeout) }
                if let time = transfer.nudge(now) { idleTime = min(idleTime, time) }
            }
        }

        private func start(_ transfer: CurlTransfer) {
            if transfer.hasEnded {
                // It was cancelled before its task came to wait, which nobody has resumed yet.
                changed.append(transfer)
                return
            }
            prepare()
            guard let multi, poller != nil, let handle = spareHandles.popLast() ?? CurlHandle() else {
                transfer.end(.failed(.exhausted), nil)
                changed.append(transfer)
                return
            }
            transfer.begin(on: self, with: handle)
            transfer.place = transfers.count
            transfers.append(transfer)
            let status = handle.prepare(for: transfer)
            if status != CURLE_OK {
                end(transfer, .curl(status, transfer))
            } else if !multi.add(handle) {
                end(transfer, .exhausted)
            } else {
                transfer.body?.start { [engine] in engine.submit(.resume(transfer)) }
                if let timeout = transfer.idleTimeout { idleTime = min(idleTime, now + timeout) }
            }
        }

        // MARK: Ends

        /// Takes the exchanges that libcurl is done with.
        private func reap() {
            while let (transfer, status) = multi?.nextDone() {
                // Source: RFC 9113 §8.1: a server may answer in full and reset the stream because it wants no more of the
                // request's body; the answer counts.
                let isOver = status == CURLE_OK || status == CURLE_HTTP2_STREAM && transfer.isWhole
                end(transfer, isOver ? nil : .curl(status, transfer))
            }
        }

        /// Ends the exchanges that have their answer, unless libcurl has.
        private func endWhole() {
            if whole.isEmpty { return }
            for transfer in whole where transfer.handle != nil { end(transfer, nil) }
            whole.removeAll()
        }

        /// Ends an exchange, well if there is no error.
        private func end(_ transfer: CurlTransfer, _ error: TransportError?) {
            changed.append(transfer)
            guard let handle = transfer.handle else {
                // It was cancelled before its turn came.
                transfer.end(.failed(error ?? .cancelled), nil)
                return
            }
            // Before the body is told to stop: no callback may take its end for the body's.
            multi?.remove(handle)
            transfer.end(error.map { .failed($0) } ?? .complete, handle)
            let last = transfers.removeLast()
            if last !== transfer {
                last.place = transfer.place
                transfers[transfer.place] = last
            }
            // A handle that was stopped on its way may keep something of that: libcurl 7.88 keeps that it was paused.
            if error == nil, !transfer.movement.isPaused, !transfer.isRefused, spareHandles.count < 64 {
                handle.reset()
                spareHandles.append(handle)
            }
        }

        /// Ends exchanges in which nothing moved for too long, and finds out when to look again.
        ///
        /// Each movement puts off an exchange's end, so the time to look is at most too early. Looking goes over all exchanges and
        /// is therefore not done more often than 64 times within the shortest timeout.
        private func endIdle() {
            var next = Int64.max
            var pause = Int64.max
            for transfer in transfers.reversed() {
                if let time = transfer.nudge(now) { next = min(next, time) }
                guard let timeout = transfer.idleTimeout else { continue }
                pause = min(pause, max(1_000_000, timeout / 64))
                let time = transfer.movement.end(
                    timeout,
                    now: now,
                    handle: transfer.handle,
                    sendsBody: transfer.body != nil
                )
                if time <= now {
                    end(transfer, .idle)
                } else {
                    next = min(next, time)
                }
            }
            idleTime = next == .max ? .max : max(next, now + min(pause, 1_000_000_000))
        }

        /// Resumes the tasks that wait for what has come.
        private func resumeTasks() {
            if changed.isEmpty { return }
            for transfer in changed { transfer.resumeTasks() }
            changed.removeAll(keepingCapacity: true)
        }

        // MARK: What libcurl asks for

        /// Notes that an exchange has something for its task.
        func note(_ transfer: CurlTransfer) { changed.append(transfer) }

        /// Notes that an exchange has its answer, and need not send the rest of its body.
        func noteWhole(_ transfer: CurlTransfer) { whole.append(transfer) }

        func watch(_ descriptor: Int32, for wanted: Int32) { _ = poller?.watch(descriptor, for: wanted) }

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

        fileprivate static var idle: TransportError {
            TransportError(
                .timedOut,
                "Nothing moved for as long as the idle timeout allows.",
                remedy: "Try again, or raise the idle timeout."
            )
        }
    }
#endif
