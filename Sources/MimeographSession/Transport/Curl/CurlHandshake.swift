#if os(Linux)
    import CCurl
    import COpenSSL

    /// The evaluation of one TLS connection's server by a policy, during libcurl's handshake.
    ///
    /// Before libcurl makes a connection, it passes the connection's context to a callback (`CURLOPT_SSL_CTX_FUNCTION`). The
    /// callback replaces OpenSSL's own verification with this object. The object lives as long as the context; OpenSSL frees it.
    /// OpenSSL calls it when the server's certificates have arrived, before it sends the client's certificate or anything of the
    /// request. If the object rejects the server, OpenSSL ends the connection.
    ///
    /// A resumed session has no certificates, so it calls no policy. Sessions must therefore never serve another policy: each
    /// policy has its own ``CurlEngine`` with its own connections and sessions.
    @safe
    final class CurlHandshake {
        private let host: String?
        private let isProxy: Bool
        private let trust: CurlTrust
        /// The exchange that makes the connection. Others may use the connection later.
        private weak var transfer: CurlTransfer?
        /// Whether OpenSSL requests the status of the certificate.
        private let asksForStatus: Bool
        /// The certificates of the server, after the policy has accepted them.
        private var presented: PresentedCertificates?
        /// Whether the policy has accepted the stapled response.
        private var allowsStatus = false

        private init(host: String?, isProxy: Bool, asksForStatus: Bool, trust: CurlTrust, transfer: CurlTransfer) {
            self.host = host
            self.isProxy = isProxy
            self.asksForStatus = asksForStatus
            self.trust = trust
            self.transfer = transfer
        }

        /// The index at which a context stores its object; negative if the system had no memory for it.
        // SAFETY: the closure captures nothing, and OpenSSL may call it as long as the program runs.
        private static let index = unsafe mimeograph_ssl_ctx_index { _, object, _, _, _, _ in
            // SAFETY: only `prepare` stores an object, with a reference that this releases.
            if let object = unsafe object { unsafe Unmanaged<CurlHandshake>.fromOpaque(object).release() }
        }

        /// The callback that libcurl calls before it makes a connection.
        static let prepare: mimeograph_curl_tls_callback = { _, context, exchange in
            guard let context = unsafe context, let exchange = unsafe exchange else { return CURLE_SSL_CONNECT_ERROR }
            // SAFETY: the handle's transfer is retained by the loop; libcurl built on OpenSSL passes an SSL_CTX.
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(exchange).takeUnretainedValue()
            return unsafe prepare(OpaquePointer(context), transfer)
        }

        private static func prepare(_ context: OpaquePointer, _ transfer: CurlTransfer) -> CURLcode {
            guard let trust = transfer.engine.trust, index >= 0 else { return CURLE_SSL_CONNECT_ERROR }
            guard trust.hasAuthorities else { return CURLE_SSL_CACERT_BADFILE }
            // SAFETY: the context is alive. It gets a reference to the object and releases it when it is freed. The callback is
            // called before that.
            let mark = unsafe mimeograph_ssl_ctx_ends_at_1_3(context)
            let isProxy = mark == 1
            guard mark >= 0, isProxy ? transfer.request.hasProxy("https:") : transfer.request.hasSecureURL else {
                return CURLE_SSL_CONNECT_ERROR
            }
            let url = isProxy ? transfer.request.options.proxy?.url : transfer.request.url
            let host = url.flatMap { try? RequestURL($0).host }
            // A general identity is for servers. A proxy gets only an identity that is set for its host.
            let policy = isProxy ? trust.policy.withoutGeneralIdentity : trust.policy
            let connecting = host.flatMap { try? policy.connecting(to: HostName($0)) }
            let handshake = CurlHandshake(
                host: host,
                isProxy: isProxy,
                asksForStatus: connecting?.asksForStatus == true,
                trust: trust,
                transfer: transfer
            )
            // A configuration file may allow weaker keys, and servers without certificates.
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
                        // SAFETY: OpenSSL passes its connection and the object, which the SSL_CTX retains.
                        guard let connection = unsafe connection, let object = unsafe object else { return 0 }
                        let handshake = unsafe Unmanaged<CurlHandshake>.fromOpaque(object).takeUnretainedValue()
                        return unsafe handshake.validateStatus(connection) ? 1 : 0
                    },
                    object
                )
            }
            // The callback's verdict must end the handshake. From 8.17 on, libcurl lets the handshake continue and checks the
            // result at the end, after the client's certificate was sent.
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
            unsafe mimeograph_ssl_ctx_forbid_renegotiation(context)
            unsafe mimeograph_ssl_ctx_forbid_key_log(context)
            unsafe SSL_CTX_set_cert_verify_callback(
                context,
                { context, object in
                    // SAFETY: OpenSSL passes its context and the object, which the SSL_CTX retains.
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

        /// Whether the policy trusts the server. The exchange records the reason if not.
        private func validate(_ context: OpaquePointer) -> Bool {
            // SAFETY: OpenSSL keeps the context alive during this call.
            let certificates = unsafe certificates(context)
            do throws(TrustFailure) {
                // SAFETY: the context belongs to a connection, which is alive.
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
                // The decision made before the handshake must be right for the actual host.
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

        /// Whether the policy accepts the stapled response. It arrives after the certificates (in TLS 1.2 in a separate message)
        /// and is checked before the client's certificate and anything of the request is sent.
        private func validateStatus(_ connection: OpaquePointer) -> Bool {
            var start: UnsafePointer<UInt8>?
            // SAFETY: the connection is alive and owns the bytes, which are copied.
            let count = unsafe mimeograph_ssl_stapled_response(connection, &start)
            let bytes = unsafe start.map { unsafe Array(UnsafeBufferPointer(start: $0, count: max(0, count))) }
            do throws(TrustFailure) {
                // A resumed session would show no certificates, but sessions are not resumed if the status is requested.
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

        /// Whether the policy has accepted the server of a connection, in this handshake or, for a resumed session, in the first
        /// one.
        ///
        /// This is checked before a request is sent. The request therefore fails if OpenSSL or libcurl has skipped a callback.
        static func isAllowed(_ connection: OpaquePointer) -> Bool {
            // SAFETY: the connection is alive, and so are its context and the stored object.
            guard index >= 0, let context = unsafe SSL_get_SSL_CTX(connection),
                let object = unsafe SSL_CTX_get_ex_data(context, index)
            else { return false }
            let handshake = unsafe Unmanaged<CurlHandshake>.fromOpaque(object).takeUnretainedValue()
            if unsafe SSL_session_reused(connection) == 1 { return !handshake.trust.looksAtStatus }
            return handshake.presented != nil && handshake.allowsStatus == handshake.asksForStatus
        }

        /// The host of the connection, by the server name that was requested. If libcurl parses the URL differently from this
        /// library, no server is trusted. For an address, no server name is requested.
        private func host(of connection: OpaquePointer) -> String? {
            // SAFETY: the connection is alive, and the name is copied.
            let asked = unsafe mimeograph_ssl_server_name(connection).map { unsafe String(cString: $0) }
            guard let host else { return asked }
            let name = HostName(host)
            return asked.map { HostName($0).text } == (name.isAddress ? nil : name.text) ? host : nil
        }

        private func certificates(_ context: OpaquePointer) -> [Certificate] {
            // SAFETY: the context is alive, and so are its certificates, which are shared.
            let sent = unsafe X509_STORE_CTX_get0_untrusted(context)
            let all = (0..<(unsafe mimeograph_x509_list_count(sent))).compactMap { index in
                unsafe ParsedCertificate(sharing: mimeograph_x509_list_at(sent, index)).flatMap(Certificate.init)
            }
            // The list begins with the server's own certificate.
            let own = unsafe ParsedCertificate(sharing: X509_STORE_CTX_get0_cert(context)).flatMap(Certificate.init)
            guard let own else { return [] }
            return all.first == own ? all : [own] + all
        }
    }

    /// The policy and the authorities by which an engine evaluates servers.
    final class CurlTrust: Sendable {
        let policy: SecurityPolicy
        let looksAtStatus: Bool
        let stores: OpenSSLStores
        private let authorities: CurlTransport.CertificateAuthorities

        init(policy: SecurityPolicy, stores: OpenSSLStores, authorities: CurlTransport.CertificateAuthorities) {
            self.policy = policy
            looksAtStatus = policy.looksAtStatus
            self.stores = stores
            self.authorities = authorities
        }

        /// Whether the file of authorities, if there is one, could be read.
        var hasAuthorities: Bool { authorities == .system || stores.store(for: .system)?.isComplete == true }
    }
#endif
