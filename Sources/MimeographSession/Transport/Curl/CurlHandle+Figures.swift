#if os(Linux)
    import CCurl
    import MimeographSupport

    /// The figures of an exchange that libcurl measures.
    struct CurlFigures {
        var nameResolved: Duration?
        var connected: Duration?
        var secured: Duration?
        var firstByte: Duration?
        var total: Duration?
        var bytesSent: Int64
        var wasReused: Bool?
        var remoteAddress: String?
    }

    extension CurlHandle {
        /// The number of bytes of the request's body that the system has accepted so far.
        var bytesSent: Int64 { offset(CURLINFO_SIZE_UPLOAD_T) }

        /// Whether the connection has become ready.
        var isConnected: Bool { offset(CURLINFO_PRETRANSFER_TIME_T) > 0 }

        /// Whether the exchange uses an existing connection.
        var hasReusedConnection: Bool { number(CURLINFO_NUM_CONNECTS) == 0 }

        /// The number of the connection within its ``CurlMulti``; available from libcurl 8.2 on.
        var connectionNumber: Int64 { offset(mimeograph_CURLINFO_CONN_ID) }

        /// The status of the proxy's response to `CONNECT`, or 0 without such a response.
        var proxyStatus: Int { number(CURLINFO_HTTP_CONNECTCODE) }

        /// The connection's SSL object, which libcurl owns; nil without TLS or OpenSSL.
        var secureConnection: UnsafeMutableRawPointer? {
            // SAFETY: the handle is alive.
            unsafe mimeograph_curl_get_tls(pointer)
        }

        /// Whether the policy has allowed the server of the connection.
        var allowsConnection: Bool {
            // SAFETY: libcurl's connection is alive while it is in use.
            unsafe secureConnection.map { unsafe CurlHandshake.isAllowed(OpaquePointer($0)) } ?? false
        }

        /// Returns all figures. libcurl measures from its own start; the time that the exchange waited before is added.
        func figures(since start: Int64) -> CurlFigures {
            let total = Monotonic.now - start
            let delay = max(0, total / 1000 - offset(CURLINFO_TOTAL_TIME_T))
            func time(_ info: CURLINFO) -> Duration? {
                let microseconds = offset(info)
                return microseconds > 0 ? .microseconds(microseconds + delay) : nil
            }
            let isConnected = isConnected
            let isReused = hasReusedConnection
            // SAFETY: libcurl owns the text, which is copied at once.
            let address = unsafe mimeograph_curl_get_string(pointer, CURLINFO_PRIMARY_IP).map {
                unsafe String(cString: $0)
            }
            return CurlFigures(
                nameResolved: isReused ? nil : time(CURLINFO_NAMELOOKUP_TIME_T),
                connected: isReused ? nil : time(CURLINFO_CONNECT_TIME_T),
                secured: isReused ? nil : time(CURLINFO_APPCONNECT_TIME_T),
                firstByte: time(CURLINFO_STARTTRANSFER_TIME_T),
                total: .nanoseconds(total),
                bytesSent: bytesSent,
                wasReused: isConnected ? isReused : nil,
                remoteAddress: address.flatMap { $0.isEmpty ? nil : $0 }
            )
        }

        private func offset(_ info: CURLINFO) -> Int64 {
            // SAFETY: the handle is alive, and the value is an offset.
            unsafe mimeograph_curl_get_offset(pointer, info)
        }

        private func number(_ info: CURLINFO) -> Int {
            // SAFETY: the handle is alive, and the value is a number.
            unsafe mimeograph_curl_get_long(pointer, info)
        }
    }

    extension TransportMetrics {
        mutating func record(_ figures: CurlFigures) {
            nameResolved = figures.nameResolved
            connected = figures.connected
            secured = figures.secured
            firstByte = figures.firstByte
            total = figures.total
            bytesSent = figures.bytesSent
            connectionWasReused = figures.wasReused
            remoteAddress = figures.remoteAddress
        }
    }
#endif
