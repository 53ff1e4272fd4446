public import MimeographSession

/// An algorithm of message signatures.
///
/// The algorithm `rsa-v1_5-sha256` is not supported: RSA keys sign with `rsa-pss-sha512`.
///
/// Source: RFC 9421 §3.3.
public enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// HMAC with SHA-256 and a shared secret; 32 bytes.
    case hmacSHA256 = "hmac-sha256"
    /// Ed25519; 64 bytes.
    case ed25519
    /// ECDSA with the curve P-256 and SHA-256; 64 bytes.
    case ecdsaP256 = "ecdsa-p256-sha256"
    /// ECDSA with the curve P-384 and SHA-384; 96 bytes.
    case ecdsaP384 = "ecdsa-p384-sha384"
    /// RSA with PSS and SHA-512, with a salt of 64 bytes; as many bytes as the key.
    case rsaPSS = "rsa-pss-sha512"
}

/// A key that signs messages or verifies their signatures.
///
/// ```swift
/// let key = try SignatureKey(.ed25519, privateKey: pem)
/// let shared = try SignatureKey(secret: bytes)
/// ```
/// A key belongs to one algorithm, so a message cannot choose another one. Printing a key shows only its algorithm.
///
/// Keys need OpenSSL, which this package uses only on Linux. On other platforms, making a key throws
/// `SessionError.Code.signaturesUnavailable`.
public struct SignatureKey: Sendable {
    /// The algorithm that the key is for.
    public let algorithm: SignatureAlgorithm
    /// Whether the key can sign. A public key only verifies.
    public let canSign: Bool
    /// A digest of the key.
    let identity: String
    private let engine: SignatureEngine

    /// Makes a key for `hmac-sha256`.
    ///
    /// - Parameter secret: The shared secret, at least one byte. 32 random bytes or more are secure.
    /// - Throws: `SessionError.Code.invalidSignatureKey` if the secret is empty,
    ///   `SessionError.Code.signaturesUnavailable`.
    public init(secret: [UInt8]) throws(SessionError) {
        guard !secret.isEmpty else {
            throw SessionError(
                .invalidSignatureKey,
                "The shared secret is empty.",
                remedy: "Use the bytes that you share with the peer, 32 or more."
            )
        }
        try self.init(.hmacSHA256, canSign: true, secret) { () throws(SessionError) in
            try SignatureEngine(secret: secret)
        }
    }

    /// Reads a private key, which signs and verifies.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm that the key is for.
    ///   - pem: The key in PEM form: PKCS #8 (`PRIVATE KEY`), without a password. `EC PRIVATE KEY` and `RSA PRIVATE KEY` are
    ///     accepted, too.
    /// - Throws: `SessionError.Code.invalidSignatureKey` if the key cannot be read, is of another kind, or is
    ///   an RSA key of fewer than 2,048 bits; `SessionError.Code.signaturesUnavailable`.
    public init(_ algorithm: SignatureAlgorithm, privateKey pem: String) throws(SessionError) {
        try self.init(algorithm, canSign: true, Array(pem.utf8)) { () throws(SessionError) in
            try SignatureEngine(algorithm, pem: pem, isPrivate: true)
        }
    }

    /// Reads a public key, which verifies.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm that the key is for.
    ///   - pem: The key in PEM form: SubjectPublicKeyInfo (`PUBLIC KEY`).
    /// - Throws: `SessionError.Code.invalidSignatureKey` if the key cannot be read, is of another kind, or is
    ///   an RSA key of fewer than 2,048 bits; `SessionError.Code.signaturesUnavailable`.
    public init(_ algorithm: SignatureAlgorithm, publicKey pem: String) throws(SessionError) {
        try self.init(algorithm, canSign: false, Array(pem.utf8)) { () throws(SessionError) in
            try SignatureEngine(algorithm, pem: pem, isPrivate: false)
        }
    }

    private init(
        _ algorithm: SignatureAlgorithm,
        canSign: Bool,
        _ bytes: [UInt8],
        _ makeEngine: () throws(SessionError) -> SignatureEngine
    ) throws(SessionError) {
        self.algorithm = algorithm
        self.canSign = canSign
        engine = try makeEngine()
        identity = try DigestAlgorithm.sha256.field(for: bytes)
    }

    /// Returns the signature of some bytes.
    ///
    /// - Throws: `SessionError.Code.messageNotSigned` if the key is a public key, or OpenSSL fails.
    public func signature(of bytes: [UInt8]) throws(SessionError) -> [UInt8] {
        guard canSign else {
            throw SignatureFailure("A public key cannot sign.", remedy: "Make the key from the private key.")
                .error(.messageNotSigned)
        }
        guard let signature = engine.signature(of: bytes) else {
            throw SignatureFailure(
                "OpenSSL cannot sign with the key and \(algorithm.rawValue).",
                remedy: "Check that the system's configuration of OpenSSL allows the algorithm."
            ).error(.messageNotSigned)
        }
        return signature
    }

    /// Returns whether some bytes have this signature. The time of comparing a code of HMAC does not depend on its bytes.
    public func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool { engine.isValid(signature, of: bytes) }
}

extension SignatureKey: CustomStringConvertible, CustomReflectable {
    /// The algorithm and whether the key can sign, without the key.
    public var description: String { "\(algorithm.rawValue), \(canSign ? "signs and verifies" : "verifies")" }

    /// Shows the description, which has no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
