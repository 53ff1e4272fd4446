#if os(Linux)
    import CCurl
    import Mimeograph

    extension TransportRequest {
        /// Whether the URL's scheme is https.
        var hasSecureURL: Bool { url.utf8.dropFirst(4).first.map { $0 | 0x20 } == UInt8(ascii: "s") }

        /// Whether the connection to the server or to its proxy uses TLS.
        var usesTLS: Bool { hasSecureURL || hasProxy("https:") }

        /// Whether the request uses a proxy whose URL begins with a text, in lower case.
        func hasProxy(_ start: String) -> Bool {
            options.proxy?.url.lowercased().utf8.starts(with: start.utf8) == true
        }
    }

    extension CurlHandle {
        /// Sets how servers are verified.
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

        /// Leaves the whole decision to a policy. libcurl's own verification is switched off; otherwise libcurl would load the
        /// system's authorities for each connection.
        private func setPolicy(_ trust: CurlTrust, _ transfer: CurlTransfer) {
            for option in [CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYHOST] { set(option, 0) }
            for option in [CURLOPT_CAINFO, CURLOPT_CAPATH, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH] { clear(option) }
            // SAFETY: the loop holds the transfer until it has removed the handle; libcurl calls back on the same thread.
            record(unsafe mimeograph_curl_set_tls_callback(pointer, CurlHandshake.prepare))
            record(
                unsafe mimeograph_curl_set_pointer(
                    pointer,
                    CURLOPT_SSL_CTX_DATA,
                    Unmanaged.passUnretained(transfer).toOpaque()
                )
            )
            // A resumed session shows no certificates and no stapled response.
            if trust.looksAtStatus { set(CURLOPT_SSL_SESSIONID_CACHE, 0) }
            set(CURLOPT_SSLVERSION, Self.oldestVersion(for: transfer.request.url, trust))
            guard let proxy = transfer.request.options.proxy?.url else { return }
            // The newest version marks the proxy's connection; see `CurlHandshake`.
            set(CURLOPT_PROXY_SSLVERSION, Self.oldestVersion(for: proxy, trust) | Self.newestIs1_3)
        }

        private static func oldestVersion(for url: String, _ trust: CurlTrust) -> Int {
            let oldest: SecurityPolicy.TLSVersion =
                if trust.policy.storage.isStandard {
                    .v1_2
                } else {
                    // The server's URL was checked when the request was sent.
                    (try? trust.policy.connecting(to: HostName(RequestURL(url).host)).minimumTLSVersion) ?? .v1_3
                }
            return Int(oldest == .v1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2)
        }

        /// `CURL_SSLVERSION_MAX_TLSv1_3`, an enumerator in older versions and a macro that Swift does not see in newer ones.
        ///
        /// Source: curl/curl.h.
        private static let newestIs1_3 = 7 << 16

        /// Lets libcurl verify servers itself, by the host's name and these authorities.
        private func setAuthorities(_ authorities: CurlTransport.CertificateAuthorities) {
            for option in [CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYHOST] { set(option, 2) }
            for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] { set(option, Int(CURL_SSLVERSION_TLSv1_2)) }
            guard case .file(let path) = authorities else { return }
            for (file, folder) in [(CURLOPT_CAINFO, CURLOPT_CAPATH), (CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH)] {
                set(file, path)
                // Otherwise libcurl would also trust the system's folder of certificates.
                clear(folder)
            }
        }

        private func clear(_ option: CURLoption) {
            // SAFETY: the cleared options take text, which may be null.
            record(unsafe mimeograph_curl_set_string(pointer, option, nil))
        }
    }

    extension CurlHandle {
        /// Sets the users for which libcurl authenticates: only the users that the request names.
        func setIdentity(_ request: TransportRequest) {
            // By default, libcurl would send the Kerberos ticket of the process's user to a SOCKS proxy that requests one.
            set(CURLOPT_SOCKS5_AUTH, Self.basic)
            set(CURLOPT_PROXYAUTH, Self.basic)
            set(CURLOPT_NETRC, mimeograph_curl_netrc_ignored())
            if Self.logsConnectionIn(request.fields) {
                set(CURLOPT_FRESH_CONNECT, 1)
                forbidReuse()
            }
        }

        /// `CURLAUTH_BASIC`, a macro that Swift does not see. Source: curl/curl.h.
        private static let basic = 1

        /// Whether a server may authenticate the whole connection as the user that the request names. Such a connection serves no
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
