#if os(Linux)
    import Mimeograph
#elseif canImport(Security)
    import Foundation
    import Security
#endif

/// A client's certificate with its private key, for servers that ask for one.
///
/// ```swift
/// policy.clientIdentity = try ClientIdentity(certificatePath: "client.pem", keyPath: "client.key")
/// policy.clientIdentity = try ClientIdentity(pkcs12: bytes, password: "secret")
/// ```
/// The client sends the identity only after the policy has accepted the server. It sends the identity only to the origin that the
/// program named; with a base URL, to the origins of the ``HTTPSessionManager``. The target of a redirect or a proxy receives it
/// only if ``SecurityPolicy/perHost(_:others:)`` names that host. On Apple's platforms, an identity comes from a PKCS #12 archive.
public struct ClientIdentity: Hashable, Sendable {
    /// The client's certificate, followed by the chain to an authority that the server knows.
    public let certificates: [Certificate]
    /// The private key, unencrypted, as PrivateKeyInfo in DER form. On Apple's platforms it is the PKCS #12 archive, which the
    /// Security framework opens for each connection.
    let key: [UInt8]
    #if canImport(Security)
        /// The password of the archive.
        let password: String
    #endif

    #if os(Linux) || canImport(Security)
        /// Reads a PKCS #12 archive from a file.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
        public init(pkcs12Path: String, password: String) throws(SessionError) {
            try self.init(pkcs12: try SecurityFile.contents(of: pkcs12Path), password: password)
        }
    #endif
}

extension ClientIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The subject of the certificate, without the key.
    public var description: String { "the identity of \(certificates.first?.subject ?? "nobody")" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// A mirror without the key.
    public var customMirror: Mirror { Mirror(self, children: ["certificates": certificates]) }
}

#if os(Linux)
    extension ClientIdentity {
        /// Makes an identity from a certificate and its key.
        ///
        /// - Parameters:
        ///   - certificate: One certificate in DER form, or several in PEM form, the client's own first.
        ///   - key: The key in PEM form, or in DER form (PKCS #8, PKCS #1 or SEC 1).
        ///   - password: The password of an encrypted key, without zero bytes.
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` if the certificate or the key cannot be read, the password is
        ///   wrong, the key belongs to another certificate, or decrypting the key takes more than 10,000,000 rounds.
        public init(certificate: [UInt8], key: [UInt8], password: String? = nil) throws(SessionError) {
            try self.init(
                OpenSSLIdentity(certificates: try Certificate.read(certificate), key: key, password: password)
            )
        }

        /// Reads a certificate and its key from files; one file may hold both.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
        public init(certificatePath: String, keyPath: String, password: String? = nil) throws(SessionError) {
            // A pipe can be read only once.
            let certificate = try SecurityFile.contents(of: certificatePath)
            let key = keyPath.hasSameBytes(as: certificatePath) ? certificate : try SecurityFile.contents(of: keyPath)
            try self.init(certificate: certificate, key: key, password: password)
        }

        /// Makes an identity from a PKCS #12 archive, as browsers and systems export it.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` if the archive cannot be opened. Its password may be wrong, its
        ///   encryption may no longer be supported by OpenSSL, it may have no MAC, or it may need more than 10,000,000 rounds.
        public init(pkcs12: [UInt8], password: String) throws(SessionError) {
            try self.init(OpenSSLIdentity(pkcs12: pkcs12, password: password))
        }

        private init(_ opened: OpenSSLIdentity) throws(SessionError) {
            self.init(certificates: opened.certificates, key: opened.key)
        }

        init(certificates: [Certificate], key: [UInt8]) {
            self.certificates = certificates
            self.key = key
        }
    }
#elseif canImport(Security)
    extension ClientIdentity {
        /// Makes an identity from a PKCS #12 archive, as browsers and systems export it. The keychain is not changed.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` if the archive cannot be opened, or if it contains no certificate
        ///   with its key. Its password may be wrong, or the system may not support its encryption.
        public init(pkcs12: [UInt8], password: String) throws(SessionError) {
            let chain = try Self.open(pkcs12, password).chain
            certificates = chain.compactMap { Certificate(ParsedCertificate($0)) }
            key = pkcs12
            self.password = password
        }

        /// The identity as `URLSession` sends it; nil if the archive can no longer be opened.
        var credential: URLCredential? {
            (try? Self.open(key, password)).map {
                URLCredential(identity: $0.identity, certificates: Array($0.chain.dropFirst()), persistence: .none)
            }
        }

        /// Returns the first identity of an archive, and its certificates, the client's own first.
        private static func open(
            _ archive: [UInt8],
            _ password: String
        ) throws(SessionError) -> (identity: SecIdentity, chain: [SecCertificate]) {
            let options: [CFString: Any] = [kSecImportExportPassphrase: password, kSecImportToMemoryOnly: true]
            var found: CFArray?
            // SAFETY: the variable has the type that the call fills.
            let status = unsafe SecPKCS12Import(Data(archive) as CFData, options as CFDictionary, &found)
            guard status == errSecSuccess else {
                let reason = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
                throw .invalidSecurityPolicy(
                    "The PKCS #12 archive cannot be opened: \(reason)",
                    remedy: "Check the password, or export the archive again."
                )
            }
            let items = found as? [[String: Any]] ?? []
            let item = items.first { $0[kSecImportItemIdentity as String] != nil } ?? [:]
            let identities = [item[kSecImportItemIdentity as String]] as? [SecIdentity]
            guard let identity = identities?.first,
                let chain = item[kSecImportItemCertChain as String] as? [SecCertificate], !chain.isEmpty
            else {
                throw .invalidSecurityPolicy(
                    "The PKCS #12 archive does not contain a certificate with its key.",
                    remedy: "Export both together."
                )
            }
            return (identity, chain)
        }
    }
#endif
