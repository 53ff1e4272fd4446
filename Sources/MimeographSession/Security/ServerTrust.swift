/// What a server has shown of itself, and what the system's TLS library can find out about it.
///
/// A ``SecurityPolicy`` decides by these questions only, so that it is the same on every platform. ``PresentedCertificates`` answers
/// them by OpenSSL on Linux and by the Security framework on Apple's platforms.
public protocol ServerTrust {
    /// The host that is talked to, as its URL has it; nil where no name is to be compared.
    var host: String? { get }
    /// The certificates as the server sent them, its own first.
    var certificates: [Certificate] { get }
    /// Whether the server's own certificate is for the host, by its subjectAltName.
    ///
    /// Source: RFC 9525 §6.
    var isForHost: Bool { get }
    /// Builds a chain from the server's certificate to one of the anchors; it may end at an anchor that others have signed. The
    /// name of the host is not looked at.
    ///
    /// - Returns: The chain, the server's certificate first.
    /// - Throws: ``TrustProblem`` where there is none, or something in it is not valid now.
    func verifiedChain(to anchors: SecurityPolicy.Anchors) throws(TrustProblem) -> [Certificate]
    /// The server's certificate and those that follow it, as far as each is signed by the next, which must be that of an authority.
    func signatureLinkedCertificates() -> [Certificate]
    /// What the server has stapled to its certificate says of it.
    ///
    /// - Parameter chain: The server's certificate, and that of the authority which must have signed the response.
    func stapledStatus(in chain: [Certificate]) -> StapledStatus
}

extension ServerTrust {
    /// Says that nothing stapled can be seen here, which no policy that looks at it takes for good.
    public func stapledStatus(in chain: [Certificate]) -> StapledStatus {
        .invalid("what servers staple cannot be seen here")
    }
}

/// Why a chain of certificates is not valid.
public struct TrustProblem: Error, Hashable, Sendable {
    /// What is wrong, in the words of the system's library; nothing of it comes from the certificates.
    public let reason: String
    /// The library's number for it: an `X509_V_ERR` of OpenSSL's, or an `OSStatus`.
    public let libraryCode: Int
    /// The index in the chain of the certificate it is about, 0 for the server's own; nil where that is not known.
    public let certificateIndex: Int?

    /// Whether the certificates are valid but for that no anchor has signed them.
    ///
    /// Source: X509_STORE_CTX_get_error(3): `X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT`, `DEPTH_ZERO_SELF_SIGNED_CERT`,
    /// `SELF_SIGNED_CERT_IN_CHAIN`, `UNABLE_TO_GET_ISSUER_CERT_LOCALLY`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`.
    var isOfUnknownAuthority: Bool {
        #if os(Linux)
            return [2, 18, 19, 20, 21].contains(libraryCode)
        #else
            return libraryCode == -67843  // errSecNotTrusted
        #endif
    }

    /// Makes a problem.
    public init(reason: String, libraryCode: Int, certificateIndex: Int? = nil) {
        self.reason = reason
        self.libraryCode = libraryCode
        self.certificateIndex = certificateIndex
    }
}

/// Certificates that a server has presented, for a policy to evaluate.
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
    /// The response of OCSP that the server has stapled, as it came; nil where there is none. Not looked at on Apple's platforms.
    public var stapledResponse: [UInt8]?
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
            securityLevel = Self.leastSecurityLevel
        #endif
    }

    #if os(Linux)
        /// The security level that no configuration of OpenSSL can lower: 112 bits, so RSA of 2048 bits and no SHA-1.
        static let leastSecurityLevel: Int32 = 2

        init(host: String, certificates: [Certificate], stores: OpenSSLStores, securityLevel: Int32) {
            self.host = host
            self.certificates = certificates
            self.stores = stores
            self.securityLevel = securityLevel
        }
    #endif
}
