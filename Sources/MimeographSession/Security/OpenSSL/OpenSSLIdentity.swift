#if os(Linux)
    import COpenSSL

    /// A client's certificates and key.
    struct OpenSSLIdentity {
        let certificates: [Certificate]
        /// The key's own encoding, unencrypted.
        let key: [UInt8]

        /// Reads a key in PEM or DER form for the certificates.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
        init(certificates: [Certificate], key bytes: [UInt8], password: String?) throws(SessionError) {
            OpenSSLLibrary.prepare()
            try Self.check(password)
            // SAFETY: the bytes live through the call.
            let isCheap = unsafe bytes.withUnsafeBytes { bytes in
                unsafe mimeograph_key_is_cheap(bytes.baseAddress, Int32(clamping: bytes.count)) == 1
            }
            guard isCheap else { throw Self.costly }
            // SAFETY: the bytes and the text live through the call; this function owns the result and frees it at its end.
            let opened = unsafe bytes.withUnsafeBytes { bytes in
                unsafe mimeograph_key_read(bytes.baseAddress, Int32(clamping: bytes.count), password)
            }
            ERR_clear_error()
            defer { unsafe EVP_PKEY_free(opened) }
            guard let key = unsafe opened else {
                throw .invalidSecurityPolicy(
                    "The client's private key cannot be read.",
                    remedy: "Check its form, PEM or DER, and the password."
                )
            }
            try unsafe self.init(certificates, key)
        }

        /// Opens a PKCS #12 archive.
        ///
        /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
        init(pkcs12 bytes: [UInt8], password: String) throws(SessionError) {
            OpenSSLLibrary.prepare()
            try Self.check(password)
            // SAFETY: the bytes live through the call; this function owns all objects made here and below, and frees them.
            let archive = unsafe bytes.withUnsafeBufferPointer { bytes in
                var start = bytes.baseAddress
                return unsafe d2i_PKCS12(nil, &start, bytes.count)
            }
            defer { unsafe PKCS12_free(archive) }
            if let archive = unsafe archive, unsafe mimeograph_pkcs12_is_cheap(archive, password) != 1 {
                throw Self.costly
            }
            var key: OpaquePointer?
            var leaf: OpaquePointer?
            var others: OpaquePointer?
            let isOpen = unsafe archive != nil && PKCS12_parse(archive, password, &key, &leaf, &others) == 1
            ERR_clear_error()
            defer {
                unsafe EVP_PKEY_free(key)
                unsafe X509_free(leaf)
                unsafe mimeograph_x509_list_release(others)
            }
            guard isOpen else {
                if let archive = unsafe archive, unsafe PKCS12_mac_present(archive) == 0 {
                    throw .invalidSecurityPolicy(
                        "The PKCS #12 archive has no MAC, and OpenSSL does not open it without one.",
                        remedy: "Export it again with a MAC."
                    )
                }
                throw .invalidSecurityPolicy(
                    "The PKCS #12 archive cannot be opened.",
                    remedy: "Check the password. If it was encrypted with RC2 or 40 bits, export it again."
                )
            }
            guard let key = unsafe key, let own = unsafe ParsedCertificate(sharing: leaf).flatMap(Certificate.init)
            else {
                throw .invalidSecurityPolicy(
                    "The PKCS #12 archive does not contain a certificate with its key.",
                    remedy: "Export both together."
                )
            }
            var certificates = [own]
            // SAFETY: the list lives until the end of this function, and its certificates are shared.
            for index in 0..<(unsafe mimeograph_x509_list_count(others)) {
                let parsed = unsafe ParsedCertificate(sharing: mimeograph_x509_list_at(others, index))
                if let certificate = parsed.flatMap(Certificate.init) { certificates.append(certificate) }
            }
            // SAFETY: the key lives until the end of this function.
            try unsafe self.init(certificates, key)
        }

        /// Rejects a password that OpenSSL would cut short.
        private static func check(_ password: String?) throws(SessionError) {
            guard password?.utf8.contains(0) == true else { return }
            throw .invalidSecurityPolicy(
                "The password contains a zero byte, and OpenSSL would end the password there.",
                remedy: "Give the password without it, or encrypt the key with another password."
            )
        }

        /// The error for a key that takes too long to decrypt.
        private static var costly: SessionError {
            .invalidSecurityPolicy(
                "The key needs more than \(MIMEOGRAPH_MOST_ROUNDS) rounds to decrypt, according to its file.",
                remedy: "If the file is yours, encrypt it with fewer: openssl pkcs8 -topk8 -iter 600000."
            )
        }

        private init(_ certificates: [Certificate], _ key: OpaquePointer) throws(SessionError) {
            // SAFETY: the caller's key is alive, and so is the certificate.
            let isPair = certificates.first.map { unsafe X509_check_private_key($0.parsed.pointer, key) == 1 }
            ERR_clear_error()
            guard isPair == true else {
                throw .invalidSecurityPolicy(
                    "The private key does not belong to the client's certificate.",
                    remedy: "Give the client's own certificate first, and its key."
                )
            }
            guard let encoded = unsafe OpenSSLBytes.encoded({ unsafe i2d_PrivateKey(key, $0) }) else {
                throw .invalidSecurityPolicy(
                    "Private keys of this kind cannot be kept in memory.",
                    remedy: "Use RSA, ECDSA or Ed25519."
                )
            }
            self.certificates = certificates
            self.key = encoded
        }
    }

    extension ClientIdentity {
        /// Sets the identity for the connections of a context.
        ///
        /// - Returns: Whether OpenSSL accepts it.
        func install(in context: OpaquePointer) -> Bool {
            // SAFETY: the caller's context is alive and takes its own references; the bytes live through the call.
            let opened = unsafe key.withUnsafeBufferPointer { bytes in
                var start = bytes.baseAddress
                return unsafe d2i_AutoPrivateKey(nil, &start, bytes.count)
            }
            defer {
                unsafe EVP_PKEY_free(opened)
                ERR_clear_error()
            }
            guard let opened = unsafe opened, let leaf = certificates.first,
                unsafe SSL_CTX_use_certificate(context, leaf.parsed.pointer) == 1,
                unsafe SSL_CTX_use_PrivateKey(context, opened) == 1
            else { return false }
            return certificates.dropFirst().allSatisfy { certificate in
                unsafe mimeograph_ssl_ctx_add_chain(context, certificate.parsed.pointer) == 1
            }
        }
    }
#endif
