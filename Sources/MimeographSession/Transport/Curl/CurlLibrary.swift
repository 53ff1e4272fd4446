#if os(Linux)
    import CCurl
    import COpenSSL

    /// What the libcurl that was found at run time can do.
    package enum CurlLibrary {
        /// Version and features, which do not change while the program runs; asking for them first sets libcurl up.
        private static let found: (version: UInt32, features: Int32) = {
            // First of all: libcurl would have OpenSSL taken down when the program ends, under the threads of transports.
            OpenSSLLibrary.prepare()
            _ = mimeograph_curl_global_init()
            // SAFETY: libcurl gives a structure that lives as long as the program.
            guard let information = unsafe mimeograph_curl_version() else { return (0, 0) }
            return unsafe (information.pointee.version_num, information.pointee.features)
        }()

        /// Sets libcurl up, once.
        static func prepare() { _ = found }

        /// Whether a hook tells when a connection is ready for its request: 7.80.
        static var tellsStart: Bool { found.version >= 0x07_5000 }

        /// Whether an exchange can end without waiting for the thread that resolves its host's name: 7.87.
        static var leavesResolvers: Bool { found.version >= 0x07_5700 }

        /// Whether the streams of one connection of HTTP/2 are not safe from each other: before 8.1.
        ///
        /// Where a stream has more bytes than libcurl has room for, they wait in the buffer of the connection. At the end of an
        /// upload whose length was not declared, libcurl reads on all the same, and the bytes that wait are lost: the body is too
        /// short, and there is no way to know it where it has no Content-Length. With many streams and many cancellations
        /// responses were seen that had bytes of another. So a connection carries one exchange at a time there, and such uploads
        /// go by HTTP/1.1.
        ///
        /// Source: libcurl 7.88.1, `http2_data_done_send` and `on_data_chunk_recv`; written anew in 8.1.0. Until 8.0.0,
        /// a connection to which HTTP/2 was spoken without asking cannot be used again, besides.
        package static var mixesStreams: Bool { found.version < 0x08_0100 }

        /// Whether many exchanges share one connection of HTTP/2: from 8.13 on.
        ///
        /// Before that libcurl goes on to buffer what comes for a stream that is paused, as long as it reads for another one of the
        /// connection: 10 MiB and more for each. With one exchange on a connection it stops reading.
        ///
        /// Source: libcurl 8.12.1 and 8.13.0, `h2_xfer_write_resp` and `cf_h2_update_local_win`.
        package static var sharesConnections: Bool { found.version >= 0x08_0D00 }

        /// Whether libcurl limits the window of a stream to what an exchange may still receive within a second, and counts that anew
        /// each time it is told: from 8.18 on. Before that it takes the window from the rate itself.
        ///
        /// Source: libcurl 8.17.0 and 8.18.0, `cf_h2_get_desired_local_win` and `Curl_rlimit_init`.
        static var countsRates: Bool { found.version >= 0x08_1200 }

        /// Whether a stream of HTTP/2 that was paused may be left with bytes that libcurl has and does not hand over: seen with
        /// 7.88, not expected from 8.0 on, where this was written anew.
        package static var forgetsStreams: Bool { found.version < 0x08_0000 }

        /// Whether the end of a stream of HTTP/2 looks alike, be it the end of the body or a reset that calls itself no error:
        /// before 8.0, and again from 8.3 on, unless libcurl reports frames. A body without Content-Length may have been cut then, and
        /// nothing tells.
        ///
        /// Source: libcurl 7.88.1 and 8.0.1, `http2_handle_stream_close`; 8.2.0, 8.3.0 and 8.20.0, `on_stream_frame`; RFC 9113 §8.1.
        package static var hidesResets: Bool {
            found.version < 0x08_0000 || found.version >= 0x08_0300 && !reportsFrames
        }

        /// Whether libcurl reports each frame of HTTP/2 that comes, so that ``FrameReport`` tells an end from a reset: from 8.3 on.
        ///
        /// Asking for it first has libcurl do so. That holds for the whole process, but only handles that want to be told of
        /// anything at all are told. Source: curl_global_trace(3).
        package static let reportsFrames: Bool = {
            prepare()
            return found.version >= 0x08_0300 && mimeograph_curl_report_frames() != 0
        }()

        /// Whether the reports of frames are known to have the form that is read: from 8.3 to 8.23. Where a later version changes it, no
        /// body without Content-Length is taken for whole any more; so there HTTP/2 has to be asked for.
        private static var hasKnownReports: Bool { (0x08_0300..<0x08_1800).contains(found.version) && reportsFrames }

        /// Whether the end of a body by HTTP/2 can be told from a cut, for all that is known, so that HTTP/2 is spoken without being
        /// asked for.
        package static var tellsEnds: Bool { (0x08_0000..<0x08_0300).contains(found.version) || hasKnownReports }

        /// Whether a connection on which no response has come yet counts as one that may not do HTTP/2, for which later requests
        /// wait: from 8.12 to 8.16. Such a connection must not outlive its first exchange, or they would wait without end.
        ///
        /// Source: libcurl 8.14.1, `url_match_http_multiplex` and `httpversion_seen`; mended in 8.17.0.
        static var waitsForFirstAnswers: Bool { (0x08_0C00..<0x08_1100).contains(found.version) }

        /// Whether an exchange fails at once where the body that is sent ends before its declared length, or chunks that come are cut
        /// off: from 8.7 on.
        ///
        /// Source: libcurl 8.7.0, `cr_in_read` and `cw_chunked_write`.
        static var countsBodies: Bool { found.version >= 0x08_0700 }

        /// Whether a handle may carry one exchange after the other. From 7.83 to 8.0 it keeps a pointer to the last field of the
        /// exchange before, which was freed: a head that begins with a folded line is then written into what is no more
        /// libcurl's.
        ///
        /// Source: libcurl 7.88.1, `headers_init` and `unfold_value`; mended in 8.1.0.
        static var reusesHandles: Bool { found.version < 0x07_5300 || found.version >= 0x08_0100 }

        /// Whether an exchange is offered to a server as HTTP/2, where TLS lets it choose.
        static func negotiatesHTTP2(_ version: TransportOptions.Version, _ framing: RequestFraming) -> Bool {
            // libcurl writes trailers behind the chunks of HTTP/1.1 only.
            guard hasHTTP2, framing.trailers == nil, !(mixesStreams && framing.length == .unknown) else {
                return false
            }
            return version == .http2 || version == .automatic && tellsEnds
        }

        static var hasHTTP2: Bool { found.features & CURL_VERSION_HTTP2 != 0 }

        /// The TLS library that libcurl stands on. A context of one version of OpenSSL must not be handed to another.
        static let tlsLibrary: CurlTransport.TLSLibrary = {
            prepare()
            // SAFETY: both texts live as long as the program.
            let text = unsafe mimeograph_curl_version()?.pointee.ssl_version.map { unsafe String(cString: $0) } ?? ""
            let own = unsafe mimeograph_openssl_version().map { unsafe String(cString: $0) } ?? ""
            // libcurl may name several; the first is the one in use.
            let first = text.split(separator: " ").first.map(String.init) ?? ""
            return first == "OpenSSL/\(own)" ? .openSSL : .other(first.isEmpty ? "no TLS library" : first)
        }()

        /// Where the authorities lie that libcurl was set up with, or else OpenSSL.
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

        /// Refuses options that this libcurl cannot honour.
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
                        remedy: "Take away one of them."
                    )
                }
                guard !path.isEmpty, !path.utf8.contains(0), path.utf8.count < 108 else {
                    throw TransportError(
                        .invalidRequest,
                        "The path of the socket is empty or longer than 107 bytes.",
                        remedy: "Put the socket where its path is shorter."
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
                    "The proxy's URL holds a user name.",
                    remedy: "Pass the name and the password separately: TransportOptions.Proxy(url:username:password:)."
                )
            }
            guard let scheme = schemes.first(where: { url.hasPrefix($0) }), url.utf8.count > scheme.utf8.count,
                url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
            else {
                throw TransportError(
                    .invalidRequest,
                    "The proxy's URL is not one of the kinds http, https, socks4, socks4a, socks5 and socks5h.",
                    remedy: "Write it like http://proxy.example:3128, with the user's name beside it."
                )
            }
            if [proxy.username, proxy.password].contains(where: { $0?.utf8.contains(0) == true }) {
                throw TransportError(.invalidRequest, "The proxy's user name or password holds a zero byte.")
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
