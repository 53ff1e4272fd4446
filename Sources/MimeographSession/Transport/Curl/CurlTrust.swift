#if os(Linux)
    /// What an engine judges servers by.
    final class CurlTrust: Sendable {
        let policy: SecurityPolicy
        let stores: OpenSSLStores
        private let authorities: CurlTransport.CertificateAuthorities

        init(policy: SecurityPolicy, stores: OpenSSLStores, authorities: CurlTransport.CertificateAuthorities) {
            self.policy = policy
            self.stores = stores
            self.authorities = authorities
        }

        /// Whether the file of authorities that was named could be read.
        var hasAuthorities: Bool { authorities == .system || stores.store(for: .system)?.isComplete == true }
    }

    extension CurlTransport {
        /// Which TLS library libcurl stands on, and whether this program can speak to the same one.
        package enum TLSLibrary: Sendable {
            /// OpenSSL, the one that this program is linked with: policies are judged in the handshake.
            case openSSL
            /// Another one; its name. It verifies servers by itself, and policies cannot be judged.
            case other(String)
        }
    }
#endif
