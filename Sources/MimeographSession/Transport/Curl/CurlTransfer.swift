#if os(Linux)
    import Mimeograph

    /// One exchange, between the engine's thread, which moves it, and the task that waits for it.
    ///
    /// What both touch is behind the lock of `state`. The other variables belong to the engine's thread; the compiler cannot see
    /// that, which is why the class is unchecked. A task is resumed when the lock is free, since to resume it may take the task's
    /// own lock, which a handler of its cancellation holds.
    final class CurlTransfer: @unchecked Sendable {
        let request: TransportRequest
        let framing: RequestFraming
        let body: OutgoingBody?
        /// How long nothing may move, in nanoseconds.
        let idleTimeout: Int64?
        let engine: CurlEngine
        /// When the request was made, in nanoseconds of ``Monotonic``.
        let made = Monotonic.now
        let state = Guarded(ExchangeState())

        // Of the engine's thread:

        /// The handle while the exchange is under way.
        private(set) var handle: CurlHandle?
        private(set) var loop: CurlLoop?
        /// The place among the loop's exchanges.
        var place = 0
        private(set) var hasEnded = false
        var movement = CurlMovement()
        var parser = ResponseHeadParser()
        /// Why it has to fail, where a callback has found that out.
        var failure: TransportError?
        /// The bytes of the body that have been reported as sent.
        private var reported: Int64 = 0
        private var handedOver: Int64 = 0
        /// Whether the peer has answered that it does not want the body, of which there may be more.
        private(set) var isRefused = false
        /// Whether the request went out, and what became of it is not known should it go out again.
        private var mayHaveEffect = false

        init(request: TransportRequest, framing: RequestFraming, body: OutgoingBody?, engine: CurlEngine) {
            self.request = request
            self.framing = framing
            self.body = body
            self.engine = engine
            idleTimeout = request.options.idleTimeout?.clampedNanoseconds
        }

        // MARK: On the engine's thread

        /// Begins; the loop keeps it until ``end(_:_:)``.
        func begin(on loop: CurlLoop, with handle: CurlHandle) {
            self.loop = loop
            self.handle = handle
            movement.last = loop.now
        }

        /// Goes on after a pause; whoever still has to wait pauses it again.
        func resume() {
            movement.resume(at: loop?.now ?? 0)
            state.withLock { $0.isPaused = false }
            handle?.resume()
        }

        /// Sees to it that an exchange by HTTP/2 moves after a pause where libcurl might forget it.
        ///
        /// - Returns: When to look again; nil where that is not needed.
        func nudge(_ now: Int64) -> Int64? {
            guard CurlLibrary.forgetsStreams, parser.version == "2", movement.wasPaused, !movement.isReceivingPaused
            else { return nil }
            let time = movement.last + CurlMovement.nudgePause
            if time > now { return time }
            handle?.nudge()
            return now + CurlMovement.nudgePause
        }

        /// Notes how it ended; the first end counts.
        func end(_ outcome: ExchangeState.Outcome, _ handle: CurlHandle?) {
            if hasEnded { return }
            hasEnded = true
            body?.stop()
            let figures = handle?.figures(since: made)
            state.withLock { state in
                if state.outcome == nil { state.outcome = outcome }
                if let figures { state.metrics.take(figures) }
                // libcurl counts the framing of chunks, too.
                state.metrics.bytesSent = min(state.metrics.bytesSent, handedOver)
            }
            self.handle = nil
            loop = nil
        }

        /// Whether all of a response has come whose length was announced.
        var isWhole: Bool {
            guard parser.isComplete, failure == nil,
                let announced = parser.fields.values(of: "Content-Length").first.flatMap({ Int64($0) })
            else { return false }
            return state.withLock { $0.metrics.bytesReceived } == announced
        }

        // MARK: What libcurl calls back, on the same thread

        /// The connection is ready for the request; whether it may go out.
        ///
        /// libcurl sends a request again where a connection that was used before ends without an answer. One without a body has
        /// gone out whole by then, and the peer may have acted on it. On a new connection only what the peer has refused
        /// unprocessed is sent again.
        ///
        /// Source: RFC 9110 §9.2.2, RFC 9113 §8.7.
        func noteStart() -> Bool {
            movement.start(at: loop?.now ?? 0)
            defer { mayHaveEffect = handle?.hasReusedConnection == true && !request.method.isIdempotent }
            guard mayHaveEffect, framing.length == .none || framing.length == .known(0) else { return true }
            failure = TransportError(
                .connectionLost,
                "The connection was lost before a response came.",
                remedy: "Try again where the request may be sent twice."
            )
            return false
        }

        /// Takes a line of a head or of trailers; whether there is sense in it.
        func takeHeadLine(_ line: Span<UInt8>) -> Bool {
            movement.last = loop?.now ?? 0
            switch parser.take(line) {
            case .more: return true
            case .broken:
                failure = TransportError(
                    .invalidResponse,
                    "The head of the response is not one of HTTP, or has more than \(ResponseHeadParser.maximumSize) bytes.",
                    remedy: "Check that an HTTP server listens there."
                )
                return false
            case .complete:
                let head = ResponseHead(
                    status: parser.status,
                    fields: parser.fields,
                    requestMethod: request.method,
                    url: request.url
                )
                let announced = parser.fields.values(of: "Content-Length").first.flatMap { Int($0) } ?? 0
                state.withLock { state in
                    state.head = head
                    state.expected = max(0, announced)
                    state.metrics.protocolVersion = parser.version
                }
                loop?.note(self)
                if refusesBody { endBody() }
                return true
            }
        }

        /// Whether the peer has refused, so that no more of the body is wanted. After two kinds of answers libcurl begins the body
        /// anew: a proxy's to what it was told of the user, and the one to `Expect`.
        ///
        /// Source: libcurl's `Curl_http_readwrite_headers`.
        private var refusesBody: Bool {
            guard body != nil, parser.status >= 300, parser.status != 407 else { return false }
            return parser.status != 417 || !request.fields.contains("Expect")
        }

        /// Ends the producer, and lets libcurl go on where it waits for it: it would wait for ever.
        private func endBody() {
            isRefused = true
            body?.stop()
            if movement.isSendingPaused { engine.submit(.resume(self)) }
            if isWhole { loop?.noteWhole(self) }
        }

        /// Takes bytes of the body; false where they must wait until the reader has taken what there is.
        func takeBody(_ bytes: Span<UInt8>) -> Bool {
            movement.last = loop?.now ?? 0
            let limit = engine.configuration.receiveBufferSize
            let (isTaken, isFirst) = state.withLock { state -> (Bool, Bool) in
                // Nobody is going to read what comes after a cancellation.
                if state.outcome != nil { return (true, false) }
                let isFirst = state.buffer.isEmpty
                if !isFirst, state.buffer.count >= limit {
                    state.isPaused = true
                    return (false, false)
                }
                if state.buffer.capacity < state.buffer.count + bytes.count {
                    state.makeRoom(for: bytes.count, limit: limit)
                }
                state.buffer.append(copying: bytes)
                state.metrics.bytesReceived += Int64(bytes.count)
                return (true, isFirst)
            }
            if !isTaken { movement.isReceivingPaused = true }
            if isFirst { loop?.note(self) }
            if isRefused, isTaken, isWhole { loop?.noteWhole(self) }
            return isTaken
        }

        /// Gives bytes of the request's body.
        func giveBody(_ output: inout OutputSpan<UInt8>) -> OutgoingBody.Step {
            movement.last = loop?.now ?? 0
            guard let body else { return .end }
            if isRefused {
                // Where the connection is to be closed anyhow, libcurl goes on sending. The end of chunks would make the body look
                // whole; without it, the exchange is ended when the answer is whole, or idle.
                return framing.length == .unknown ? .wait : .end
            }
            let step = body.fill(&output)
            switch step {
            case .filled:
                handedOver += Int64(output.count)
                if handedOver > reported {
                    reported = handedOver
                    request.onBytesSent?(reported)
                }
            case .wait: movement.isSendingPaused = true
            case .end: break
            case .failed(let error): failure = error
            }
            return step
        }

        /// Begins the body again, for a second try where a connection had been closed by the peer while it was not used.
        ///
        /// Only where the method is idempotent: the peer may have acted on the first try.
        ///
        /// Source: RFC 9110 §9.2.2.
        func restartBody() -> Bool {
            guard let body, request.method.isIdempotent else { return false }
            handedOver = 0
            body.restart()
            return true
        }
    }

    extension ExchangeState {
        /// Makes room for what is announced, at most for as much as may wait; beyond, the array grows by itself.
        fileprivate mutating func makeRoom(for count: Int, limit: Int) {
            let left = Int64(expected) - metrics.bytesReceived
            let room = left > 0 ? Int(min(left, Int64(limit) + 16_384)) : 0
            if room > buffer.count + count { buffer.reserveCapacity(room) }
        }
    }

    extension [UInt8] {
        fileprivate mutating func append(copying bytes: Span<UInt8>) {
            // SAFETY: the bytes live through the call.
            unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
        }
    }

    extension HTTPMethod {
        /// Whether a request may be sent twice with the effect of one.
        ///
        /// Source: RFC 9110 §9.2.2.
        fileprivate var isIdempotent: Bool {
            [HTTPMethod.get, .head, .put, .delete, .options, .trace].contains(self)
        }
    }
#endif
