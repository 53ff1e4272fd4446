#if os(Linux)
    import CCurl
    import Mimeograph
    import MimeographSupport

    /// The engine's part of an exchange: libcurl moves its data and calls it back.
    ///
    /// The task that starts the exchange makes the transfer and prepares its handle, which relieves the engine's one thread. From
    /// ``CurlEngine/start(_:)`` on, the transfer belongs to that thread.
    final class CurlTransfer {
        /// The request; after the end without its body and its closures.
        private(set) var request: TransportRequest
        let framing: RequestFraming
        private(set) var body: OutgoingBody?
        /// The idle timeout, in nanoseconds.
        let idleTimeout: Int64?
        /// The connect timeout, in nanoseconds.
        let connectTimeout: Int64?
        let shared: SharedExchange
        var engine: CurlEngine { shared.engine }

        /// The handle until the exchange has ended; nil if the system has no memory left.
        private(set) var handle: CurlHandle?
        /// The result of setting up the handle.
        private(set) var setUp = CURLE_OK
        /// The loop while the exchange runs.
        private(set) var loop: CurlLoop?
        var idleTimer = IdleTimer()
        var parser = ResponseHeadParser()
        /// The reason to fail, if a callback has found one.
        var failure: TransportError?
        /// The framing of the response, once its head is complete.
        private(set) var response: ResponseFraming?
        /// Whether libcurl waits for more of the response, as far as it has reported.
        private(set) var isReceiving = true
        /// Whether libcurl has the window as a rate limit.
        private var isLimited = false
        private(set) var outgoing = Outgoing()
        private(set) var route = CurlRoute()
        private(set) var attempts = Attempts()

        /// The state of sending the request's body.
        struct Outgoing {
            /// The number of bytes that were reported as sent.
            fileprivate var reported: Int64 = 0
            fileprivate var handedOver: Int64 = 0
            /// Whether libcurl has requested the trailers, which it does once.
            fileprivate var hasMadeTrailers = false
            /// Whether the peer's answer rejects the body, which may not have ended.
            fileprivate(set) var isRefused = false
        }

        /// The facts that decide whether the request may be sent again.
        struct Attempts {
            /// Whether the peer may process the request, and sending it again could have a second effect.
            fileprivate var mayHaveEffect = false
            /// Whether nothing of the request can have been sent on its last connection, or the peer has reported that it did not
            /// process the request.
            fileprivate(set) var isUnsent = false
            /// The number of restarts after libcurl had finished.
            fileprivate var restarts = 0
            /// The number of times that the peer has refused the request unprocessed.
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

        /// Starts the exchange. The loop retains it until ``end(_:)``.
        func begin(on loop: CurlLoop) {
            self.loop = loop
            handle?.reportClosing(to: loop)
            idleTimer.begun = loop.now
            idleTimer.last = loop.now
        }

        /// Continues after a pause. A side that still has to wait pauses again.
        func resume() {
            idleTimer.resume(at: loop?.now ?? 0)
            shared.state.withLock { $0.isPaused = false }
            // If libcurl counts, the limit restarts by itself; setting it would hide the pause from libcurl.
            if !CurlLibrary.countsRates { limitWindow() }
            handle?.resume()
            loop?.liftLimits()
        }

        /// Nudges an HTTP/2 exchange that libcurl may have forgotten after a pause.
        ///
        /// - Returns: When to check again, or nil if no check is needed.
        func nudge(_ now: Int64) -> Int64? {
            guard CurlLibrary.forgetsStreams, parser.version == .http2, idleTimer.wasPaused,
                !idleTimer.isReceivingPaused
            else { return nil }
            let time = idleTimer.last + IdleTimer.nudgePause
            if time > now { return time }
            handle?.nudge()
            return now + IdleTimer.nudgePause
        }

        /// Records the end of the exchange, and releases its resources.
        func end(_ outcome: ExchangeState.Outcome) {
            body?.stop()
            let figures = loop == nil ? nil : handle?.figures(since: shared.made)
            parser.finishTrailers()
            shared.end(outcome) { state, isFirst in
                if isFirst, case .complete = outcome { state.trailers = parser.trailers }
                if let figures { state.metrics.record(figures) }
                // libcurl also counts the framing of chunks.
                state.metrics.bytesSent = min(state.metrics.bytesSent, outgoing.handedOver)
            }
            handle = nil
            loop = nil
            body = nil
            request = request.afterEnd
        }

        // MARK: Callbacks of libcurl, on the same thread

        /// Records a socket that was made for a connection.
        func recordSocket(_ socket: Int32) {
            route.add(socket)
            loop?.recordOpening(of: socket)
        }

        /// Records that the connection is ready for the request. Returns whether the request may be sent.
        ///
        /// If a reused connection ends without an answer, libcurl sends the request again. A request without a body was sent
        /// completely by then, and the peer may have processed it. On a new connection, libcurl repeats only a request that the
        /// peer has refused unprocessed.
        ///
        /// Source: RFC 9110 §9.2.2, RFC 9113 §8.7.
        func recordStart(on connection: ConnectionEnds?) -> Bool {
            idleTimer.start(at: loop?.now ?? 0)
            route.connection = connection
            let isReused = handle?.hasReusedConnection == true
            // Until its response has come, the connection is kept only if no other exchange can wait for it.
            handle?.allowReuse((isReused || !CurlLibrary.waitsForHTTP2Answers) && hasChosenHTTP2)
            // libcurl would send the request up to six times, and again after each restart.
            guard attempts.refusals < Self.mostRefusals else {
                failure = .refusedUnprocessed
                return false
            }
            if engine.trust != nil, request.hasSecureURL, handle?.allowsConnection != true {
                failure = .unevaluated
                return false
            }
            let reused = isReused ? connection.flatMap { loop?.socket(of: $0) } : nil
            route.findDescriptor(reused, isReused: isReused)
            var hasInput = false
            if isReused, engine.trust != nil, let connection = unsafe handle?.secureConnection {
                hasInput = unsafe SecureEnd.hasInput(OpaquePointer(connection))
            }
            // Nothing can be sent on a spoiled connection, so libcurl makes another.
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
                remedy: "Try again if the request may be sent twice."
            )
            return false
        }

        /// Receives a line of a head or of trailers. Returns whether the response can be used.
        func receiveHeadLine(_ line: Span<UInt8>) -> Bool {
            let result = parser.read(line)
            // Interim responses do not count as progress: a server may send them forever. Source: RFC 9110 §15.2.
            if parser.status >= 200 { idleTimer.last = loop?.now ?? 0 }
            // With a length, libcurl would end the exchange at the last announced byte, and miss a reset after it.
            if parser.version == .http2, !CurlLibrary.reportsFrames { handle?.ignoreLength() }
            switch result {
            case .more: return true
            case .interim:
                request.onInterimResponse?(head)
                return true
            case .broken(let problem):
                failure = TransportError(problem)
                // libcurl 7.88 would only reset the stream, and the next request would wait behind the rest of a flood.
                handle?.forbidReuse()
                return false
            case .complete:
                handle?.allowReuse(true)
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
                    // libcurl would send the request again, including the field.
                    failure = .expectationRefused
                    return false
                }
                if refusesBody { endBody() }
                if body != nil { loop?.recordAnswer(of: self) }
                return true
            }
        }

        private var head: ResponseHead {
            ResponseHead(status: parser.status, fields: parser.fields, requestMethod: request.method, url: request.url)
        }

        /// Returns the trailers of the request, each as a line without its line ending, or nil if the body has not ended.
        func trailerLines() -> [String]? {
            outgoing.hasMadeTrailers = true
            return body?.trailers?.map { "\($0.name): \($0.value)" }
        }

        /// Determines the framing of the response, and prepares the checks for its end.
        private func determineFraming() throws(TransportError) {
            let isHTTP2 = parser.version == .http2
            // libcurl believes a server that names another version of HTTP than the connection uses.
            if isHTTP2, !speaksHTTP2 { throw TransportError(.notHTTP) }
            if !isHTTP2, mayLimitWindow { handle?.setWindow(0) }
            let response = try ResponseFraming(
                status: parser.status,
                version: parser.version,
                fields: parser.fields,
                method: request.method
            )
            self.response = response
            // A connection that cannot be watched, such as a Unix-domain socket, must not pass its bytes to another exchange.
            if let connection = route.connection, let descriptor = route.descriptor, response.leavesNoDoubt,
                isHTTP2 || !mayHideInput(response)
            {
                let socket = ConnectionSocket(descriptor: descriptor, isHTTP2: isHTTP2)
                if !route.isRecorded { loop?.record(connection, socket) }
            } else {
                handle?.forbidReuse()
            }
            // Only possible if this program uses the same OpenSSL as libcurl.
            if response.length == .untilClose, engine.trust != nil, let connection = unsafe handle?.secureConnection {
                route.secureEnd = unsafe SecureEnd.watching(OpaquePointer(connection))
            }
        }

        /// Whether the transfer limits how far the peer may send ahead.
        var mayLimitWindow: Bool {
            CurlLibrary.sharesConnections && request.options.version != .http1
        }

        /// The number of bytes that the peer may send ahead on an HTTP/2 stream. It is never less than a stream's initial window.
        var window: Int { max(1 << 16, min(engine.configuration.receiveBufferSize, 1 << 30)) }

        /// Sets the window for libcurl's next check, which follows the callback.
        ///
        /// - Parameter count: The number of bytes that libcurl counts before it checks.
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

        /// Removes the rate limit before libcurl applies it.
        func liftLimit() {
            isLimited = false
            handle?.setWindow(0)
        }

        /// Whether the peer's answer rejects the request, so that it needs no more of the body. After a 407 of a proxy, libcurl
        /// starts the body again.
        ///
        /// Source: libcurl's `Curl_http_readwrite_headers`.
        private var refusesBody: Bool {
            body != nil && parser.status >= 300 && parser.status != 407
        }

        /// Stops the producer, and lets libcurl continue if it waits for the producer. Otherwise it would wait forever.
        func endBody() {
            outgoing.isRefused = true
            body?.stop()
            if idleTimer.isSendingPaused { engine.submit(.resume(shared)) }
        }

        /// Receives bytes of the body. Returns false if they must wait until the reader has emptied the buffer.
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
                // If the connection will be closed anyway, libcurl continues sending. A last chunk would make the body look
                // complete, and newer versions fail if a body ends early. So the body waits instead, and the exchange ends when
                // the answer is complete or the exchange is idle.
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
            }
            return step
        }

        /// Starts the body again, for a second attempt after the peer has closed an idle connection.
        ///
        /// The body restarts only if the method is idempotent, if nothing was sent, or if the peer has reported that it did not
        /// process the request. It never restarts after the trailers were requested, because libcurl would omit them.
        ///
        /// Source: RFC 9110 §9.2.2, RFC 9113 §8.7.
        func restartBody() -> Bool {
            guard let body, !outgoing.hasMadeTrailers, request.method.isIdempotent || attempts.isUnsent || isRefused
            else {
                return false
            }
            outgoing.handedOver = 0
            body.restart()
            return true
        }

        /// Whether libcurl repeats the request on a new connection, because the peer has refused it unprocessed.
        private var isRefused: Bool {
            !CurlLibrary.reportsFrames && CurlLibrary.tellsStart && parser.status == 0 && route.connection != nil
                && !attempts.mayHaveEffect
        }

        /// The number of refusals of an unprocessed request after which the exchange fails.
        private static let mostRefusals = 4

        /// Starts a request again that the peer has not processed, if libcurl does not; at most three times.
        ///
        /// Source: RFC 9113 §6.8, §8.7.
        func restart() -> Bool {
            guard attempts.isUnsent, parser.status == 0, failure == nil, attempts.restarts < 3,
                attempts.refusals < Self.mostRefusals, body == nil || restartBody()
            else { return false }
            attempts.restarts += 1
            if let stream = route.stream { loop?.streams.remove(stream) }
            (route.stream, route.streamEnd, route.departure) = (nil, nil, nil)
            return true
        }

        /// Receives a report about a frame on the connection, for this exchange or another one.
        func receive(_ report: FrameReport) {
            guard let loop, let handle else { return }
            let key = CurlStreams.Key(connection: handle.connectionNumber, stream: report.stream)
            switch report.kind {
            case .opened:
                if let stream = route.stream { loop.streams.remove(stream) }
                (route.stream, route.streamEnd, route.departure) = (key, nil, nil)
                loop.streams.add(self, key)
            case .ended: loop.streams[key]?.recordStreamEnd(.ended)
            case .reset: loop.streams[key]?.recordStreamEnd(.reset)
            case .broken: loop.streams[key]?.recordStreamEnd(.broken)
            case .refused: loop.streams[key]?.recordRefusal()
            case .left(let code):
                for transfer in loop.streams.transfers(on: key.connection) { transfer.route.departure = code }
            // libcurl 8.14 would let the next request wait on this connection.
            case .full: handle.forbidReuse()
            case .read: loop.liftLimits()
            }
        }

        /// Records the end of the stream. Only the first end counts, because a reset may follow a complete stream.
        private func recordStreamEnd(_ end: CurlStreams.End) {
            guard route.streamEnd == nil else { return }
            route.streamEnd = end
            if body != nil, isWhole { loop?.recordAnswer(of: self) }
        }

        /// Records that the peer will not process the request. It may then be sent again with any method.
        ///
        /// Source: RFC 9113 §8.7.
        private func recordRefusal() {
            guard parser.status == 0 else { return }
            attempts.isUnsent = true
            attempts.mayHaveEffect = false
            attempts.refusals += 1
        }

        /// Records that libcurl waits for other events of the connection than before.
        func recordWatch(_ wanted: Int32) {
            guard handle != nil else { return }
            isReceiving = wanted == CURL_POLL_IN || wanted == CURL_POLL_INOUT
            if !isReceiving, body != nil, response != nil { loop?.recordAnswer(of: self) }
        }
    }

    extension ExchangeState {
        /// Receives bytes of the body, unless they must wait until the reader has emptied the buffer.
        ///
        /// - Returns: Whether the bytes were accepted, and whether the buffer was empty before.
        fileprivate mutating func receive(_ bytes: Span<UInt8>, limit: Int) -> (isAccepted: Bool, isFirst: Bool) {
            // After a cancellation, the bytes have no reader.
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

        /// Reserves memory for the announced bytes, at most for a full buffer. Beyond that, the array grows by itself.
        private mutating func makeRoom(for count: Int, limit: Int) {
            let left = Int64(expected) - metrics.bytesReceived
            let room = left > 0 ? Int(min(left, Int64(limit) + 16_384)) : 0
            if room > buffer.count + count { buffer.reserveCapacity(room) }
        }
    }
#endif
