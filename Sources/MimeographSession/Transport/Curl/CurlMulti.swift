#if os(Linux)
    import CCurl

    /// A multi handle of libcurl's: what moves many exchanges and holds their connections. Used on one thread.
    @safe
    struct CurlMulti {
        private let multi: UnsafeMutableRawPointer

        /// Makes one; nil where the system has no memory left.
        init?(_ configuration: CurlTransport.Configuration) {
            CurlLibrary.prepare()
            // SAFETY: the handle is used on this thread only, until `close`.
            guard let multi = unsafe curl_multi_init() else { return nil }
            unsafe self.multi = multi
            set(CURLMOPT_PIPELINING, Int(CurlLibrary.mixesStreams ? CURLPIPE_NOTHING : CURLPIPE_MULTIPLEX))
            set(CURLMOPT_MAX_HOST_CONNECTIONS, max(0, configuration.maximumConnectionsPerHost ?? 0))
            set(CURLMOPT_MAX_TOTAL_CONNECTIONS, max(0, configuration.maximumConnections ?? 0))
            set(CURLMOPT_MAXCONNECTS, max(1, configuration.maximumCachedConnections))
        }

        private func set(_ option: CURLMoption, _ value: Int) {
            // SAFETY: the options that are set take a number.
            _ = unsafe mimeograph_curl_multi_set_long(multi, option, Int(Int32(clamping: value)))
        }

        /// Tells libcurl whom to ask for sockets and timers. The loop must be there until ``close()``.
        func setCallbacks(to loop: CurlLoop) {
            // SAFETY: the loop runs while the handle is used, so that it need not be retained, and libcurl calls it on the thread
            // that calls libcurl.
            let context = unsafe Unmanaged.passUnretained(loop).toOpaque()
            _ = unsafe mimeograph_curl_multi_set_callbacks(
                multi,
                { _, descriptor, wanted, context, _ in
                    guard let context = unsafe context else { return 0 }
                    unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue().watch(descriptor, for: wanted)
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

        /// Adds an exchange; whether there was memory for it.
        func add(_ handle: CurlHandle) -> Bool {
            // SAFETY: both handles are alive and used on this thread; the handle is taken out before it is freed.
            unsafe curl_multi_add_handle(multi, handle.pointer) == CURLM_OK
        }

        /// Takes an exchange out, whatever its state is.
        func remove(_ handle: CurlHandle) {
            // SAFETY: as above.
            _ = unsafe curl_multi_remove_handle(multi, handle.pointer)
        }

        /// Moves what waited for a socket.
        func act(on descriptor: Int32, _ events: Int32) {
            var running: Int32 = 0
            // SAFETY: the handle is alive, and the variable is of the type that the call fills.
            _ = unsafe curl_multi_socket_action(multi, descriptor, events, &running)
        }

        /// Moves what waited for the time.
        func timeIsUp() { act(on: CURL_SOCKET_TIMEOUT, 0) }

        /// The next exchange that libcurl is done with.
        func nextDone() -> (CurlTransfer, CURLcode)? {
            var status = CURLE_OK
            // SAFETY: each handle that was added has its transfer as context, which the loop keeps until it takes it out.
            guard let handle = unsafe mimeograph_curl_multi_next_done(multi, &status),
                let context = unsafe mimeograph_curl_get_context(handle)
            else { return nil }
            return unsafe (Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue(), status)
        }

        /// Closes all connections and frees the handle.
        func close() {
            // SAFETY: no exchange is left in it, and it is not used afterwards.
            _ = unsafe curl_multi_cleanup(multi)
        }
    }
#endif
