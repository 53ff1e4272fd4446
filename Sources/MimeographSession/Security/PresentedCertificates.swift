/// Certificates that a server has presented, to be judged.
///
/// ```swift
/// try policy.evaluate(PresentedCertificates(host: "api.example.com", certificates: chain))
/// ```
/// A transport does so by itself in each handshake.
public struct PresentedCertificates: Sendable {
    /// The host that is talked to, as its URL has it; nil where no name is to be compared.
    public let host: String?
    /// The certificates as the server sent them, its own first.
    public let certificates: [Certificate]
    #if os(Linux)
        let stores: OpenSSLStores
        /// How strong keys and signatures must be, by OpenSSL's levels.
        let securityLevel: Int32
    #endif

    /// Takes certificates, in the order in which they were sent.
    public init(host: String?, certificates: [Certificate]) {
        self.host = host
        self.certificates = certificates
        #if os(Linux)
            stores = .standard
            // 112 bits: RSA of 2048, no SHA-1.
            securityLevel = 2
        #endif
    }

    #if os(Linux)
        init(host: String, certificates: [Certificate], stores: OpenSSLStores, securityLevel: Int32) {
            self.host = host
            self.certificates = certificates
            self.stores = stores
            self.securityLevel = securityLevel
        }
    #endif
}
