#if os(Linux)
    import CCurl

    extension TransportRequest {
        /// Whether the URL is one of https.
        var hasSecureURL: Bool { url.utf8.dropFirst(4).first.map { $0 | 0x20 } == UInt8(ascii: "s") }
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

        /// Leaves the judgement to a policy, all of it: what libcurl verifies besides is switched off, or it would load the
        /// system's authorities for each connection.
        private func setPolicy(_ trust: CurlTrust, _ transfer: CurlTransfer) {
            for option in [CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYHOST] { set(option, 0) }
            for option in [CURLOPT_CAINFO, CURLOPT_CAPATH, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH] { clear(option) }
            // SAFETY: the loop holds the transfer until it has taken the handle out; libcurl calls back on the same thread.
            note(unsafe mimeograph_curl_set_tls_callback(pointer, CurlHandshake.prepare))
            note(
                unsafe mimeograph_curl_set_pointer(
                    pointer,
                    CURLOPT_SSL_CTX_DATA,
                    Unmanaged.passUnretained(transfer).toOpaque()
                )
            )
            set(CURLOPT_SSLVERSION, Self.oldestVersion(for: transfer.request.url, trust))
            guard let proxy = transfer.request.options.proxy?.url else { return }
            set(CURLOPT_PROXY_SSLVERSION, Self.oldestVersion(for: proxy, trust))
            // The mark by which the two connections of such a request are told apart. It is about TLS 1.0, which is not spoken.
            set(CURLOPT_PROXY_SSL_OPTIONS, Int(CURLSSLOPT_ALLOW_BEAST))
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
            note(unsafe mimeograph_curl_set_string(pointer, option, nil))
        }
    }
#endif
