#if os(Linux)
    import CCurl
    import MimeographSupport

    // How much of an answer has come, and whether it can be believed; all of it is the engine's thread's.
    //
    // libcurl ends an exchange when the response has ended *and* the request has. Where the server answers early, the request may never
    // end: the producer of its body stands still, or the server reads no more.
    extension CurlTransfer {
        /// How much of the answer has come.
        enum Answer {
            /// There may be more.
            case open
            /// All of it.
            case whole
            /// No more will come, and only libcurl knows whether that was all.
            case unclear
        }

        /// How much of the answer has come, as far as can be told while libcurl has not ended the exchange.
        var answer: Answer {
            // Source: RFC 9113 §8.1: a response is whole with the end of its stream.
            guard let response, failure == nil, !lacksEnd else { return .open }
            // libcurl waits for no more, though the reader does.
            let hasStopped = !isReceiving && !idleTimer.isReceivingPaused && parser.version != .http2
            switch response.length {
            case .none: return .whole
            case .known(let count):
                return received == count ? .whole : hasStopped ? .unclear : .open
            case .chunked:
                guard hasStopped, let descriptor = route.descriptor else { return .open }
                if CurlLibrary.countsBodies { return .whole }
                // The last chunk has come, or else the end of the connection.
                return mimeograph_socket_has_ended(descriptor) == 0 ? .whole : .unclear
            case .untilClose:
                guard hasStopped else { return .open }
                return route.secureEnd?.isNotified == false ? .unclear : .whole
            case .untilEndOfStream: return .open
            }
        }

        /// The bytes of the body that have come.
        private var received: Int64 { shared.state.withLock { $0.metrics.bytesReceived } }

        /// Whether the peer has refused what `Expect` asks for, and says no more than that.
        var hasBodilessRefusal: Bool {
            guard parser.status == 417, request.fields.expectContinue else { return false }
            return response?.length == ResponseFraming.Length.none || response?.length == .known(0)
        }

        /// Whether the end of the stream of HTTP/2 has not come, as far as libcurl reports that.
        private var lacksEnd: Bool { parser.version == .http2 && route.stream != nil && route.streamEnd != .ended }

        /// Whether all of the answer has come.
        var isWhole: Bool { answer == .whole }

        /// Whether all of the answer has come by its own count, so that the loss of the connection takes nothing from it. Chunks, and
        /// bodies that end with the connection, are whole only where libcurl, which has closed it by then, does not say otherwise.
        var isCounted: Bool {
            // Without reports a malformed response looks like one whose stream was reset behind its end, which has a reason only
            // while the request's body goes out.
            if parser.version == .http2, !CurlLibrary.reportsFrames, body == nil { return false }
            return switch response?.length {
            case .none?, .known?: isWhole
            default: false
            }
        }

        /// Whether the rest of the request's body need not go out once the answer is whole: the peer has refused it, or there is
        /// nothing to send at the moment. Source: RFC 9112 §9.6.
        var mayStopSending: Bool { outgoing.isRefused || idleTimer.isSendingPaused }

        /// When an exchange whose answer is whole ends, unless the peer reads on; nil where the answer is not.
        func answeredLook(_ now: Int64) -> Int64? {
            guard body != nil, response != nil, isWhole else { return nil }
            return mayStopSending ? now : idleTimer.last + IdleTimer.answeredPause
        }

        /// When to look whether it has a connection, in nanoseconds of ``Monotonic``.
        ///
        /// libcurl counts from a little later, and knows more of why there is none, so that it is let go first.
        var connectionLook: Int64? { connectTimeout.map { idleTimer.begun + $0 + 10_000_000 } }

        /// Looks at what libcurl does not tell of by itself.
        func lookAtConnection(_ now: Int64) {
            guard let handle else { return }
            if !idleTimer.hasStarted, !CurlLibrary.tellsStart, handle.isConnected { idleTimer.start(at: now) }
            if body != nil { idleTimer.record(sent: handle.bytesSent, at: now) }
        }

        /// Whether what comes by the connection may be for another request of it, and there is no seeing that.
        ///
        /// A proxy may read the size of a chunk otherwise than libcurl, which does not say how it read it; TLS to a proxy keeps what
        /// it has read of the TLS inside it to itself, and TLS that is not this program's OpenSSL does so always.
        func mayHideInput(_ response: ResponseFraming) -> Bool {
            if request.hasSecureURL { return engine.trust == nil || request.hasProxy("https:") }
            return request.hasProxy("http") && response.length == .chunked
        }

        /// Whether the connection carries HTTP/2, whatever the status line says.
        var speaksHTTP2: Bool {
            if request.options.version == .http2PriorKnowledge || route.stream != nil { return true }
            guard request.hasSecureURL, CurlLibrary.negotiatesHTTP2(request.options.version, framing) else {
                return false
            }
            // Where there is no asking, what libcurl says counts, and the connection carries nothing else.
            guard engine.trust != nil, let connection = unsafe handle?.secureConnection else {
                handle?.forbidReuse()
                return true
            }
            return unsafe SecureEnd.hasChosenHTTP2(OpaquePointer(connection))
        }

        /// Sees to it that nothing else uses the connection.
        func retireConnection() {
            guard let connection = route.connection, let descriptor = route.descriptor,
                mimeograph_socket_local_port(descriptor) == connection.localPort
            else { return }
            mimeograph_socket_retire(descriptor)
        }

        /// Whether the failure is that of a whole connection of HTTP/2, though it has the code of another: libcurl's callback has failed, behind
        /// which nghttp2 takes nothing more.
        ///
        /// Source: libcurl 8.14.1, `cf_h2_header_error` and `Curl_headers_push`.
        var hasBrokenSession: Bool { route.stream != nil && failure == nil && handle?.tellsOfFlood == true }

        /// Whether a failure is that of a malformed response by HTTP/2: libcurl, or nghttp2, has closed the stream, and the peer has not.
        func isMalformed(_ status: CURLcode) -> Bool {
            guard route.stream != nil, !attempts.isUnsent else { return false }
            let isOpen = route.streamEnd == nil || route.streamEnd == .ended && !parser.isComplete
            return route.streamEnd == .broken || status == CURLE_HTTP2_STREAM && isOpen
        }

        /// Why a body that libcurl takes for whole may not be; nil where it is.
        var doubtAboutEnd: TransportError? {
            switch response?.length {
            case .untilClose where route.secureEnd?.isNotified == false: .endedWithoutNotice
            // Trailers end a stream (RFC 9113 §8.1), and nghttp2 lets none stand elsewhere: the body before them is whole.
            case .untilEndOfStream where CurlLibrary.hidesResets && !parser.hasTrailers: .endUnknown
            // libcurl does not wait for the end of what has no body.
            case .none? where route.streamEnd != .broken: nil
            case .untilEndOfStream where CurlLibrary.reportsFrames && route.streamEnd == nil: .endUnknown
            // libcurl was told not to count.
            case .known(let count)? where parser.version == .http2 && !CurlLibrary.reportsFrames && received != count:
                .streamReset
            case .some where lacksEnd:
                route.streamEnd == .broken ? .malformedStream : .streamReset
            default: nil
            }
        }
    }
#endif
