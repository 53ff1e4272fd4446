#if os(Linux)
    import COpenSSL

    extension PresentedCertificates: ServerTrust {
        /// Whether the first certificate is for the host, by its subjectAltName.
        ///
        /// A host whose name is not valid, with an empty label or a zero byte, matches no certificate.
        public var isForHost: Bool {
            guard let host, let leaf = certificates.first else { return false }
            let name = HostName(host)
            // OpenSSL would treat a wildcard as a name, and a leading dot as any subdomain. Source: X509_check_host(3).
            guard name.isValid, !name.text.utf8.contains(UInt8(ascii: "*")) else { return false }
            // SAFETY: the certificate is alive, and Swift passes the text, which is an address or labels, for the call.
            let result =
                name.isAddress
                ? unsafe X509_check_ip_asc(leaf.parsed.pointer, name.text, 0)
                : unsafe X509_check_host(
                    leaf.parsed.pointer,
                    name.text,
                    name.text.utf8.count,
                    UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS),
                    nil
                )
            ERR_clear_error()
            return result == 1
        }

        /// Returns a chain to one of the anchors, as OpenSSL builds and verifies it for a TLS server.
        ///
        /// OpenSSL builds only one chain. If that is not valid, it tries again without the sent certificate that made it invalid,
        /// because another certificate of the same authority may lead to an anchor. Source: RFC 4158 §2.4.
        public func verifiedChain(to anchors: SecurityPolicy.Anchors) throws(TrustProblem) -> [Certificate] {
            guard let leaf = certificates.first else {
                throw TrustProblem(reason: "the server sent no certificate", libraryCode: Int(X509_V_ERR_UNSPECIFIED))
            }
            guard let store = stores.store(for: anchors) else { throw Self.exhausted }
            var sent = Array(certificates.dropFirst())
            var first: TrustProblem?
            for _ in 0..<Self.mostChains {
                let obstacle: Certificate?
                do throws(InvalidChain) {
                    return try verifiedChain(leaf, sent, store)
                } catch {
                    first = first ?? error.problem
                    obstacle = error.obstacle
                }
                guard let obstacle, sent.contains(obstacle) else { break }
                sent.removeAll { $0 == obstacle }
            }
            throw first ?? Self.exhausted
        }

        /// The most chains that are built for one server, since a server can send certificates for very many.
        private static var mostChains: Int { 24 }

        private struct InvalidChain: Error {
            let problem: TrustProblem
            /// The certificate without which another chain may be valid.
            var obstacle: Certificate?
        }

        private func verifiedChain(
            _ leaf: Certificate,
            _ others: [Certificate],
            _ store: OpenSSLStore
        ) throws(InvalidChain) -> [Certificate] {
            // SAFETY: this function owns the context and the list, and frees them at its end. The certificates and the store that
            // they refer to live that long.
            guard let context = unsafe X509_STORE_CTX_new() else { throw InvalidChain(problem: Self.exhausted) }
            defer { unsafe X509_STORE_CTX_free(context) }
            guard let sent = unsafe mimeograph_x509_list_make() else { throw InvalidChain(problem: Self.exhausted) }
            defer { unsafe mimeograph_x509_list_free(sent) }
            for certificate in others { _ = unsafe mimeograph_x509_list_add(sent, certificate.parsed.pointer) }
            guard unsafe X509_STORE_CTX_init(context, store.pointer, leaf.parsed.pointer, sent) == 1,
                unsafe X509_STORE_CTX_set_default(context, "ssl_server") == 1,
                let parameters = unsafe X509_STORE_CTX_get0_param(context)
            else { throw InvalidChain(problem: Self.exhausted) }
            unsafe X509_VERIFY_PARAM_set_auth_level(parameters, securityLevel)
            let isValid = unsafe X509_verify_cert(context) == 1
            defer { ERR_clear_error() }
            let list = unsafe X509_STORE_CTX_get0_chain(context)
            var chain: [Certificate] = []
            for index in 0..<(unsafe mimeograph_x509_list_count(list)) {
                guard let parsed = unsafe ParsedCertificate(sharing: mimeograph_x509_list_at(list, index)),
                    let certificate = Certificate(parsed)
                else { throw InvalidChain(problem: Self.exhausted) }
                chain.append(certificate)
            }
            withExtendedLifetime(store) {}
            if isValid { return chain }
            let problem = unsafe Self.problem(context)
            throw InvalidChain(problem: problem, obstacle: Self.obstacle(problem, chain))
        }

        /// Returns the first certificates, as far as each is signed by the next.
        public func signatureLinkedCertificates() -> [Certificate] {
            guard var last = certificates.first else { return [] }
            var linked = [last]
            for next in certificates.dropFirst() {
                // SAFETY: both certificates are alive, and the key belongs to the second. The second must be an authority's;
                // otherwise the owner of any certificate could sign another with its key.
                let isLinked =
                    unsafe X509_check_ca(next.parsed.pointer) == 1
                    && X509_check_issued(next.parsed.pointer, last.parsed.pointer) == X509_V_OK
                    && X509_verify(last.parsed.pointer, X509_get0_pubkey(next.parsed.pointer)) == 1
                guard isLinked else { break }
                linked.append(next)
                last = next
            }
            ERR_clear_error()
            return linked
        }

        /// Returns the authority's certificate that made a chain invalid; nil if the server's own did.
        private static func obstacle(_ problem: TrustProblem, _ chain: [Certificate]) -> Certificate? {
            guard let index = problem.certificateIndex, chain.indices.contains(index) else { return nil }
            let above = chain[(index + 1)...]
            switch Int32(truncatingIfNeeded: problem.libraryCode) {
            case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION:
                // SAFETY: the certificates are alive.
                return above.first { unsafe X509_get_ext_by_NID($0.parsed.pointer, NID_name_constraints, -1) >= 0 }
            // Another authority may have the same name.
            case X509_V_ERR_CERT_SIGNATURE_FAILURE: return above.first
            case X509_V_ERR_CERT_CHAIN_TOO_LONG: return nil
            default: return index > 0 ? chain[index] : nil
            }
        }

        private static func problem(_ context: OpaquePointer) -> TrustProblem {
            // SAFETY: the context is alive, and the text is constant.
            let code = unsafe X509_STORE_CTX_get_error(context)
            let depth = unsafe X509_STORE_CTX_get_error_depth(context)
            let reason = unsafe X509_verify_cert_error_string(Int(code)).map { unsafe String(cString: $0) }
            let affected = unsafe ParsedCertificate(sharing: X509_STORE_CTX_get_current_cert(context))
            return TrustProblem(
                reason: reason ?? "the chain is not valid",
                libraryCode: Int(code),
                certificateIndex: depth < 0 ? nil : Int(depth),
                certificate: affected.flatMap(Certificate.init)
            )
        }

        private static var exhausted: TrustProblem {
            TrustProblem(reason: "the system has no memory left", libraryCode: Int(X509_V_ERR_OUT_OF_MEM))
        }
    }
#endif
