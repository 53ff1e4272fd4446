#if os(Linux)
    import CCurl
    import Glibc
    import Mimeograph

    extension TransportError {
        /// The error for a failed exchange, by libcurl's status.
        ///
        /// Source: libcurl-errors(3).
        static func curl(_ status: CURLcode, _ transfer: CurlTransfer) -> TransportError {
            // After a callback has refused, libcurl reports its own error, which says less.
            if let failure = transfer.failure { return failure }
            // SAFETY: the text is libcurl's, constant, and copied at once.
            let text = unsafe curl_easy_strerror(status).map { unsafe String(cString: $0) } ?? ""
            if let alert = handle(of: transfer, status)?.tlsFailure(Int(status.rawValue)) { return alert }
            let (code, message, remedy) = meaning(of: status, text, transfer)
            // libcurl holds no larger head than the message says, and reports that only in these ways.
            let isOfLine = [CURLE_OUT_OF_MEMORY, tooLarge].contains(status) && transfer.parser.status != 0
            let isFlood = transfer.handle?.tellsOfFlood == true
            if !transfer.parser.isComplete, isOfLine || isFlood {
                return TransportError(
                    .limitExceeded,
                    """
                    The head of the response exceeds a limit of libcurl: 100 KiB in one line, or over HTTP/2 128 KiB in all, \
                    5,000 fields or nine frames.
                    """,
                    remedy: "The limit cannot be raised; the server must send fewer or shorter fields.",
                    libraryCode: Int(status.rawValue)
                )
            }
            let isOfTrailer =
                [CURLE_OUT_OF_MEMORY, tooLarge].contains(status) || isFlood
                || transfer.handle?.tellsOfLongTrailer == true
            if transfer.parser.isComplete, isOfTrailer {
                return TransportError(
                    .limitExceeded,
                    isFlood
                        ? "The trailers of the response exceed a limit of libcurl: nine frames over HTTP/2."
                        : "A trailer of the response exceeds a limit of libcurl: 4 KiB.",
                    remedy: "The limit cannot be raised; the server must send shorter fields.",
                    libraryCode: Int(status.rawValue)
                )
            }
            let mayLackDescriptors: [Code] = [.cannotConnect, .hostNotFound, .tlsFailed, .untrustedServer, .other]
            if mayLackDescriptors.contains(code), lacksDescriptors {
                return TransportError(
                    .cannotConnect,
                    "No connection could be made: the process or the system has reached its limit of open files and sockets.",
                    remedy: "Close some, or raise the limit; ulimit -n shows the limit of the process.",
                    libraryCode: Int(status.rawValue)
                )
            }
            if transfer.isMalformed(status) { return .malformedStream }
            if let part = transfer.handle?.invalidPart {
                return .invalidFraming(part, libraryCode: Int(status.rawValue))
            }
            let proxyStatus = transfer.handle?.proxyStatus ?? 0
            let isProxyRefusal = proxyStatus >= 300 && transfer.parser.status == 0
            return TransportError(
                isProxyRefusal ? .proxyFailed : code,
                isProxyRefusal
                    ? "The proxy answered \(proxyStatus) to the request for a tunnel."
                    : message + (text.isEmpty ? "." : " (libcurl: \(text))."),
                remedy: isProxyRefusal ? proxyRemedy(proxyStatus) : remedy,
                libraryCode: Int(status.rawValue)
            )
        }

        /// Source: RFC 9110 §9.3.6, §15.5.8, §15.6.
        private static func proxyRemedy(_ status: Int) -> String {
            switch status {
            case 407: "Check the proxy's user name and password."
            case 500...:
                "The proxy could not reach the server, or failed itself: check the URL's host and port, then the proxy."
            default: "The proxy may not allow this server: check its rules, and that the address belongs to a proxy."
            }
        }

        /// Whether the system can open no more descriptors. libcurl and the resolver do not report this reason.
        private static var lacksDescriptors: Bool {
            // SAFETY: the path is a constant, and the descriptor is closed at once.
            let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            if descriptor < 0 { return errno == EMFILE || errno == ENFILE }
            close(descriptor)
            return false
        }

        init(_ problem: ResponseHeadParser.Problem) {
            switch problem {
            case .notHTTP:
                self.init(
                    .invalidResponse,
                    "The head of the response is not HTTP, or its status line is invalid.",
                    remedy: "Check that an HTTP server listens there."
                )
            case .tooLarge:
                self.init(
                    .limitExceeded,
                    "The heads and the trailers of the response have more than \(ResponseHeadParser.maximumSize) bytes or \(ResponseHeadParser.maximumLines) lines.",
                    remedy: "The limit cannot be raised; the server must send fewer fields."
                )
            case .doubtfulFraming(let reason): self = .invalidFraming(reason)
            case .switchesProtocols:
                self.init(
                    .invalidResponse,
                    "The server switched to another protocol without a request for it.",
                    remedy: "Check that an HTTP server listens there."
                )
            }
        }

        /// The error for a request that the peer refused unprocessed at each attempt. Source: RFC 9113 §8.7.
        static var refusedUnprocessed: TransportError {
            TransportError(
                .connectionLost,
                "The server refused the request four times.",
                remedy: "Try again later; the server did not act on the request."
            )
        }

        /// The error for a connection that the policy has not, or not completely, evaluated.
        static var unevaluated: TransportError {
            TransportError(
                .tlsFailed,
                "The security policy was not evaluated in the TLS handshake, so nothing was sent.",
                remedy: "Check whether a library or LD_PRELOAD replaces parts of OpenSSL or libcurl in this process."
            )
        }

        /// The error for a response with which the peer refused `Expect`.
        static var expectationRefused: TransportError {
            TransportError(
                .connectionLost,
                "The server refused the field Expect, and the body of its response was not read.",
                remedy: "Send the request without Expect."
            )
        }

        /// The error for a response whose head has no end. Source: RFC 9112 §8.
        static var incompleteHead: TransportError {
            TransportError(
                .connectionLost,
                "The head of the response is incomplete.",
                remedy: "Try again if the request may be sent twice."
            )
        }

        /// The error for a body that ends with a connection on which TLS has not ended. Source: RFC 9112 §9.8.
        static var endedWithoutNotice: TransportError {
            TransportError(
                .connectionLost,
                "The body ends with the connection, which closed without the TLS alert close_notify.",
                remedy: "The body may be incomplete. The server must send Content-Length, chunks or close_notify."
            )
        }

        /// The error for a body whose end this libcurl does not distinguish from a reset. Source: RFC 9113 §8.1.
        static var endUnknown: TransportError {
            TransportError(
                .unsupported,
                "This libcurl does not report whether an HTTP/2 body without Content-Length is complete.",
                remedy: "Use HTTP/1.1, or libcurl 8.1 to 8.23 with verbose messages, as distributions ship it."
            )
        }

        /// The error for a response that the server cut with a reset of code NO_ERROR, or whose stream has no end. Source: RFC
        /// 9113 §8.1.
        static var streamReset: TransportError {
            TransportError(
                .connectionLost,
                "The server reset the stream, or closed the connection, before the response had ended.",
                remedy: "Try again if the request may be sent twice; the received response is incomplete."
            )
        }

        /// The error for an HTTP/2 response that breaks the rules for its frames or fields. Source: RFC 9113 §8.1.1.
        static var malformedStream: TransportError {
            TransportError(
                .invalidResponse,
                "The response is malformed: its fields, its frames or the length of its body break the rules of HTTP/2.",
                remedy: "Correct the server, or the proxy in front of it; another request does not help."
            )
        }

        private static func meaning(
            of status: CURLcode,
            _ text: String,
            _ transfer: CurlTransfer
        ) -> (Code, String, String?) {
            let hasHead = transfer.parser.status != 0
            return switch status {
            case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
                (.invalidRequest, "The URL cannot be used", "Check its host and port.")
            case CURLE_UNSUPPORTED_PROTOCOL:
                (
                    .invalidResponse, "The response is not HTTP of a supported version, or its status line is invalid",
                    notHTTPRemedy(transfer)
                )
            case CURLE_COULDNT_RESOLVE_HOST: (.hostNotFound, "The host has no address", "Check the URL's host.")
            case CURLE_COULDNT_RESOLVE_PROXY: (.hostNotFound, "The proxy has no address", "Check the proxy's URL.")
            case CURLE_COULDNT_CONNECT where transfer.request.options.proxy != nil:
                (
                    .cannotConnect, "No connection to the proxy could be made",
                    "Check that the proxy runs, and its address: in the options, or in http_proxy, https_proxy or all_proxy."
                )
            case CURLE_COULDNT_CONNECT:
                (.cannotConnect, "No connection could be made", "Check that the server runs and can be reached.")
            case CURLE_OPERATION_TIMEDOUT:
                (
                    .timedOut,
                    "The connection was not made within "
                        + (transfer.connectTimeout.map { "\(Duration.nanoseconds($0)), the connect timeout" }
                            ?? "the time"),
                    "Try again, or raise TransportOptions.connectTimeout (configuration.options.connectTimeout)."
                )
            case CURLE_BAD_FUNCTION_ARGUMENT where hasHead:
                (
                    .invalidResponse,
                    "The head of the response begins with a folded line, or a line in it is not a field",
                    notHTTPRemedy(transfer)
                )
            case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, tooLarge, CURLE_BAD_FUNCTION_ARGUMENT:
                (.invalidResponse, "The response is not HTTP", notHTTPRemedy(transfer))
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND,
                CURLE_HTTP2, CURLE_HTTP2_STREAM:
                (
                    .connectionLost,
                    loss(status, transfer)
                        + (hasHead ? " before the response had ended" : " before a response came"),
                    hasHead || isOfTLS(transfer)
                        ? "Try again if the request may be sent twice."
                        : "Try again if the request may be sent twice; if the server uses TLS on this port, use https."
                )
            case CURLE_SSL_CONNECT_ERROR where transfer.handle?.tellsOfNoTLS == true:
                (
                    .tlsFailed, "The TLS handshake failed: the server's reply is not TLS",
                    "The server may not use TLS on this port: check the scheme and the port of the URL."
                )
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
                CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
                clientCertificateNeeded:
                (.tlsFailed, "The TLS handshake failed", "Check which versions and certificates the server requires.")
            case CURLE_SSL_CACERT_BADFILE:
                (
                    .tlsFailed, "The file of certificate authorities cannot be read",
                    "Check the transport's certificateAuthorities."
                )
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
                (
                    .untrustedServer, "The server's certificate is not trusted",
                    "Check the host's name, and who signed its certificate."
                )
            case proxyFailure: (.proxyFailed, "The proxy refused", "Check the proxy's kind, user name and password.")
            case CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION:
                (.unsupported, "This libcurl lacks a feature", "Install another libcurl, or change the options.")
            default: (.other, "libcurl failed", nil)
            }
        }

        /// Says how a connection or a stream was lost, as far as libcurl reports it.
        private static func loss(_ status: CURLcode, _ transfer: CurlTransfer) -> String {
            let codes = FrameReport.errorNames
            if let name = transfer.handle?.http2Error { return "The HTTP/2 stream or connection ended with \(name)" }
            if let code = transfer.route.departure {
                let name = code < codes.count ? codes[Int(code)] : "the error \(code)"
                return "The server ended the HTTP/2 connection with \(name)"
            }
            if status == CURLE_HTTP2_STREAM { return "The HTTP/2 stream ended" }
            let mayUseHTTP2 =
                transfer.request.options.version == .http2PriorKnowledge
                || CurlLibrary.negotiatesHTTP2(transfer.request.options.version, transfer.framing)
            // Without reports of frames, the reason stays unknown.
            return mayUseHTTP2 && !CurlLibrary.reportsFrames
                ? "The connection was lost, or the server broke the rules of HTTP/2," : "The connection was lost"
        }

        /// Returns the handle if its message may report a TLS alert. An alert after a head may end a later message.
        private static func handle(of transfer: CurlTransfer, _ status: CURLcode) -> CurlHandle? {
            let isOfConnection = [CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR, CURLE_SEND_ERROR, clientCertificateNeeded]
            return isOfConnection.contains(status) && transfer.parser.status == 0 ? transfer.handle : nil
        }

        private static func notHTTPRemedy(_ transfer: CurlTransfer) -> String {
            isOfTLS(transfer)
                ? "Check which server listens there."
                : "Check which server listens there; if it uses TLS on this port, use https."
        }

        private static func isOfTLS(_ transfer: CurlTransfer) -> Bool {
            transfer.request.url.beginsWithBytes(of: "https:")
        }

        // Status codes that were added after 7.68, by number. Source: curl/curl.h.

        private static var proxyFailure: CURLcode { CURLcode(rawValue: 97) }
        private static var clientCertificateNeeded: CURLcode { CURLcode(rawValue: 98) }
        private static var tooLarge: CURLcode { CURLcode(rawValue: 100) }
    }
#endif
