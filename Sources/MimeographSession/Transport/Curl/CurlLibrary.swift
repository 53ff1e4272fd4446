#if os(Linux)
    import CCurl
    import COpenSSL

    /// The capabilities of the libcurl that was found at run time.
    package enum CurlLibrary {
        /// The version and the features, which do not change while the program runs. The first access initializes libcurl.
        private static let found: (version: UInt32, features: Int32) = {
            // This comes first: otherwise libcurl would make OpenSSL clean up at exit, while threads of transports still run.
            OpenSSLLibrary.prepare()
            _ = mimeograph_curl_global_init()
            // SAFETY: libcurl returns a structure that lives as long as the program.
            guard let information = unsafe mimeograph_curl_version() else { return (0, 0) }
            return unsafe (information.pointee.version_num, information.pointee.features)
        }()

        static func prepare() { _ = found }

        /// Whether libcurl has a callback for a connection that is ready for its request: from 7.80 on.
        static var tellsStart: Bool { found.version >= 0x07_5000 }

        /// Whether an exchange can end without waiting for the thread that resolves its host's name: from 7.87 on.
        static var leavesResolvers: Bool { found.version >= 0x07_5700 }

        /// Whether the streams of one HTTP/2 connection can affect each other: before 8.1.
        ///
        /// If a stream has more bytes than libcurl has room for, they wait in the buffer of the connection. At the end of an
        /// upload of undeclared length, libcurl reads more regardless, and loses the waiting bytes. The body is then too short,
        /// which is undetectable without a Content-Length. With many streams and many cancellations, responses with bytes of
        /// other responses were seen. With such a libcurl, a connection therefore carries one exchange at a time, and such
        /// uploads use HTTP/1.1.
        ///
        /// Source: libcurl 7.88.1, `http2_data_done_send` and `on_data_chunk_recv`; rewritten in 8.1.0. Until 8.0.0, a connection
        /// that uses HTTP/2 with prior knowledge also cannot be reused.
        package static var mixesStreams: Bool { found.version < 0x08_0100 }

        /// Whether many exchanges share one connection of HTTP/2: from 8.13 on.
        ///
        /// Earlier versions continue to buffer data for a paused stream as long as they read for another stream of the
        /// connection: 10 MiB and more for each. With one exchange on a connection, they stop reading.
        ///
        /// Source: libcurl 8.12.1 and 8.13.0, `h2_xfer_write_resp` and `cf_h2_update_local_win`.
        package static var sharesConnections: Bool { found.version >= 0x08_0D00 }

        /// Whether libcurl limits a stream's window to the bytes that the exchange may still receive within a second: from 8.18
        /// on. That count restarts each time the limit is set. Earlier versions take the window from the rate itself.
        ///
        /// Source: libcurl 8.17.0 and 8.18.0, `cf_h2_get_desired_local_win` and `Curl_rlimit_init`.
        static var countsRates: Bool { found.version >= 0x08_1200 }

        /// Whether libcurl may keep bytes of a paused HTTP/2 stream without delivering them. This was seen with 7.88; it is not
        /// expected from 8.0 on, which rewrote the code.
        package static var forgetsStreams: Bool { found.version < 0x08_0000 }

        /// Whether the end of an HTTP/2 body looks like a reset with the code NO_ERROR: before 8.0, and again from 8.3 on unless
        /// libcurl reports frames. A body without Content-Length may then be truncated without a sign.
        ///
        /// Source: libcurl 7.88.1 and 8.0.1, `http2_handle_stream_close`; 8.2.0, 8.3.0 and 8.20.0, `on_stream_frame`; RFC 9113 §8.1.
        package static var hidesResets: Bool {
            found.version < 0x08_0000 || found.version >= 0x08_0300 && !reportsFrames
        }

        /// Whether libcurl reports each HTTP/2 frame that it receives, so that ``FrameReport`` can tell an end from a reset: from
        /// 8.3 on.
        ///
        /// The first access turns the reports on for the whole process. Only handles that request reports receive them. Source:
        /// curl_global_trace(3).
        package static let reportsFrames: Bool = {
            prepare()
            return found.version >= 0x08_0300 && mimeograph_curl_report_frames() != 0
        }()

        /// Whether the reports of frames are known to have the expected form: from 8.3 to 8.23. If a later version changes the
        /// form, no body without Content-Length counts as complete, so HTTP/2 is used only on request there.
        private static var hasKnownReports: Bool { (0x08_0300..<0x08_1800).contains(found.version) && reportsFrames }

        /// Whether the end of an HTTP/2 body is known to be distinguishable from a truncation, so that HTTP/2 is used by default.
        package static var tellsEnds: Bool { (0x08_0000..<0x08_0300).contains(found.version) || hasKnownReports }

        /// Whether libcurl lets later requests wait for a connection that has not received a response yet, because it may not
        /// support HTTP/2: from 8.12 on. libcurl keeps such a connection even if its first exchange has failed while the request
        /// was sent. So such a connection must not outlive its first exchange, or those requests would wait forever.
        ///
        /// Source: libcurl 8.14.1 and 8.22.0, `url_match_http_multiplex` and `multistate_do`.
        static var waitsForFirstAnswers: Bool { found.version >= 0x08_0C00 }

        /// Whether that concerns connections that use HTTP/2, too: before 8.17.
        ///
        /// Source: libcurl 8.16.0 and 8.17.0, `httpversion_seen` in `lib/http2.c`.
        static var waitsForHTTP2Answers: Bool { waitsForFirstAnswers && found.version < 0x08_1100 }

        /// Whether an exchange fails at once if a sent body ends before its declared length, or if received chunks are cut off:
        /// from 8.7 on.
        ///
        /// Source: libcurl 8.7.0, `cr_in_read` and `cw_chunked_write`.
        static var countsBodies: Bool { found.version >= 0x08_0700 }

        /// Whether a handle may be reused for further exchanges. From 7.83 to 8.0 it keeps a pointer to the last field of the
        /// previous exchange, which was freed. If a head begins with a folded line, libcurl writes the line to freed memory.
        ///
        /// Source: libcurl 7.88.1, `headers_init` and `unfold_value`; fixed in 8.1.0.
        static var reusesHandles: Bool { found.version < 0x07_5300 || found.version >= 0x08_0100 }

        /// Whether an exchange offers HTTP/2 to the server in the TLS handshake.
        static func negotiatesHTTP2(_ version: TransportOptions.Version, _ framing: RequestFraming) -> Bool {
            // libcurl writes trailers only after chunks of HTTP/1.1.
            guard hasHTTP2, framing.trailers == nil, !(mixesStreams && framing.length == .unknown) else {
                return false
            }
            return version == .http2 || version == .automatic && tellsEnds
        }

        static var hasHTTP2: Bool { found.features & CURL_VERSION_HTTP2 != 0 }

        /// The TLS library that libcurl uses. A context of one version of OpenSSL must not be passed to another version.
        static let tlsLibrary: CurlTransport.TLSLibrary = {
            prepare()
            // SAFETY: both texts live as long as the program.
            let text = unsafe mimeograph_curl_version()?.pointee.ssl_version.map { unsafe String(cString: $0) } ?? ""
            let own = unsafe mimeograph_openssl_version().map { unsafe String(cString: $0) } ?? ""
            // libcurl may name several libraries; it uses the first one.
            let first = text.split(separator: " ").first.map(String.init) ?? ""
            return first == "OpenSSL/\(own)" ? .openSSL : .other(first.isEmpty ? "no TLS library" : first)
        }()

        /// The location of the authorities that libcurl, or else OpenSSL, is configured with.
        static let authorities: OpenSSLStore.Locations = {
            prepare()
            // SAFETY: the structure and all texts live as long as the program.
            let information = unsafe mimeograph_curl_version()
            var locations = OpenSSLStore.Locations(
                file: unsafe information.flatMap { unsafe mimeograph_curl_authorities_file($0) }
                    .map { unsafe String(cString: $0) },
                folder: unsafe information.flatMap { unsafe mimeograph_curl_authorities_folder($0) }
                    .map { unsafe String(cString: $0) }
            )
            if locations == OpenSSLStore.Locations() {
                locations.file = unsafe X509_get_default_cert_file().map { unsafe String(cString: $0) }
                locations.folder = unsafe X509_get_default_cert_dir().map { unsafe String(cString: $0) }
            }
            return locations
        }()

        /// Rejects options that this libcurl does not support.
        static func check(_ options: TransportOptions) throws(TransportError) {
            if options.version == .http2PriorKnowledge, !hasHTTP2 {
                throw .unsupported("This libcurl was built without HTTP/2.", remedy: "Use another version of HTTP.")
            }
            if let path = options.unixSocketPath {
                guard found.features & CURL_VERSION_UNIX_SOCKETS != 0 else {
                    throw .unsupported("This libcurl was built without Unix-domain sockets.", remedy: "Connect by TCP.")
                }
                guard options.proxy == nil else {
                    throw .unsupported(
                        "A Unix-domain socket cannot be reached through a proxy.",
                        remedy: "Remove one of the two options."
                    )
                }
                guard !path.isEmpty, !path.utf8.contains(0), path.utf8.count < 108 else {
                    throw TransportError(
                        .invalidRequest,
                        "The path of the socket is empty or longer than 107 bytes.",
                        remedy: "Use a socket with a shorter path."
                    )
                }
            }
            if let proxy = options.proxy { try check(proxy) }
        }

        private static func check(_ proxy: TransportOptions.Proxy) throws(TransportError) {
            let schemes = ["http://", "https://", "socks4://", "socks4a://", "socks5://", "socks5h://"]
            let url = proxy.url.lowercased()
            if url.utf8.contains(0x40) {
                throw TransportError(
                    .invalidRequest,
                    "The proxy's URL contains a user name.",
                    remedy: "Pass the name and the password separately: TransportOptions.Proxy(url:username:password:)."
                )
            }
            guard let scheme = schemes.first(where: { url.hasPrefix($0) }), url.utf8.count > scheme.utf8.count,
                url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
            else {
                throw TransportError(
                    .invalidRequest,
                    "The proxy's URL does not have one of the schemes http, https, socks4, socks4a, socks5 and socks5h.",
                    remedy: "Write it like http://proxy.example:3128, and pass the user name separately."
                )
            }
            if [proxy.username, proxy.password].contains(where: { $0?.utf8.contains(0) == true }) {
                throw TransportError(.invalidRequest, "The proxy's user name or password contains a zero byte.")
            }
            if scheme == "https://", found.features & CURL_VERSION_HTTPS_PROXY == 0 {
                throw .unsupported("This libcurl cannot use TLS to a proxy.", remedy: "Use a proxy of another kind.")
            }
        }
    }

    extension TransportError {
        static func unsupported(_ message: String, remedy: String) -> TransportError {
            TransportError(.unsupported, message, remedy: remedy)
        }
    }
#endif
