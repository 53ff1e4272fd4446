#if os(Linux)
    import CCurl
    import Mimeograph

    extension CurlHandle {
        /// Says as whom libcurl may speak: as no user but those whom the request names.
        func setIdentity(_ request: TransportRequest) {
            // Of itself it would show the Kerberos ticket of the process's user to a proxy of SOCKS that asks for one.
            set(CURLOPT_SOCKS5_AUTH, Self.basic)
            set(CURLOPT_PROXYAUTH, Self.basic)
            set(CURLOPT_NETRC, mimeograph_curl_netrc_ignored())
            if Self.logsConnectionIn(request.fields) {
                set(CURLOPT_FRESH_CONNECT, 1)
                set(CURLOPT_FORBID_REUSE, 1)
            }
        }

        /// `CURLAUTH_BASIC`, a macro that Swift does not see. Source: curl/curl.h.
        private static let basic = 1

        /// Whether a server may take the whole connection for the user's whom this request names. Such a connection serves no
        /// other request.
        ///
        /// Source: RFC 4559 §6; MS-NTHT §1.3.
        private static func logsConnectionIn(_ fields: HeaderFields) -> Bool {
            fields.values(of: "Authorization").contains { value in
                let scheme = value.utf8.prefix { $0 != 0x20 && $0 != 0x09 }
                return switch ByteEqualString(Substring(scheme).lowercased()) {
                case "negotiate", "ntlm", "kerberos": true
                default: false
                }
            }
        }
    }
#endif
