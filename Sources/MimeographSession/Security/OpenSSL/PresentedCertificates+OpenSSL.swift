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
        public func verifiedChain(to anchors: SecurityPolicy.Anchors) throws(TrustProblem) -> [Certificate] {
            guard let leaf = certificates.first else {
                throw TrustProblem(reason: "the server sent no certificate", libraryCode: Int(X509_V_ERR_UNSPECIFIED))
            }
            // SAFETY: this function owns the context and the list, and frees them at its end. The certificates and the store that
            // they refer to live that long.
            guard let store = stores.store(for: anchors), let context = unsafe X509_STORE_CTX_new() else {
                throw Self.exhausted
            }
            defer { unsafe X509_STORE_CTX_free(context) }
            guard let sent = unsafe mimeograph_x509_list_make() else { throw Self.exhausted }
            defer { unsafe mimeograph_x509_list_free(sent) }
            for certificate in certificates.dropFirst() {
                _ = unsafe mimeograph_x509_list_add(sent, certificate.parsed.pointer)
            }
            guard unsafe X509_STORE_CTX_init(context, store.pointer, leaf.parsed.pointer, sent) == 1,
                unsafe X509_STORE_CTX_set_default(context, "ssl_server") == 1,
                let parameters = unsafe X509_STORE_CTX_get0_param(context)
            else { throw Self.exhausted }
            unsafe X509_VERIFY_PARAM_set_auth_level(parameters, securityLevel)
            let isValid = unsafe X509_verify_cert(context) == 1
            defer { ERR_clear_error() }
            guard isValid else { throw unsafe Self.problem(context) }
            let chain = unsafe X509_STORE_CTX_get0_chain(context)
            var verified: [Certificate] = []
            for index in 0..<(unsafe mimeograph_x509_list_count(chain)) {
                guard let parsed = unsafe ParsedCertificate(sharing: mimeograph_x509_list_at(chain, index)),
                    let certificate = Certificate(parsed)
                else { throw Self.exhausted }
                verified.append(certificate)
            }
            withExtendedLifetime(store) {}
            return verified
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

        private static func problem(_ context: OpaquePointer) -> TrustProblem {
            // SAFETY: the context is alive, and the text is constant.
            let code = unsafe X509_STORE_CTX_get_error(context)
            let depth = unsafe X509_STORE_CTX_get_error_depth(context)
            let reason = unsafe X509_verify_cert_error_string(Int(code)).map { unsafe String(cString: $0) }
            return TrustProblem(
                reason: reason ?? "the chain is not valid",
                libraryCode: Int(code),
                certificateIndex: depth < 0 ? nil : Int(depth)
            )
        }

        private static var exhausted: TrustProblem {
            TrustProblem(reason: "the system has no memory left", libraryCode: Int(X509_V_ERR_OUT_OF_MEM))
        }
    }
#endif
