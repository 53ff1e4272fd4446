#if os(Linux)
    import CCurl

    /// A multi handle of libcurl, which runs many exchanges and holds their connections. It is used on one thread.
    @safe
    struct CurlMulti {
        private let multi: UnsafeMutableRawPointer
        /// The TLS sessions of servers. Each exchange has its own handle, which would not find the sessions of earlier exchanges.
        private let sessions: UnsafeMutableRawPointer

        /// Makes a multi handle; nil if the system has no memory left.
        init?(_ configuration: CurlTransport.Configuration) {
            CurlLibrary.prepare()
            // SAFETY: the handle is used on this thread only, until `close`.
            guard let multi = unsafe curl_multi_init() else { return nil }
            guard let sessions = unsafe mimeograph_curl_share_sessions() else {
                _ = unsafe curl_multi_cleanup(multi)
                return nil
            }
            unsafe self.multi = multi
            unsafe self.sessions = sessions
            set(CURLMOPT_PIPELINING, Int(CurlLibrary.sharesConnections ? CURLPIPE_MULTIPLEX : CURLPIPE_NOTHING))
            set(CURLMOPT_MAX_HOST_CONNECTIONS, max(0, configuration.maximumConnectionsPerHost ?? 0))
            set(CURLMOPT_MAX_TOTAL_CONNECTIONS, max(0, configuration.maximumConnections ?? 0))
            set(CURLMOPT_MAXCONNECTS, max(1, configuration.maximumCachedConnections))
        }

        private func set(_ option: CURLMoption, _ value: Int) {
            // SAFETY: all options set here take a number.
            _ = unsafe mimeograph_curl_multi_set_long(multi, option, Int(Int32(clamping: value)))
        }

        /// Sets the loop that watches sockets and timers for libcurl. The loop must exist until ``close()``.
        func setCallbacks(to loop: CurlLoop) {
            // SAFETY: the loop runs while the handle is used, so it needs no retain. libcurl calls it on the thread that calls
            // libcurl.
            let context = unsafe Unmanaged.passUnretained(loop).toOpaque()
            _ = unsafe mimeograph_curl_multi_set_callbacks(
                multi,
                { handle, descriptor, wanted, context, _ in
                    guard let context = unsafe context else { return 0 }
                    // An internal handle of libcurl has no context.
                    let transfer = unsafe handle.flatMap { unsafe mimeograph_curl_get_context($0) }
                        .map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
                    unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
                        .watch(descriptor, for: wanted, transfer)
                    return 0
                },
                { _, milliseconds, context in
                    guard let context = unsafe context else { return 0 }
                    unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
                        .setTimer(milliseconds: milliseconds)
                    return 0
                },
                context
            )
        }

        /// Adds an exchange. Returns false if there is not enough memory.
        func add(_ handle: CurlHandle) -> Bool {
            // SAFETY: all handles are alive and used on this thread. The exchange's handle is removed before it is freed.
            guard unsafe mimeograph_curl_set_pointer(handle.pointer, CURLOPT_SHARE, sessions) == CURLE_OK else {
                return false
            }
            return unsafe curl_multi_add_handle(multi, handle.pointer) == CURLM_OK
        }

        /// Removes an exchange in any state.
        func remove(_ handle: CurlHandle) {
            // SAFETY: as above.
            _ = unsafe curl_multi_remove_handle(multi, handle.pointer)
            // Another thread may free the handle, and the sessions have no lock.
            _ = unsafe mimeograph_curl_set_pointer(handle.pointer, CURLOPT_SHARE, nil)
        }

        /// Runs the exchanges that waited for a socket. Returns false if libcurl lost a socket, because it had no memory.
        func act(on descriptor: Int32, _ events: Int32) -> Bool {
            var running: Int32 = 0
            // SAFETY: the handle is alive, and the variable is of the type that the call fills.
            return unsafe curl_multi_socket_action(multi, descriptor, events, &running) == CURLM_OK
        }

        /// Runs the exchanges that waited for a timer. Returns false like ``act(on:_:)``.
        func timeIsUp() -> Bool { act(on: CURL_SOCKET_TIMEOUT, 0) }

        /// Returns the next exchange that libcurl has finished.
        func nextDone() -> (CurlTransfer, CURLcode)? {
            var status = CURLE_OK
            // SAFETY: the context of each added handle is its transfer, which the loop retains until it removes the handle.
            guard let handle = unsafe mimeograph_curl_multi_next_done(multi, &status),
                let context = unsafe mimeograph_curl_get_context(handle)
            else { return nil }
            return unsafe (Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue(), status)
        }

        /// Closes all connections and frees the handle.
        func close() {
            // SAFETY: no exchange is left in the handle, which is not used afterwards.
            _ = unsafe curl_multi_cleanup(multi)
            _ = unsafe curl_share_cleanup(sessions)
        }
    }
#endif
