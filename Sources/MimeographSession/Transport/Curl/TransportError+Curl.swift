#if os(Linux)
    import CCurl

    extension TransportError {
        /// The error for what libcurl says of an exchange that failed.
        ///
        /// Source: libcurl-errors(3).
        static func curl(_ status: CURLcode, _ transfer: CurlTransfer) -> TransportError {
            // A callback that refuses makes libcurl fail in words of its own.
            if let failure = transfer.failure { return failure }
            // SAFETY: the text is libcurl's, constant, and copied at once.
            let text = unsafe curl_easy_strerror(status).map { unsafe String(cString: $0) } ?? ""
            let (code, message, remedy) = meaning(of: status, hasHead: transfer.parser.status != 0)
            let proxyStatus = transfer.handle?.proxyStatus ?? 0
            let isProxyRefusal = proxyStatus >= 300 && transfer.parser.status == 0
            return TransportError(
                isProxyRefusal ? .proxyFailed : code,
                isProxyRefusal
                    ? "The proxy answered \(proxyStatus) to the request for a tunnel."
                    : message + (text.isEmpty ? "." : " (libcurl: \(text))."),
                remedy: isProxyRefusal ? "Check the proxy's address, user name and password." : remedy,
                libraryCode: Int(status.rawValue)
            )
        }

        private static func meaning(of status: CURLcode, hasHead: Bool) -> (Code, String, String?) {
            switch status {
            case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
                (.invalidRequest, "The URL cannot be used", "Check its host and port.")
            case CURLE_UNSUPPORTED_PROTOCOL:
                (.invalidResponse, "What came is not HTTP of a version that is spoken", "Check what listens there.")
            case CURLE_COULDNT_RESOLVE_HOST: (.hostNotFound, "The host has no address", "Check the URL's host.")
            case CURLE_COULDNT_RESOLVE_PROXY: (.hostNotFound, "The proxy has no address", "Check the proxy's URL.")
            case CURLE_COULDNT_CONNECT:
                (.cannotConnect, "No connection could be made", "Check that the server runs and may be reached.")
            case CURLE_OPERATION_TIMEDOUT:
                (.timedOut, "The connection was not made in time", "Try again, or raise the connect timeout.")
            case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, tooLarge:
                (.invalidResponse, "What came is not HTTP", "Check what listens there.")
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND,
                CURLE_HTTP2, CURLE_HTTP2_STREAM:
                (
                    .connectionLost,
                    hasHead
                        ? "The connection was lost before the response had ended"
                        : "The connection was lost before a response came",
                    "Try again where the request may be sent twice."
                )
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
                CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
                clientCertificateNeeded:
                (.tlsFailed, "The TLS handshake failed", "Check which versions and certificates the server wants.")
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
                (.unsupported, "This libcurl lacks what was asked for", "Install another, or ask for less.")
            default: (.other, "libcurl failed", nil)
            }
        }

        // What came after 7.68, by number. Source: curl/curl.h.

        private static var proxyFailure: CURLcode { CURLcode(rawValue: 97) }
        private static var clientCertificateNeeded: CURLcode { CURLcode(rawValue: 98) }
        private static var tooLarge: CURLcode { CURLcode(rawValue: 100) }
    }
#endif
