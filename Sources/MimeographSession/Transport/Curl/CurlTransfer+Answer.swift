#if os(Linux)
    import CCurl
    import MimeographSupport

    // How much of an answer has arrived, and whether it is trustworthy. All of this runs on the engine's thread.
    //
    // libcurl ends an exchange when the response *and* the request have ended. If the server answers early, the request may never
    // end: the producer of its body may stall, or the server may stop reading.
    extension CurlTransfer {
        enum Answer {
            /// More may arrive.
            case open
            case whole
            /// No more will arrive, and only libcurl knows whether the answer is complete.
            case unclear
        }

        /// The progress of the answer, as far as it is known while libcurl has not ended the exchange.
        var answer: Answer {
            // Source: RFC 9113 §8.1: the end of its stream completes a response.
            guard let response, failure == nil, !lacksEnd else { return .open }
            // libcurl waits for no more, although the reader does.
            let hasStopped = !isReceiving && !idleTimer.isReceivingPaused && parser.version != .http2
            switch response.length {
            case .none: return .whole
            case .known(let count):
                return received == count ? .whole : hasStopped ? .unclear : .open
            case .chunked:
                guard hasStopped, let descriptor = route.descriptor else { return .open }
                if CurlLibrary.countsBodies { return .whole }
                // Either the last chunk or the end of the connection has arrived.
                return mimeograph_socket_has_ended(descriptor) == 0 ? .whole : .unclear
            case .untilClose:
                guard hasStopped else { return .open }
                return route.secureEnd?.isNotified == false ? .unclear : .whole
            case .untilEndOfStream: return .open
            }
        }

        private var received: Int64 { shared.state.withLock { $0.metrics.bytesReceived } }

        /// Whether the peer has refused `Expect` with a response without a body.
        var hasBodilessRefusal: Bool {
            guard parser.status == 417, request.fields.expectContinue else { return false }
            return response?.length == ResponseFraming.Length.none || response?.length == .known(0)
        }

        /// Whether the end of the HTTP/2 stream is missing, as far as libcurl reports it.
        private var lacksEnd: Bool { parser.version == .http2 && route.stream != nil && route.streamEnd != .ended }

        var isWhole: Bool { answer == .whole }

        /// Whether all of the answer has arrived by its own count, so that losing the connection does not matter. Chunked bodies,
        /// and bodies that end with the connection, are complete only if libcurl reports no error when it closes the connection.
        var isCounted: Bool {
            // Without reports, a malformed response looks like one whose stream was reset after its end. A peer has a reason for
            // such a reset only while it receives the request's body.
            if parser.version == .http2, !CurlLibrary.reportsFrames, body == nil { return false }
            return switch response?.length {
            case .none?, .known?: isWhole
            default: false
            }
        }

        /// Whether the rest of the request's body may be omitted once the answer is complete: the peer has rejected it, or
        /// nothing can be sent at the moment. Source: RFC 9112 §9.6.
        var mayStopSending: Bool { outgoing.isRefused || idleTimer.isSendingPaused }

        /// Returns when an exchange with a complete answer ends unless the peer reads more; nil if the answer is not complete.
        func answeredLook(_ now: Int64) -> Int64? {
            guard body != nil, response != nil, isWhole else { return nil }
            return mayStopSending ? now : idleTimer.last + IdleTimer.answeredPause
        }

        /// When to check whether the exchange has a connection, in nanoseconds of ``Monotonic``.
        ///
        /// libcurl counts from a little later and knows the reason better, so the extra 10 ms let it time out first.
        var connectionLook: Int64? { connectTimeout.map { idleTimer.begun + $0 + 10_000_000 } }

        /// Checks for progress that libcurl does not report.
        func lookAtConnection(_ now: Int64) {
            guard let handle else { return }
            if !idleTimer.hasStarted, !CurlLibrary.tellsStart, handle.isConnected { idleTimer.start(at: now) }
            if body != nil { idleTimer.record(sent: handle.bytesSent, at: now) }
        }

        /// Whether input on the connection may belong to another of its requests without the loop being able to see it.
        ///
        /// A proxy may read the size of a chunk differently from libcurl, which does not report how it read it. TLS to a proxy
        /// hides the input that it has read from the inner TLS, and TLS other than this program's OpenSSL always does.
        func mayHideInput(_ response: ResponseFraming) -> Bool {
            if request.hasSecureURL { return engine.trust == nil || request.hasProxy("https:") }
            return request.hasProxy("http") && response.length == .chunked
        }

        /// Whether the connection uses HTTP/2, whatever the status line says.
        var speaksHTTP2: Bool {
            if request.options.version == .http2PriorKnowledge || route.stream != nil { return true }
            guard request.hasSecureURL, CurlLibrary.negotiatesHTTP2(request.options.version, framing) else {
                return false
            }
            // If OpenSSL cannot be asked, libcurl's claim counts, and the connection serves no other exchange.
            guard engine.trust != nil, unsafe handle?.secureConnection != nil else {
                handle?.forbidReuse()
                return true
            }
            return hasChosenHTTP2
        }

        /// Whether the server has chosen HTTP/2 in the TLS handshake; false if OpenSSL cannot be asked.
        var hasChosenHTTP2: Bool {
            guard request.hasSecureURL, engine.trust != nil, let connection = unsafe handle?.secureConnection else {
                return false
            }
            return unsafe SecureEnd.hasChosenHTTP2(OpaquePointer(connection))
        }

        /// Makes the connection unusable for other exchanges.
        func retireConnection() {
            guard let connection = route.connection, let descriptor = route.descriptor,
                mimeograph_socket_local_port(descriptor) == connection.localPort
            else { return }
            mimeograph_socket_retire(descriptor)
        }

        /// Whether the whole HTTP/2 connection has failed, although the status code is another one. After a failed callback of
        /// libcurl, nghttp2 accepts nothing more.
        ///
        /// Source: libcurl 8.14.1, `cf_h2_header_error` and `Curl_headers_push`.
        var hasBrokenSession: Bool { route.stream != nil && failure == nil && handle?.tellsOfFlood == true }

        /// Whether a failure means a malformed HTTP/2 response: libcurl or nghttp2 has closed the stream, and the peer has not.
        func isMalformed(_ status: CURLcode) -> Bool {
            guard route.stream != nil, !attempts.isUnsent else { return false }
            let isOpen = route.streamEnd == nil || route.streamEnd == .ended && !parser.isComplete
            return route.streamEnd == .broken || status == CURLE_HTTP2_STREAM && isOpen
        }

        /// The reason why a response that libcurl considers complete may be incomplete, or nil.
        var doubtAboutEnd: TransportError? {
            // libcurl 7.88 reports success if the connection closes in a head, or if a line of it begins with a zero byte.
            if parser.status != 0, !parser.isComplete { return .incompleteHead }
            return switch response?.length {
            case .untilClose where route.secureEnd?.isNotified == false: .endedWithoutNotice
            // Trailers end a stream (RFC 9113 §8.1), and nghttp2 accepts them nowhere else, so the body before them is complete.
            case .untilEndOfStream where CurlLibrary.hidesResets && !parser.hasTrailers: .endUnknown
            // libcurl does not wait for the end of a response without a body.
            case .none? where route.streamEnd != .broken: nil
            case .untilEndOfStream where CurlLibrary.reportsFrames && route.streamEnd == nil: .endUnknown
            // The transfer made libcurl ignore the length.
            case .known(let count)? where parser.version == .http2 && !CurlLibrary.reportsFrames && received != count:
                .streamReset
            case .some where lacksEnd:
                route.streamEnd == .broken ? .malformedStream : .streamReset
            default: nil
            }
        }
    }
#endif
