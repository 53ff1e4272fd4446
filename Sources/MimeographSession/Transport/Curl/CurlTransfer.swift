#if os(Linux)
    import CCurl
    import Mimeograph
    import MimeographSupport

    /// The engine's part of an exchange: what libcurl moves, and what it calls back.
    ///
    /// The task that starts the exchange makes it, and sets the handle up: there may be many of them, and but one engine's thread. From
    /// ``CurlEngine/start(_:)`` on it is the thread's.
    final class CurlTransfer {
        /// The request; after the end without its body and its closures.
        private(set) var request: TransportRequest
        let framing: RequestFraming
        private(set) var body: OutgoingBody?
        /// How long nothing may move, in nanoseconds.
        let idleTimeout: Int64?
        /// How long there may be no connection, in nanoseconds.
        let connectTimeout: Int64?
        let shared: SharedExchange
        var engine: CurlEngine { shared.engine }

        /// The handle until the exchange has ended; nil if the system has no memory left.
        private(set) var handle: CurlHandle?
        /// Whether the handle could be set up.
        private(set) var setUp = CURLE_OK
        /// The loop while the exchange is under way.
        private(set) var loop: CurlLoop?
        var idleTimer = IdleTimer()
        var parser = ResponseHeadParser()
        /// Why it has to fail, where a callback has found that out.
        var failure: TransportError?
        /// Where the body of the response ends, from its head on.
        private(set) var response: ResponseFraming?
        /// Whether libcurl waits for more of the response, as far as it has said.
        private(set) var isReceiving = true
        /// Whether libcurl has been told the window as a rate.
        private var isLimited = false
        private(set) var outgoing = Outgoing()
        private(set) var route = CurlRoute()
        private(set) var attempts = Attempts()

        /// What became of the request's body.
        struct Outgoing {
            /// The bytes that have been reported as sent.
            fileprivate var reported: Int64 = 0
            fileprivate var handedOver: Int64 = 0
            /// Whether libcurl has asked for the trailers, which it does once.
            fileprivate var hasMadeTrailers = false
            /// Whether the peer has answered that it does not want the body, of which there may be more.
            fileprivate(set) var isRefused = false
        }

        /// Whether the request may go out again.
        struct Attempts {
            /// Whether the request went out, and what became of it is not known should it go out again.
            fileprivate var mayHaveEffect = false
            /// Whether nothing of the request can have gone out by the connection that it was given last, or the peer has told that it
            /// did not act on it.
            fileprivate(set) var isUnsent = false
            /// How often it has begun again after libcurl was done with it.
            fileprivate var restarts = 0
            /// How often the peer has refused the request unprocessed.
            fileprivate var refusals = 0
        }

        init(request: TransportRequest, framing: RequestFraming, body: OutgoingBody?, shared: SharedExchange) {
            self.request = request
            self.framing = framing
            self.body = body
            self.shared = shared
            idleTimeout = request.options.idleTimeout?.clampedNanoseconds
            connectTimeout = request.options.connectTimeout?.clampedNanoseconds
            CurlLibrary.prepare()
            handle = shared.engine.makeHandle()
            if let handle { setUp = handle.prepare(for: self) }
        }

        // MARK: On the engine's thread

        /// Begins; the loop keeps it until ``end(_:)``.
        func begin(on loop: CurlLoop) {
            self.loop = loop
            idleTimer.begun = loop.now
            idleTimer.last = loop.now
        }

        /// Goes on after a pause; a side that still has to wait pauses it again.
        func resume() {
            idleTimer.resume(at: loop?.now ?? 0)
            shared.state.withLock { $0.isPaused = false }
            // Where libcurl counts, the limit begins anew by itself; setting it would take the pause from libcurl's sight.
            if !CurlLibrary.countsRates { limitWindow() }
            handle?.resume()
            loop?.liftLimits()
        }

        /// Sees to it that an exchange by HTTP/2 moves after a pause where libcurl might forget it.
        ///
        /// - Returns: When to look again; nil where that is not needed.
        func nudge(_ now: Int64) -> Int64? {
            guard CurlLibrary.forgetsStreams, parser.version == .http2, idleTimer.wasPaused,
                !idleTimer.isReceivingPaused
            else { return nil }
            let time = idleTimer.last + IdleTimer.nudgePause
            if time > now { return time }
            handle?.nudge()
            return now + IdleTimer.nudgePause
        }

        /// Records how it ended, and releases what the exchange needed.
        func end(_ outcome: ExchangeState.Outcome) {
            body?.stop()
            let figures = loop == nil ? nil : handle?.figures(since: shared.made)
            parser.finishTrailers()
            shared.end(outcome) { state, isFirst in
                if isFirst, case .complete = outcome { state.trailers = parser.trailers }
                if let figures { state.metrics.record(figures) }
                // libcurl counts the framing of chunks, too.
                state.metrics.bytesSent = min(state.metrics.bytesSent, outgoing.handedOver)
            }
            handle = nil
            loop = nil
            body = nil
            request = request.afterEnd
        }

        // MARK: What libcurl calls back, on the same thread

        /// A socket was made for a connection.
        func recordSocket(_ socket: Int32) { route.add(socket) }

        /// The connection is ready for the request; whether it may go out.
        ///
        /// libcurl sends a request again where a connection that was used before ends without an answer. One without a body has
        /// gone out whole by then, and the peer may have acted on it. On a new connection only what the peer has refused
        /// unprocessed is sent again.
        ///
        /// Source: RFC 9110 §9.2.2, RFC 9113 §8.7.
        func recordStart(on connection: ConnectionEnds?) -> Bool {
            idleTimer.start(at: loop?.now ?? 0)
            route.connection = connection
            // libcurl would send it up to six times, and anew each time that it begins again.
            guard attempts.refusals < Self.mostRefusals else {
                failure = .refusedUnprocessed
                return false
            }
            if engine.trust != nil, request.hasSecureURL, handle?.allowsConnection != true {
                failure = .unevaluated
                return false
            }
            let isReused = handle?.hasReusedConnection == true
            let reused = isReused ? connection.flatMap { loop?.socket(of: $0) } : nil
            route.findDescriptor(reused, isReused: isReused)
            var hasInput = false
            if isReused, engine.trust != nil, let connection = unsafe handle?.secureConnection {
                hasInput = unsafe SecureEnd.hasInput(OpaquePointer(connection))
            }
            // Nothing can go out on one that was spoiled: libcurl makes another.
            var isSpoiled = false
            if let connection, let reused, let loop {
                isSpoiled = loop.retireIfSpoiled(connection, reused, hasInput: hasInput, for: self)
            }
            attempts.isUnsent = isSpoiled
            route.isRecorded = reused != nil && !isSpoiled
            defer { attempts.mayHaveEffect = isReused && !isSpoiled && !request.method.isIdempotent }
            guard attempts.mayHaveEffect, framing.length == .none || framing.length == .known(0) else { return true }
            failure = TransportError(
                .connectionLost,
                "The connection was lost before a response came.",
                remedy: "Try again where the request may be sent twice."
            )
            return false
        }

        /// Receives a line of a head or of trailers; whether it can be used.
        func receiveHeadLine(_ line: Span<UInt8>) -> Bool {
            let result = parser.read(line)
            // Interim responses are no progress: a server may send them without end. Source: RFC 9110 §15.2.
            if parser.status >= 200 { idleTimer.last = loop?.now ?? 0 }
            // It would end the exchange with the last announced byte, and what follows may be a reset.
            if parser.version == .http2, !CurlLibrary.reportsFrames { handle?.ignoreLength() }
            switch result {
            case .more: return true
            case .interim:
                request.onInterimResponse?(head)
                return true
            case .broken(let problem):
                failure = TransportError(problem)
                return false
            case .complete:
                do throws(TransportError) {
                    try determineFraming()
                } catch {
                    failure = error
                    return false
                }
                let head = head
                shared.state.withLock { state in
                    state.head = head
                    if case .known(let count)? = response?.length { state.expected = Int(clamping: count) }
                    state.metrics.protocolVersion = parser.version.rawValue
                }
                loop?.recordChange(of: shared)
                if parser.status == 417, request.fields.expectContinue {
                    // libcurl would send the request again with the field.
                    failure = .expectationRefused
                    return false
                }
                if refusesBody { endBody() }
                if body != nil { loop?.recordAnswer(of: self) }
                return true
            }
        }

        /// The head that the parser has read.
        private var head: ResponseHead {
            ResponseHead(status: parser.status, fields: parser.fields, requestMethod: request.method, url: request.url)
        }

        /// The trailers of the request, each as a line without its end; nil if the body has not come to its end.
        func trailerLines() -> [String]? {
            outgoing.hasMadeTrailers = true
            return body?.trailers?.map { "\($0.name): \($0.value)" }
        }

        /// Closes the connection with an exchange that fails before its response, where libcurl would let later ones wait for it.
        func forbidReuseIfUnanswered() {
            if CurlLibrary.waitsForFirstAnswers, parser.status == 0 { handle?.forbidReuse() }
        }

        /// Finds out where the body ends, and what that takes to be known.
        private func determineFraming() throws(TransportError) {
            let isHTTP2 = parser.version == .http2
            // libcurl would believe a server that calls its version of HTTP another one than it speaks.
            if isHTTP2, !speaksHTTP2 { throw TransportError(.notHTTP) }
            if !isHTTP2, mayLimitWindow { handle?.setWindow(0) }
            let response = try ResponseFraming(
                status: parser.status,
                version: parser.version,
                fields: parser.fields,
                method: request.method
            )
            self.response = response
            // What cannot be watched, such as a Unix-domain socket, must not give its bytes to another exchange.
            if let connection = route.connection, let descriptor = route.descriptor, response.leavesNoDoubt,
                isHTTP2 || !mayHideInput(response)
            {
                let socket = ConnectionSocket(descriptor: descriptor, isHTTP2: isHTTP2)
                if !route.isRecorded { loop?.record(connection, socket) }
            } else {
                handle?.forbidReuse()
            }
            // Only where this program speaks to the same OpenSSL as libcurl.
            if response.length == .untilClose, engine.trust != nil, let connection = unsafe handle?.secureConnection {
                route.secureEnd = unsafe SecureEnd.watching(OpaquePointer(connection))
            }
        }

        /// Whether libcurl is told how far the peer may send ahead.
        var mayLimitWindow: Bool {
            CurlLibrary.sharesConnections && request.options.version != .http1
        }

        /// How far the peer may send ahead on a stream of HTTP/2, in bytes: no less than what each stream begins with.
        var window: Int { max(1 << 16, min(engine.configuration.receiveBufferSize, 1 << 30)) }

        /// Sees to it that libcurl finds the window when it next looks for it, which is behind the callback.
        ///
        /// - Parameter count: The bytes that libcurl counts before it looks.
        private func limitWindow(behind count: Int = 0) {
            guard parser.version == .http2, mayLimitWindow else { return }
            if CurlLibrary.countsRates {
                handle?.setWindow(window + count)
            } else if !isLimited {
                isLimited = true
                handle?.setWindow(window)
                loop?.recordLimit(of: self)
            }
        }

        /// Takes the limit on the rate back, which libcurl is not to see.
        func liftLimit() {
            isLimited = false
            handle?.setWindow(0)
        }

        /// Whether the peer has refused, so that no more of the body is wanted. After a proxy's answer to what it was told of the user
        /// libcurl begins the body again.
        ///
        /// Source: libcurl's `Curl_http_readwrite_headers`.
        private var refusesBody: Bool {
            body != nil && parser.status >= 300 && parser.status != 407
        }

        /// Ends the producer, and lets libcurl go on where it waits for it: it would wait without end.
        func endBody() {
            outgoing.isRefused = true
            body?.stop()
            if idleTimer.isSendingPaused { engine.submit(.resume(shared)) }
        }

        /// Receives bytes of the body; false where they must wait until the reader has taken what there is.
        func receiveBody(_ bytes: Span<UInt8>) -> Bool {
            idleTimer.last = loop?.now ?? 0
            limitWindow(behind: bytes.count)
            let limit = engine.configuration.receiveBufferSize
            let (isAccepted, isFirst) = shared.state.withLock { $0.receive(bytes, limit: limit) }
            if !isAccepted { idleTimer.isReceivingPaused = true }
            if isFirst { loop?.recordChange(of: shared) }
            if body != nil, isAccepted, isWhole { loop?.recordAnswer(of: self) }
            return isAccepted
        }

        /// Sends bytes of the request's body.
        func sendBody(_ output: inout OutputSpan<UInt8>) -> OutgoingBody.Step {
            idleTimer.last = loop?.now ?? 0
            guard let body else { return .end }
            if outgoing.isRefused {
                // Where the connection is to be closed anyhow, libcurl goes on outgoing. The end of chunks would make the body look
                // whole, and newer versions fail where a body ends too early; without the end, the exchange is ended when the
                // answer is whole, or idle.
                return framing.length == .unknown || CurlLibrary.countsBodies ? .wait : .end
            }
            let step = body.fill(&output)
            switch step {
            case .filled:
                outgoing.handedOver += Int64(output.count)
                if outgoing.handedOver > outgoing.reported {
                    outgoing.reported = outgoing.handedOver
                    request.onBytesSent?(outgoing.reported)
                }
            case .wait:
                idleTimer.isSendingPaused = true
                if response != nil { loop?.recordAnswer(of: self) }
            case .end: break
            case .failed(let error):
                failure = error
                forbidReuseIfUnanswered()
            }
            return step
        }

        /// Begins the body again, for a second try where a connection had been closed by the peer while it was not used.
        ///
        /// Only where the method is idempotent, since the peer may have acted on the first try, or where nothing has gone out or the
        /// peer has told that it did not act on it. libcurl would leave out the trailers the second time.
        ///
        /// Source: RFC 9110 §9.2.2, RFC 9113 §8.7.
        func restartBody() -> Bool {
            guard let body, !outgoing.hasMadeTrailers, request.method.isIdempotent || attempts.isUnsent else {
                return false
            }
            outgoing.handedOver = 0
            body.restart()
            return true
        }

        /// So many times a peer may refuse the request unprocessed; then the exchange fails.
        private static let mostRefusals = 4

        /// Begins again what the peer has not processed, where libcurl does not; at most three times.
        ///
        /// Source: RFC 9113 §6.8, §8.7.
        func restart() -> Bool {
            guard attempts.isUnsent, parser.status == 0, failure == nil, attempts.restarts < 3,
                attempts.refusals < Self.mostRefusals, body == nil || restartBody()
            else { return false }
            attempts.restarts += 1
            if let stream = route.stream { loop?.streams.remove(stream) }
            (route.stream, route.streamEnd) = (nil, nil)
            return true
        }

        /// A frame has come by the connection that it goes by, for it or for another.
        func receive(_ report: FrameReport) {
            guard let loop, let handle else { return }
            let key = CurlStreams.Key(connection: handle.connectionNumber, stream: report.stream)
            switch report.kind {
            case .opened:
                if let stream = route.stream { loop.streams.remove(stream) }
                (route.stream, route.streamEnd) = (key, nil)
                loop.streams.add(self, key)
            case .ended: loop.streams[key]?.recordStreamEnd(.ended)
            case .reset: loop.streams[key]?.recordStreamEnd(.reset)
            case .broken: loop.streams[key]?.recordStreamEnd(.broken)
            case .refused: loop.streams[key]?.recordRefusal()
            // libcurl 8.14 would have the next request wait there.
            case .full: handle.forbidReuse()
            case .read: loop.liftLimits()
            }
        }

        /// The first end is that of the stream: a reset may follow what has ended.
        private func recordStreamEnd(_ end: CurlStreams.End) {
            guard route.streamEnd == nil else { return }
            route.streamEnd = end
            if body != nil, isWhole { loop?.recordAnswer(of: self) }
        }

        /// The peer did not act on the request, and will not, so that it may go out again, whatever its method.
        ///
        /// Source: RFC 9113 §8.7.
        private func recordRefusal() {
            guard parser.status == 0 else { return }
            attempts.isUnsent = true
            attempts.mayHaveEffect = false
            attempts.refusals += 1
        }

        /// libcurl waits for something else of the connection than before.
        func recordWatch(_ wanted: Int32) {
            guard handle != nil else { return }
            isReceiving = wanted == CURL_POLL_IN || wanted == CURL_POLL_INOUT
            if !isReceiving, body != nil, response != nil { loop?.recordAnswer(of: self) }
        }
    }

    extension ExchangeState {
        /// Receives bytes of the body, unless they must wait until the reader has taken what there is.
        ///
        /// - Returns: Whether they were accepted, and whether there was nothing before them.
        fileprivate mutating func receive(_ bytes: Span<UInt8>, limit: Int) -> (isAccepted: Bool, isFirst: Bool) {
            // No reader is left for what comes after a cancellation.
            if outcome != nil { return (true, false) }
            let isFirst = buffer.isEmpty
            if !isFirst, buffer.count >= limit {
                isPaused = true
                return (false, false)
            }
            if buffer.capacity < buffer.count + bytes.count { makeRoom(for: bytes.count, limit: limit) }
            buffer.append(copying: bytes)
            metrics.bytesReceived += Int64(bytes.count)
            return (true, isFirst)
        }

        /// Makes room for what is announced, at most for as much as may wait; beyond, the array grows by itself.
        private mutating func makeRoom(for count: Int, limit: Int) {
            let left = Int64(expected) - metrics.bytesReceived
            let room = left > 0 ? Int(min(left, Int64(limit) + 16_384)) : 0
            if room > buffer.count + count { buffer.reserveCapacity(room) }
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
