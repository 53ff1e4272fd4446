/// The certificates that a server has shown, with the checks of the system's TLS library.
///
/// A ``SecurityPolicy`` uses only these checks, so it works the same on every platform. ``PresentedCertificates`` implements them
/// with OpenSSL on Linux and with the Security framework on Apple's platforms.
public protocol ServerTrust {
    /// The host of the connection, as in its URL; nil if no name is to be compared.
    var host: String? { get }
    /// The certificates as the server sent them, its own first. On Apple's platforms, the chain that the system built of them.
    var certificates: [Certificate] { get }
    /// Whether the server's own certificate is for the host, by its subjectAltName. Source: RFC 9525 §6.
    var isForHost: Bool { get }
    /// Builds a chain from the server's certificate to one of the anchors, without checking the host's name. An anchor may itself
    /// be signed by another authority.
    ///
    /// - Returns: The chain, the server's certificate first.
    /// - Throws: ``TrustProblem`` if there is none, or if part of it is not valid now.
    func verifiedChain(to anchors: SecurityPolicy.Anchors) throws(TrustProblem) -> [Certificate]
    /// Returns the server's certificate and its successors, as far as each is signed by the next, which must be an authority's.
    func signatureLinkedCertificates() -> [Certificate]
    /// Returns the status that the server has stapled to its certificate.
    ///
    /// - Parameter chain: The server's certificate, and that of the authority which must have signed the status.
    func stapledStatus(in chain: [Certificate]) -> StapledStatus
}

extension ServerTrust {
    /// Returns an invalid status, because no stapled status can be seen here. A policy that evaluates it rejects the server.
    public func stapledStatus(in chain: [Certificate]) -> StapledStatus {
        .invalid("a stapled status cannot be seen here")
    }
}

/// The reason why a chain of certificates is not valid.
public struct TrustProblem: Error, Hashable, Sendable {
    /// The reason in the words of the system's library; no text comes from the certificates.
    public let reason: String
    /// The library's code: an `X509_V_ERR` of OpenSSL, or an `OSStatus`.
    public let libraryCode: Int
    /// The index of the affected certificate in the chain, 0 for the server's own; nil if it is unknown.
    public let certificateIndex: Int?
    /// The affected certificate; nil if it is unknown.
    public let certificate: Certificate?

    /// Makes a problem.
    public init(reason: String, libraryCode: Int, certificateIndex: Int? = nil, certificate: Certificate? = nil) {
        self.reason = reason
        self.libraryCode = libraryCode
        self.certificateIndex = certificateIndex
        self.certificate = certificate
    }
}

/// Certificates that a server has presented, for a policy to evaluate.
///
/// ```swift
/// try policy.evaluate(PresentedCertificates(host: "api.example.com", certificates: chain))
/// ```
/// A transport does this in each handshake.
public struct PresentedCertificates: Sendable {
    /// The host of the connection, as in its URL; nil if no name is to be compared.
    public let host: String?
    /// The certificates as the server sent them, its own first.
    public let certificates: [Certificate]
    /// The OCSP response that the server stapled, unparsed; nil if there is none. Apple's platforms ignore it.
    public var stapledResponse: [UInt8]?
    #if os(Linux)
        let stores: OpenSSLStores
        /// The OpenSSL security level that keys and signatures must meet.
        let securityLevel: Int32
    #endif

    /// Makes a value from certificates in the order in which they were sent.
    public init(host: String?, certificates: [Certificate]) {
        self.host = host
        self.certificates = certificates
        #if os(Linux)
            stores = .standard
            securityLevel = Self.leastSecurityLevel
        #endif
    }

    #if os(Linux)
        /// The security level that no configuration of OpenSSL can lower: 112 bits, which means RSA of 2048 bits and no SHA-1.
        static let leastSecurityLevel: Int32 = 2

        init(host: String, certificates: [Certificate], stores: OpenSSLStores, securityLevel: Int32) {
            self.host = host
            self.certificates = certificates
            self.stores = stores
            self.securityLevel = securityLevel
        }
    #endif
}
