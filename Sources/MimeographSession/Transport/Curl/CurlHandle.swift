#if os(Linux)
    import CCurl
    import Mimeograph
    import MimeographSupport

    /// An easy handle of libcurl, which carries one exchange after the other.
    ///
    /// It is unchecked because libcurl only requires that one thread at a time uses the handle. The task that prepares the
    /// handle, the engine's thread and the thread that frees it pass it on under a lock.
    @safe
    final class CurlHandle: @unchecked Sendable {
        /// The handle, for ``CurlMulti``.
        let pointer: UnsafeMutableRawPointer
        /// The memory for libcurl's error message, a C string.
        private let message: UnsafeMutablePointer<CChar>
        /// The fields of the request, which libcurl does not copy.
        private var fields: UnsafeMutablePointer<curl_slist>?
        /// The servers to connect to instead of others, which libcurl does not copy.
        private var servers: UnsafeMutablePointer<curl_slist>?
        /// The first error of setting an option.
        private var status = CURLE_OK
        /// Whether the connection ends with the exchange in any case.
        private var closesConnection = false

        /// Makes a handle; nil if the system has no memory left.
        init?() {
            // SAFETY: this object owns the handle, and frees it in `deinit`.
            guard let pointer = unsafe curl_easy_init() else { return nil }
            unsafe self.pointer = pointer
            // SAFETY: this object owns the memory, which has the size that libcurl requires, and frees it in `deinit`.
            unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
            unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        }

        deinit {
            // SAFETY: the handle was removed from its multi handle before.
            unsafe curl_easy_cleanup(pointer)
            unsafe curl_slist_free_all(fields)
            unsafe curl_slist_free_all(servers)
            unsafe message.deallocate()
        }

        /// Clears the exchange, and keeps memory for the next one.
        func reset() {
            // SAFETY: the handle was removed from its multi handle before, so nothing uses the fields.
            unsafe curl_easy_reset(pointer)
            unsafe curl_slist_free_all(fields)
            unsafe curl_slist_free_all(servers)
            unsafe (fields, servers) = (nil, nil)
            closesConnection = false
        }

        /// Continues after a callback has paused receiving or sending. A side that still has to wait pauses again.
        func resume() {
            // SAFETY: the handle is alive.
            _ = unsafe curl_easy_pause(pointer, CURLPAUSE_CONT)
        }

        /// Whether libcurl's message reports more fields than it holds. Over HTTP/2, libcurl has no status code for that: its
        /// callback fails, or nghttp2 rejects the frames that continue the fields. Newer versions say why a callback failed;
        /// older ones give only nghttp2's number.
        ///
        /// Source: nghttp2.h, NGHTTP2_ERR_CALLBACK_FAILURE and, from 1.61 on, NGHTTP2_ERR_TOO_MANY_CONTINUATIONS; libcurl 7.88.1,
        /// `on_header` and `DYN_H2_HEADERS`; 8.3, `Curl_bump_headersize`; 8.14, `Curl_headers_push` and `cf_h2_header_error`.
        var tellsOfFlood: Bool {
            tells(of: [
                " -905:", "Too large response headers", "Too many response headers", "HTTP2 header: 100(",
                "HTTP2 header: 27(",
            ]) || !CurlLibrary.reportsFrames && tells(of: [" -902:"])
        }

        /// Whether the input during the handshake was not TLS. A plain HTTP server answers like that.
        ///
        /// Source: the reasons of OpenSSL's `ERR_LIB_SSL`.
        var tellsOfNoTLS: Bool {
            tells(of: [
                "wrong version number", "http request", "unknown protocol", "packet length too long", "record overflow",
            ])
        }

        /// Returns the error for a TLS failure that every retry would repeat, or nil for another failure.
        ///
        /// In TLS 1.3, the client finishes the handshake and sends the request before the server checks the client's certificate.
        /// The alert then arrives in place of a response.
        ///
        /// Source: RFC 8446 §4.4.2.4, §6.2; the reasons of OpenSSL's `ERR_LIB_SSL`.
        func tlsFailure(_ status: Int) -> TransportError? {
            let (message, remedy): (String, String)
            if tells(of: [
                "alert certificate", "alert bad certificate", "alert unsupported certificate", "alert unknown ca",
                "alert access denied",
            ]) {
                message = "The server rejected the client's certificate, or requires one and received none."
                remedy = "Set SecurityPolicy.clientIdentity to an identity that the server accepts."
            } else if tells(of: ["alert protocol version", "unsupported protocol", "version too low"]) {
                message = "The TLS handshake failed: the server supports no version of TLS that is allowed."
                remedy =
                    "Enable TLS 1.2 or 1.3 on the server; SecurityPolicy.minimumTLSVersion is the oldest allowed version."
            } else if tells(of: ["dh key too small"]) {
                message = "The TLS handshake failed: the server's Diffie-Hellman group is too small."
                remedy = "Enable ECDHE on the server, or a group of at least 2,048 bits."
            } else if tells(of: ["excessive message size"]) {
                message = "The TLS handshake failed: the server's certificates have more than 100 KiB."
                remedy = "The limit cannot be raised; spread the host names over several certificates."
            } else if tells(of: ["alert handshake failure"]) {
                message = "The TLS handshake failed: the server found no cipher that both sides allow."
                remedy =
                    "Enable ECDHE with AES-GCM on the server. If it requires a client certificate, set clientIdentity."
            } else {
                return nil
            }
            return TransportError(permanentTLSFailure: message, remedy: remedy, libraryCode: status)
        }

        /// Whether libcurl's message reports a trailer that is longer than it holds.
        ///
        /// Source: libcurl 7.88.1, `Curl_chunked_strerror`.
        var tellsOfLongTrailer: Bool { tells(of: ["Out of memory in chunked-encoding"]) }

        /// Returns a sentence about the part of an HTTP/1.1 response that libcurl itself rejects, or nil for another failure. libcurl
        /// checks a line before it passes the line on, so the value is not known.
        ///
        /// Source: libcurl 7.88.1, `Curl_http_header`, `verify_header` and `Curl_chunked_strerror`; 8.22, `httpchunk_readwrite`.
        var invalidPart: String? {
            let parts = [
                ("Content-Length: value", "The Content-Length of the response is not one decimal number."),
                ("Transfer-Encoding", "The Transfer-Encoding of the response is not \"chunked\"."),
                ("Nul byte", "The head of the response has a zero byte."),
                ("Carriage return", "The head of the response has a carriage return that ends no line."),
                ("without colon", "A line in the head of the response has no colon."),
                ("hex", "The size of a chunk in the response is not a hexadecimal number, or is too large."),
                ("invalid chunk size", "The size of a chunk in the response is too large."),
                ("in chunked-encoding", "A chunk of the response does not end where its size says."),
            ]
            return parts.first { tells(of: [$0.0]) }?.1
        }

        /// The name of the HTTP/2 error code in libcurl's message about a stream or a connection, or nil.
        ///
        /// Source: libcurl 7.88.1 and 8.23.0, `http2_handle_stream_close` and `on_frame_send`.
        var http2Error: String? {
            guard tells(of: ["HTTP/2 stream ", "nghttp2 shuts down"]) else { return nil }
            return FrameReport.errorNames.first { tells(of: [$0]) }
        }

        private func tells(of marks: [String]) -> Bool {
            // SAFETY: libcurl ends the text with a zero byte, and no longer uses it when the exchange has ended.
            let text = unsafe String(cString: message)
            return marks.contains { text.index(ofBytes: $0) != nil }
        }

        /// Makes libcurl close the connection after the exchange, unless others use it.
        func forbidReuse() {
            closesConnection = true
            set(CURLOPT_FORBID_REUSE, 1)
        }

        /// Lets libcurl keep the connection or not, unless ``forbidReuse()`` was called. It has no effect if libcurl lets no
        /// requests wait for a connection's first response.
        func allowReuse(_ isAllowed: @autoclosure () -> Bool) {
            if CurlLibrary.waitsForFirstAnswers, !closesConnection { set(CURLOPT_FORBID_REUSE, isAllowed() ? 0 : 1) }
        }

        /// Stops libcurl's reports, because their context is released before the handle.
        func stopReports() { set(CURLOPT_VERBOSE, 0) }

        /// Sets the window of the HTTP/2 stream: the number of bytes that the peer may send ahead of libcurl. The value 0 leaves
        /// the window to libcurl, which uses 10 MiB. While a stream is paused, libcurl buffers a whole window.
        ///
        /// libcurl takes the window from the rate limit of an exchange. The limit must have no other effect.
        ///
        /// Source: libcurl 8.13.0, `cf_h2_get_desired_local_win`.
        func setWindow(_ count: Int) {
            // SAFETY: the option takes an offset.
            record(unsafe mimeograph_curl_set_offset(pointer, CURLOPT_MAX_RECV_SPEED_LARGE, Int64(count)))
        }

        /// Makes libcurl read the body to the end of its stream, regardless of its announced length.
        func ignoreLength() { set(CURLOPT_IGNORE_CONTENT_LENGTH, 1) }

        /// Makes libcurl check an exchange that is not paused, as if the exchange had just been resumed.
        func nudge() {
            // SAFETY: the handle is alive.
            _ = unsafe curl_easy_pause(pointer, CURLPAUSE_RECV)
            _ = unsafe curl_easy_pause(pointer, CURLPAUSE_CONT)
        }

        // MARK: Options

        func prepare(for transfer: CurlTransfer) -> CURLcode {
            status = CURLE_OK
            // SAFETY: the memory lives as long as the handle.
            unsafe message[0] = 0
            record(unsafe mimeograph_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(message)))
            setCallbacks(to: transfer)
            setRequest(transfer.request, transfer.framing)
            setEmptyQuery(of: transfer)
            setConnection(transfer.request.options, transfer.framing)
            setServers(transfer.engine.configuration)
            if transfer.mayLimitWindow { setWindow(transfer.window) }
            setIdentity(transfer.request)
            setTrust(transfer)
            return status
        }

        private func setRequest(_ request: TransportRequest, _ framing: RequestFraming) {
            set(CURLOPT_URL, request.url)
            set(CURLOPT_PATH_AS_IS, 1)
            set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
            // The caller sets all fields, and the body is received as it is.
            set(CURLOPT_HTTP_CONTENT_DECODING, 0)
            set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            switch framing.length {
            case .none: if request.method != .get { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
            case .known(let length): setBody(request.method, length)
            case .unknown: setBody(request.method, -1)
            }
            if request.method == .head { set(CURLOPT_NOBODY, 1) }
            setFields(framing, hasProxy: request.options.proxy != nil)
        }

        /// Keeps the question mark before an empty query, which libcurl from 8.8 to 8.20 omits. A proxy that forwards the request
        /// receives the whole URL. Source: RFC 9112 §3.2; libcurl 8.14.1 and 8.21.0, `parseurlandfillconn`.
        private func setEmptyQuery(of transfer: CurlTransfer) {
            let request = transfer.request
            guard request.url.utf8.last == UInt8(ascii: "?") else { return }
            // If the configuration names other servers to connect to, libcurl makes a tunnel through the proxy.
            let isForwarded =
                transfer.engine.configuration.connectTo.isEmpty && !request.hasSecureURL && request.hasProxy("http")
            // The path follows the third slash: http://host/path?
            let parts = request.url.parts(at: "/", most: 3)
            set(CURLOPT_REQUEST_TARGET, isForwarded ? request.url : "/" + (parts.count > 3 ? parts[3] : "?"))
        }

        private func setBody(_ method: HTTPMethod, _ length: Int) {
            set(CURLOPT_UPLOAD, 1)
            if method != .put { set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
            // SAFETY: the option takes an offset.
            record(unsafe mimeograph_curl_set_offset(pointer, CURLOPT_INFILESIZE_LARGE, Int64(length)))
        }

        /// Sets the fields in order, and suppresses the fields that libcurl would add: Accept, Expect with a body, and
        /// Proxy-Connection with a proxy. libcurl compares each name with many others, so only the needed names are listed.
        private func setFields(_ framing: RequestFraming, hasProxy: Bool) {
            var unwanted = ["accept"]
            if framing.length != .none { unwanted.append("expect") }
            if hasProxy { unwanted.append("proxy-connection") }
            for line in framing.lines {
                // For libcurl, a name with a semicolon is a field without a value. The text is joined by hand, because an
                // interpolation costs several times as much.
                var text = line.name
                text += line.value.isEmpty ? ";" : ": "
                text += line.value
                unsafe append(text, to: &fields)
                if [6, 16].contains(line.name.utf8.count) {
                    let name = line.name.lowercased()
                    unwanted.removeAll { $0 == name }
                }
            }
            for name in unwanted { unsafe append(name + ":", to: &fields) }
            // SAFETY: the list lives until `reset`.
            record(unsafe mimeograph_curl_set_list(pointer, CURLOPT_HTTPHEADER, fields))
            set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        }

        private func append(_ line: String, to list: inout UnsafeMutablePointer<curl_slist>?) {
            // SAFETY: the text is copied, and this object owns the list.
            if let longer = unsafe line.withFieldLine({ unsafe curl_slist_append(list, $0) }) {
                unsafe list = longer
            } else {
                record(CURLE_OUT_OF_MEMORY)
            }
        }

        /// Sets the servers to connect to. The lines were checked when the request was sent.
        private func setServers(_ configuration: CurlTransport.Configuration) {
            if configuration.connectTo.isEmpty { return }
            for line in (try? configuration.connectToLines()) ?? [] { unsafe append(line, to: &servers) }
            // SAFETY: the list lives until `reset`.
            record(unsafe mimeograph_curl_set_list(pointer, CURLOPT_CONNECT_TO, servers))
        }

        private func setConnection(_ options: TransportOptions, _ framing: RequestFraming) {
            set(CURLOPT_NOSIGNAL, 1)
            // This is optional: a handle that still has its last buffer rejects the size and keeps that buffer.
            // SAFETY: the option takes a number.
            _ = unsafe mimeograph_curl_set_long(pointer, CURLOPT_BUFFERSIZE, 1 << 16)
            set(CURLOPT_TCP_KEEPALIVE, 1)
            set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.map(\.clampedMilliseconds) ?? Int(Int32.max))
            // An empty text means no proxy, not even a proxy of the environment.
            set(CURLOPT_PROXY, options.proxy?.url ?? "")
            set(CURLOPT_NOPROXY, "")
            if let proxy = options.proxy {
                if let username = proxy.username { set(CURLOPT_PROXYUSERNAME, username) }
                if let password = proxy.password { set(CURLOPT_PROXYPASSWORD, password) }
            }
            if let path = options.unixSocketPath { set(CURLOPT_UNIX_SOCKET_PATH, path) }
            let version =
                switch options.version {
                case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
                case _ where CurlLibrary.negotiatesHTTP2(options.version, framing): CURL_HTTP_VERSION_2TLS
                default: CURL_HTTP_VERSION_1_1
                }
            set(CURLOPT_HTTP_VERSION, Int(version))
            if options.version == .http2PriorKnowledge, CurlLibrary.mixesStreams {
                set(CURLOPT_FRESH_CONNECT, 1)
                forbidReuse()
            }
            // The connection may use HTTP/2.
            if version != CURL_HTTP_VERSION_1_1, CurlLibrary.reportsFrames {
                record(unsafe mimeograph_curl_set_report_callback(pointer, Self.receiveReport))
            }
            // The exchange waits for a connection that is being made, to share it, rather than make another one.
            set(CURLOPT_PIPEWAIT, 1)
            allowReuse(false)
            if options.priority != 0.5, CurlLibrary.hasHTTP2 {
                set(CURLOPT_STREAM_WEIGHT, 1 + Int(255 * max(0, min(1, options.priority))))
            }
            if CurlLibrary.leavesResolvers { set(mimeograph_CURLOPT_QUICK_EXIT, 1) }
        }

        /// Makes the loop close the sockets of connections that are made for the exchange. The loop must exist as long as they do.
        func reportClosing(to loop: CurlLoop) {
            // SAFETY: the loop closes all connections before it ends, so they need no retain. libcurl calls back on the thread
            // that calls libcurl.
            let context = unsafe Unmanaged.passUnretained(loop).toOpaque()
            record(unsafe mimeograph_curl_set_pointer(pointer, CURLOPT_CLOSESOCKETDATA, context))
            record(unsafe mimeograph_curl_set_close_callback(pointer, Self.closeSocket))
        }

        func set(_ option: CURLoption, _ value: Int) {
            // SAFETY: all options set here take a number.
            record(unsafe mimeograph_curl_set_long(pointer, option, value))
        }

        func set(_ option: CURLoption, _ value: String) {
            // SAFETY: all options set here take text, which is copied.
            record(unsafe value.withCString { unsafe mimeograph_curl_set_string(pointer, option, $0) })
        }

        func record(_ result: CURLcode) {
            if status == CURLE_OK { status = result }
        }

        // MARK: Callbacks

        private func setCallbacks(to transfer: CurlTransfer) {
            // SAFETY: the loop retains the transfer until it has removed the handle, so the handle need not. libcurl calls back
            // on the thread that calls libcurl.
            let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
            for option in [
                CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_DEBUGDATA,
            ] {
                record(unsafe mimeograph_curl_set_pointer(pointer, option, context))
            }
            record(unsafe mimeograph_curl_set_open_callback(pointer, Self.openSocket))
            record(unsafe mimeograph_curl_set_data_callback(pointer, CURLOPT_HEADERFUNCTION, Self.receiveHeadLine))
            record(unsafe mimeograph_curl_set_data_callback(pointer, CURLOPT_WRITEFUNCTION, Self.receiveBody))
            if transfer.body != nil {
                for option in [CURLOPT_READDATA, CURLOPT_SEEKDATA] {
                    record(unsafe mimeograph_curl_set_pointer(pointer, option, context))
                }
                record(unsafe mimeograph_curl_set_data_callback(pointer, CURLOPT_READFUNCTION, Self.sendBody))
                record(unsafe mimeograph_curl_set_seek_callback(pointer, Self.restartBody))
            }
            if transfer.framing.trailers != nil { unsafe setTrailers(context) }
            if CurlLibrary.tellsStart {
                record(unsafe mimeograph_curl_set_pointer(pointer, mimeograph_CURLOPT_PREREQDATA, context))
                record(unsafe mimeograph_curl_set_start_callback(pointer, Self.recordStart))
            }
        }

        private static let receiveHeadLine: mimeograph_curl_data_callback = { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            // SAFETY: the context is the transfer, and libcurl passes `size * count` bytes that live through the call.
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe transfer.receiveHeadLine(line.bindMemory(to: UInt8.self).span) ? size * count : 0
        }

        private static let receiveBody: mimeograph_curl_data_callback = { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            // SAFETY: as above.
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe transfer.receiveBody(chunk.bindMemory(to: UInt8.self).span)
                ? size * count : Int(CURL_WRITEFUNC_PAUSE)
        }

        private static let sendBody: mimeograph_curl_data_callback = { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return Int(CURL_READFUNC_ABORT) }
            // SAFETY: the context is the transfer, and libcurl has room for `size * count` bytes there. The span counts the
            // written bytes, and is finalized before the call returns.
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                .bindMemory(to: UInt8.self)
            var output = unsafe OutputSpan(buffer: room, initializedCount: 0)
            let step = transfer.sendBody(&output)
            let filled = unsafe output.finalize(for: room)
            return switch step {
            case .filled: filled
            case .wait: Int(CURL_READFUNC_PAUSE)
            case .end: 0
            case .failed: Int(CURL_READFUNC_ABORT)
            }
        }

        private static let restartBody: mimeograph_curl_seek_callback = { context, offset, origin in
            guard let context = unsafe context, offset == 0, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
            // SAFETY: the context is the transfer.
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.restartBody() ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
        }

        private static let receiveReport: mimeograph_curl_report_callback = { _, kind, text, count, context in
            guard kind == CURLINFO_TEXT, let text = unsafe text, let context = unsafe context else { return 0 }
            // SAFETY: the context is the transfer, and libcurl passes `count` bytes that live through the call.
            let line = unsafe UnsafeRawBufferPointer(start: text, count: count)
            if let report = unsafe FrameReport(line.bindMemory(to: UInt8.self).span) {
                unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().receive(report)
            }
            return 0
        }

        private static let openSocket: mimeograph_curl_open_callback = { context, _, address in
            guard let context = unsafe context, let address = unsafe address else { return -1 }
            let descriptor = unsafe mimeograph_curl_open_socket(address)
            // SAFETY: the context is the transfer.
            if descriptor >= 0 {
                unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().recordSocket(descriptor)
            }
            return descriptor
        }

        private static let closeSocket: mimeograph_curl_close_callback = { context, descriptor in
            guard let context = unsafe context else { return -1 }
            // SAFETY: the context is the loop.
            return unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue().close(descriptor)
        }

        private static let recordStart: mimeograph_curl_start_callback = {
            context,
            remote,
            local,
            remotePort,
            localPort in
            // SAFETY: the context is the transfer, and libcurl passes texts that live through the call.
            guard let context = unsafe context else { return CURL_PREREQFUNC_OK }
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            var connection: ConnectionEnds?
            if let remote = unsafe remote, let local = unsafe local, localPort > 0 {
                connection = unsafe ConnectionEnds(
                    local: String(cString: local),
                    localPort: Int(localPort),
                    remote: String(cString: remote),
                    remotePort: Int(remotePort)
                )
            }
            let mayStart = transfer.recordStart(on: connection)
            return mayStart ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    extension String {
        /// Calls a closure with the bytes to send for the text, followed by a zero byte.
        func withFieldLine<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
            // SAFETY: a field contains no zero byte, so the bytes end at the first one. They live through each call.
            unsafe withCString { text in
                // Nearly all lines need only this check.
                guard unsafe strchr(text, Int32(OpaqueBytes.lead)) != nil else { return unsafe body(text) }
                return unsafe (opaqueBytes + [0]).withUnsafeBytes { bytes in
                    unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                        unsafe bytes.baseAddress.map { unsafe body($0) } ?? body(text)
                    }
                }
            }
        }
    }

    extension Duration {
        /// The milliseconds, at least 1 and at most the largest value that libcurl accepts on every machine.
        fileprivate var clampedMilliseconds: Int {
            Int(min(Int64(Int32.max), clampedNanoseconds / 1_000_000 + (clampedNanoseconds % 1_000_000 == 0 ? 0 : 1)))
        }
    }
#endif
