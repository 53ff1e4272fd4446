#if os(Linux)
    import CCurl
    import COpenSSL

    /// Evaluates the server of one TLS connection by a policy, while libcurl makes it.
    ///
    /// libcurl hands over the context of each connection it is about to make (`CURLOPT_SSL_CTX_FUNCTION`). There this object is
    /// put in the place of OpenSSL's own verification, and lives as long as the context does: OpenSSL frees it. It is asked when
    /// the server's certificates have come, and before anything of the request, or of the client's certificate, has left. If it
    /// refuses, OpenSSL ends the connection.
    ///
    /// A session that is resumed has no certificates, and no policy is asked. So sessions must never serve another policy: each
    /// policy has a ``CurlEngine`` of its own, with its connections and its sessions.
    @safe
    final class CurlHandshake {
        private let host: String?
        private let isProxy: Bool
        private let trust: CurlTrust
        /// The exchange that makes the connection; others may use it later.
        private weak var transfer: CurlTransfer?
        /// Whether OpenSSL was told to ask for the state of the certificate.
        private let asksForStatus: Bool
        /// The certificates of the server, after the policy has allowed them.
        private var presented: PresentedCertificates?
        /// Whether the policy has allowed what the server stapled.
        private var allowsStatus = false

        private init(host: String?, isProxy: Bool, asksForStatus: Bool, trust: CurlTrust, transfer: CurlTransfer) {
            self.host = host
            self.isProxy = isProxy
            self.asksForStatus = asksForStatus
            self.trust = trust
            self.transfer = transfer
        }

        /// Where a context keeps its object; negative where the system had no memory for that.
        // SAFETY: the closure refers to nothing outside, and OpenSSL may call it as long as the program runs.
        private static let index = unsafe mimeograph_ssl_ctx_index { _, object, _, _, _, _ in
            // SAFETY: only `prepare` puts something there, with a reference that this gives back.
            if let object = unsafe object { unsafe Unmanaged<CurlHandshake>.fromOpaque(object).release() }
        }

        /// What libcurl calls before it makes a connection.
        static let prepare: mimeograph_curl_tls_callback = { _, context, exchange in
            guard let context = unsafe context, let exchange = unsafe exchange else { return CURLE_SSL_CONNECT_ERROR }
            // SAFETY: the transfer is that of the handle, which the loop keeps; libcurl built on OpenSSL hands over an SSL_CTX.
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(exchange).takeUnretainedValue()
            return unsafe prepare(OpaquePointer(context), transfer)
        }

        private static func prepare(_ context: OpaquePointer, _ transfer: CurlTransfer) -> CURLcode {
            guard let trust = transfer.engine.trust, index >= 0 else { return CURLE_SSL_CONNECT_ERROR }
            guard trust.hasAuthorities else { return CURLE_SSL_CACERT_BADFILE }
            // SAFETY: the context is alive. It gets a reference to the object, and gives it back when it is freed; the callback
            // is called with it before that.
            let mark = unsafe mimeograph_ssl_ctx_ends_at_1_3(context)
            let isProxy = mark == 1
            guard mark >= 0, isProxy ? transfer.request.hasProxy("https:") : transfer.request.hasSecureURL else {
                return CURLE_SSL_CONNECT_ERROR
            }
            let url = isProxy ? transfer.request.options.proxy?.url : transfer.request.url
            let host = url.flatMap { try? RequestURL($0).host }
            // An identity is for servers; a proxy gets the one that is named for its host.
            let policy = isProxy ? trust.policy.withoutGeneralIdentity : trust.policy
            let connecting = host.flatMap { try? policy.connecting(to: HostName($0)) }
            let handshake = CurlHandshake(
                host: host,
                isProxy: isProxy,
                asksForStatus: connecting?.asksForStatus == true,
                trust: trust,
                transfer: transfer
            )
            // A configuration file may allow weaker keys, and servers without a certificate.
            if unsafe SSL_CTX_get_security_level(context) < PresentedCertificates.leastSecurityLevel {
                unsafe SSL_CTX_set_security_level(context, PresentedCertificates.leastSecurityLevel)
            }
            if let identity = connecting?.clientIdentity, unsafe !identity.install(in: context) {
                return CURLE_SSL_CERTPROBLEM
            }
            let object = unsafe Unmanaged.passRetained(handshake).toOpaque()
            guard unsafe SSL_CTX_set_ex_data(context, index, object) == 1 else {
                unsafe Unmanaged<CurlHandshake>.fromOpaque(object).release()
                return CURLE_OUT_OF_MEMORY
            }
            if handshake.asksForStatus {
                unsafe mimeograph_ssl_ctx_ask_for_status(
                    context,
                    { connection, object in
                        // SAFETY: OpenSSL hands over its connection, and the object, which the SSL_CTX keeps.
                        guard let connection = unsafe connection, let object = unsafe object else { return 0 }
                        let handshake = unsafe Unmanaged<CurlHandshake>.fromOpaque(object).takeUnretainedValue()
                        return unsafe handshake.validateStatus(connection) ? 1 : 0
                    },
                    object
                )
            }
            // What the callback says must end the handshake. libcurl lets it go on from 8.17 on, to look at the result when all
            // of it is over, and the client's certificate has gone out.
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
            unsafe mimeograph_ssl_ctx_forbid_renegotiation(context)
            unsafe mimeograph_ssl_ctx_forbid_key_log(context)
            unsafe SSL_CTX_set_cert_verify_callback(
                context,
                { context, object in
                    // SAFETY: OpenSSL hands over its context, and the object, which the SSL_CTX keeps.
                    guard let context = unsafe context, let object = unsafe object else { return 0 }
                    let handshake = unsafe Unmanaged<CurlHandshake>.fromOpaque(object).takeUnretainedValue()
                    let isTrusted = unsafe handshake.validate(context)
                    unsafe X509_STORE_CTX_set_error(
                        context,
                        isTrusted ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION
                    )
                    return isTrusted ? 1 : 0
                },
                object
            )
            return CURLE_OK
        }

        /// Whether the server may be talked to; why not is left with the exchange.
        private func validate(_ context: OpaquePointer) -> Bool {
            // SAFETY: the context is OpenSSL's, for the time of the call that this is called in.
            let certificates = unsafe certificates(context)
            do throws(TrustFailure) {
                // SAFETY: the context is that of a connection, which is alive.
                guard let connection = unsafe mimeograph_ssl_of(context),
                    let host = unsafe host(of: connection),
                    unsafe mimeograph_ssl_ends_at_1_3(connection) == (isProxy ? 1 : 0)
                else { throw TrustFailure(.unclearHost, host: host, certificates: certificates) }
                let presented = PresentedCertificates(
                    host: host,
                    certificates: certificates,
                    stores: trust.stores,
                    securityLevel: max(
                        unsafe SSL_get_security_level(connection),
                        PresentedCertificates.leastSecurityLevel
                    )
                )
                try trust.policy.evaluate(presented, .certificates)
                // What was decided before the handshake must be right for the host that is met in it.
                let needsStatus = try trust.policy.connecting(to: HostName(host)).asksForStatus
                if needsStatus, !asksForStatus {
                    throw TrustFailure(.unclearHost, host: host, certificates: certificates)
                }
                self.presented = presented
                return true
            } catch {
                transfer?.failure = TransportError(error, libraryCode: Int(CURLE_PEER_FAILED_VERIFICATION.rawValue))
                return false
            }
        }

        /// Whether what the server has stapled to its certificate is as the policy wants it. It comes after the certificates (in
        /// TLS 1.2 in a message of its own), and is looked at before the client's certificate and anything of the request has left.
        private func validateStatus(_ connection: OpaquePointer) -> Bool {
            var start: UnsafePointer<UInt8>?
            // SAFETY: the connection is alive, and the bytes are its own; they are copied.
            let count = unsafe mimeograph_ssl_stapled_response(connection, &start)
            let bytes = unsafe start.map { unsafe Array(UnsafeBufferPointer(start: $0, count: max(0, count))) }
            do throws(TrustFailure) {
                // A session that was resumed has shown nothing: none is, where this is asked.
                guard var presented else { throw TrustFailure(.noStapledStatus, host: host) }
                presented.stapledResponse = count > 0 ? bytes : nil
                try trust.policy.evaluate(presented, .stapledStatus)
                allowsStatus = true
                return true
            } catch {
                transfer?.failure = TransportError(error, libraryCode: Int(CURLE_PEER_FAILED_VERIFICATION.rawValue))
                return false
            }
        }

        /// Whether the policy has allowed the server of a connection, in this handshake or, if its session was resumed, in the one before.
        ///
        /// It is asked before a request goes out, so that a callback which OpenSSL or libcurl has not called fails the request.
        static func isAllowed(_ connection: OpaquePointer) -> Bool {
            // SAFETY: the connection is alive, and so are its context and what that keeps.
            guard index >= 0, let context = unsafe SSL_get_SSL_CTX(connection),
                let object = unsafe SSL_CTX_get_ex_data(context, index)
            else { return false }
            let handshake = unsafe Unmanaged<CurlHandshake>.fromOpaque(object).takeUnretainedValue()
            if unsafe SSL_session_reused(connection) == 1 { return !handshake.trust.looksAtStatus }
            return handshake.presented != nil && handshake.allowsStatus == handshake.asksForStatus
        }

        /// The host that the connection leads to, by the name that the server was asked for: where libcurl's and our reading of
        /// the URL differ, no server is trusted. Addresses are not asked for.
        private func host(of connection: OpaquePointer) -> String? {
            // SAFETY: the connection is alive, and the name is copied.
            let asked = unsafe mimeograph_ssl_server_name(connection).map { unsafe String(cString: $0) }
            guard let host else { return asked }
            let name = HostName(host)
            return asked.map { HostName($0).text } == (name.isAddress ? nil : name.text) ? host : nil
        }

        private func certificates(_ context: OpaquePointer) -> [Certificate] {
            // SAFETY: the context is alive, and so is what it holds; the certificates are shared.
            let sent = unsafe X509_STORE_CTX_get0_untrusted(context)
            let all = (0..<(unsafe mimeograph_x509_list_count(sent))).compactMap { index in
                unsafe ParsedCertificate(sharing: mimeograph_x509_list_at(sent, index)).flatMap(Certificate.init)
            }
            // What is sent begins with the server's own.
            let own = unsafe ParsedCertificate(sharing: X509_STORE_CTX_get0_cert(context)).flatMap(Certificate.init)
            guard let own else { return [] }
            return all.first == own ? all : [own] + all
        }
    }

    /// What an engine evaluates servers by.
    final class CurlTrust: Sendable {
        let policy: SecurityPolicy
        /// Whether the policy looks at what servers staple.
        let looksAtStatus: Bool
        let stores: OpenSSLStores
        private let authorities: CurlTransport.CertificateAuthorities

        init(policy: SecurityPolicy, stores: OpenSSLStores, authorities: CurlTransport.CertificateAuthorities) {
            self.policy = policy
            looksAtStatus = policy.looksAtStatus
            self.stores = stores
            self.authorities = authorities
        }

        /// Whether the file of authorities that was named could be read.
        var hasAuthorities: Bool { authorities == .system || stores.store(for: .system)?.isComplete == true }
    }
#endif
