#if os(Linux)
    import Mimeograph
#endif

/// A client's certificate with its private key, which it shows to servers that ask for one.
///
/// ```swift
/// policy.clientIdentity = try ClientIdentity(certificatePath: "client.pem", keyPath: "client.key")
/// policy.clientIdentity = try ClientIdentity(pkcs12: bytes, password: "secret")
/// ```
/// It goes to a server only after the policy has allowed that server, and only to the origin that the program has named: to the target of a
/// redirect it does not, nor to a proxy, unless ``SecurityPolicy/perHost(_:others:)`` names that host. With a base URL these are the origins
/// of the ``HTTPSessionManager``. On Apple's platforms it cannot be used yet, and a request with it is refused.
public struct ClientIdentity: Hashable, Sendable {
    /// The client's certificate, and those that lead from it to an authority that the server knows.
    public let certificates: [Certificate]
    /// The private key, not encrypted, as PrivateKeyInfo in DER form.
    let key: [UInt8]

    init(certificates: [Certificate], key: [UInt8]) {
        self.certificates = certificates
        self.key = key
    }
}

extension ClientIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whose it is; nothing of the key.
    public var description: String { "the identity of \(certificates.first?.subject ?? "nobody")" }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: ["certificates": certificates]) }
}

#if os(Linux)
    extension ClientIdentity {
        /// Takes a certificate and its key.
        ///
        /// - Parameters:
        ///   - certificate: One certificate in DER form, or several in PEM form, the client's own first.
        ///   - key: The key in PEM form, or in DER form (PKCS #8, PKCS #1 or SEC 1).
        ///   - password: What opens the key, where it is encrypted. It holds no zero byte.
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` where one of them cannot be read, the password is wrong, the key
        ///   is another certificate's, or it takes more than 10,000,000 rounds to be opened.
        public init(certificate: [UInt8], key: [UInt8], password: String? = nil) throws(SessionError) {
            try self.init(
                OpenSSLIdentity(certificates: try Certificate.read(certificate), key: key, password: password)
            )
        }

        /// Reads a certificate and its key from files; one file may hold both.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
        public init(certificatePath: String, keyPath: String, password: String? = nil) throws(SessionError) {
            // What is a pipe can be read once.
            let certificate = try SecurityFile.contents(of: certificatePath)
            let key = keyPath.hasSameBytes(as: certificatePath) ? certificate : try SecurityFile.contents(of: keyPath)
            try self.init(certificate: certificate, key: key, password: password)
        }

        /// Takes both from an archive of PKCS #12, as browsers and systems export it.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` where it cannot be opened: the password is wrong, it was
        ///   encrypted in a way that OpenSSL no longer supports, it has no MAC, or it takes more than 10,000,000 rounds to be opened.
        public init(pkcs12: [UInt8], password: String) throws(SessionError) {
            try self.init(OpenSSLIdentity(pkcs12: pkcs12, password: password))
        }

        /// Reads an archive of PKCS #12 from a file.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
        public init(pkcs12Path: String, password: String) throws(SessionError) {
            try self.init(pkcs12: try SecurityFile.contents(of: pkcs12Path), password: password)
        }

        private init(_ opened: OpenSSLIdentity) throws(SessionError) {
            self.init(certificates: opened.certificates, key: opened.key)
        }
    }
#endif
