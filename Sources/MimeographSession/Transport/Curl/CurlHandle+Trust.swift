#if os(Linux)
    import CCurl
    import Mimeograph

    extension TransportRequest {
        /// Whether the URL is one of https.
        var hasSecureURL: Bool { url.utf8.dropFirst(4).first.map { $0 | 0x20 } == UInt8(ascii: "s") }

        /// Whether the server or its proxy is spoken to by TLS.
        var usesTLS: Bool { hasSecureURL || hasProxy("https:") }

        /// Whether it goes by way of a proxy whose URL begins so, in lower case.
        func hasProxy(_ start: String) -> Bool {
            options.proxy?.url.lowercased().utf8.starts(with: start.utf8) == true
        }
    }

    extension CurlHandle {
        /// Says how servers are verified.
        func setTrust(_ transfer: CurlTransfer) {
            guard transfer.request.usesTLS else { return }
            set(CURLOPT_SSL_VERIFYPEER, 1)
            set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
            if let trust = transfer.engine.trust {
                setPolicy(trust, transfer)
            } else {
                setAuthorities(transfer.engine.configuration.certificateAuthorities)
            }
        }

        /// Leaves the decision to a policy, all of it: what libcurl verifies besides is switched off, or it would load the
        /// system's authorities for each connection.
        private func setPolicy(_ trust: CurlTrust, _ transfer: CurlTransfer) {
            for option in [CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYHOST] { set(option, 0) }
            for option in [CURLOPT_CAINFO, CURLOPT_CAPATH, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH] { clear(option) }
            // SAFETY: the loop holds the transfer until it has taken the handle out; libcurl calls back on the same thread.
            record(unsafe mimeograph_curl_set_tls_callback(pointer, CurlHandshake.prepare))
            record(
                unsafe mimeograph_curl_set_pointer(
                    pointer,
                    CURLOPT_SSL_CTX_DATA,
                    Unmanaged.passUnretained(transfer).toOpaque()
                )
            )
            // A session that is resumed shows no certificates and staples nothing.
            if trust.looksAtStatus { set(CURLOPT_SSL_SESSIONID_CACHE, 0) }
            set(CURLOPT_SSLVERSION, Self.oldestVersion(for: transfer.request.url, trust))
            guard let proxy = transfer.request.options.proxy?.url else { return }
            // The newest version is the mark that tells the proxy's connection from the server's; see `CurlHandshake`.
            set(CURLOPT_PROXY_SSLVERSION, Self.oldestVersion(for: proxy, trust) | Self.newestIs1_3)
        }

        private static func oldestVersion(for url: String, _ trust: CurlTrust) -> Int {
            let oldest: SecurityPolicy.TLSVersion =
                if trust.policy.storage.isStandard {
                    .v1_2
                } else {
                    // What is asked about here was looked at when the request was sent.
                    (try? trust.policy.connecting(to: HostName(RequestURL(url).host)).minimumTLSVersion) ?? .v1_3
                }
            return Int(oldest == .v1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2)
        }

        /// `CURL_SSLVERSION_MAX_TLSv1_3`, an enumerator in older versions and a macro that Swift does not see in newer ones.
        ///
        /// Source: curl/curl.h.
        private static let newestIs1_3 = 7 << 16

        /// Lets libcurl verify by itself, by the host's name and these authorities.
        private func setAuthorities(_ authorities: CurlTransport.CertificateAuthorities) {
            for option in [CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYHOST] { set(option, 2) }
            for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] { set(option, Int(CURL_SSLVERSION_TLSv1_2)) }
            guard case .file(let path) = authorities else { return }
            for (file, folder) in [(CURLOPT_CAINFO, CURLOPT_CAPATH), (CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH)] {
                set(file, path)
                // Else the system's folder of certificates would be trusted beside the file.
                clear(folder)
            }
        }

        private func clear(_ option: CURLoption) {
            // SAFETY: the options that are cleared take text, and no text is as good.
            record(unsafe mimeograph_curl_set_string(pointer, option, nil))
        }
    }

    extension CurlHandle {
        /// Says which users libcurl may speak for: no others than those that the request names.
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

        /// Whether a server may take the whole connection for that of the user that this request names. Such a connection serves no
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
