#if os(Linux)
    import CCurl

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
            guard let response, failure == nil else { return .open }
            // libcurl waits for no more, though the reader does.
            let hasStopped = !isReceiving && !idleTimer.isReceivingPaused && parser.version != .http2
            switch response.length {
            case .none: return .whole
            case .known(let count):
                return state.withLock { $0.metrics.bytesReceived } == count ? .whole : hasStopped ? .unclear : .open
            case .chunked:
                guard hasStopped, let descriptor else { return .open }
                if CurlLibrary.countsBodies { return .whole }
                // The last chunk has come, or else the end of the connection.
                return mimeograph_socket_has_ended(descriptor) == 0 ? .whole : .unclear
            case .untilClose:
                guard hasStopped else { return .open }
                return secureEnd?.isNotified == false ? .unclear : .whole
            case .untilEndOfStream: return .open
            }
        }

        /// Whether all of the answer has come.
        var isWhole: Bool { answer == .whole }

        /// Whether all of the answer has come by its own count, so that the loss of the connection takes nothing from it. Chunks, and
        /// bodies that end with the connection, are whole only where libcurl, which has closed it by then, does not say otherwise.
        var isCounted: Bool {
            switch response?.length {
            case .none?, .known?: isWhole
            default: false
            }
        }

        /// Whether the rest of the request's body need not go out once the answer is whole: the peer has refused it, or there is
        /// nothing to send at the moment. Source: RFC 9112 §9.6.
        var mayStopSending: Bool { isRefused || idleTimer.isSendingPaused }

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

        /// Sees to it that nothing else uses the connection.
        func retireConnection() {
            guard let connection, let descriptor, mimeograph_socket_local_port(descriptor) == connection.localPort
            else { return }
            mimeograph_socket_retire(descriptor)
        }

        /// Why a body that libcurl takes for whole may not be; nil where it is.
        var doubtAboutEnd: TransportError? {
            switch response?.length {
            case .untilClose where secureEnd?.isNotified == false: .endedWithoutNotice
            // Trailers end a stream (RFC 9113 §8.1), and nghttp2 lets none stand elsewhere: the body before them is whole.
            case .untilEndOfStream where CurlLibrary.hidesResets && !parser.hasTrailers: .endUnknown
            case .untilEndOfStream where CurlLibrary.reportsFrames && streamEnd != .ended:
                streamEnd == .reset ? .streamReset : .endUnknown
            default: nil
            }
        }
    }
#endif
