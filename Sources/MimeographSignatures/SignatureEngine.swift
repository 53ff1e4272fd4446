import MimeographSession

#if os(Linux)
    import COpenSSL

    /// A key as OpenSSL uses it.
    enum SignatureEngine: Sendable {
        case secret([UInt8])
        case key(OpenSSLKey)

        init(secret: [UInt8]) throws(SessionError) { self = .secret(secret) }

        init(_ algorithm: SignatureAlgorithm, pem: String, isPrivate: Bool) throws(SessionError) {
            guard algorithm != .hmacSHA256 else {
                throw SessionError(
                    .invalidSignatureKey,
                    "hmac-sha256 has no PEM keys.",
                    remedy: "Use SignatureKey(secret:) with the bytes of the shared secret."
                )
            }
            self = .key(try OpenSSLKey(algorithm, pem: pem, isPrivate: isPrivate))
        }

        /// Returns the signature of some bytes; nil if OpenSSL fails.
        func signature(of bytes: [UInt8]) -> [UInt8]? {
            switch self {
            case .secret(let secret): Self.code(of: bytes, secret)
            case .key(let key): key.signature(of: bytes)
            }
        }

        func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
            switch self {
            case .secret(let secret):
                guard let code = Self.code(of: bytes, secret), code.count == signature.count else { return false }
                // The time does not reveal to a sender how many bytes were right.
                // SAFETY: both buffers have the same number of bytes and live through the call, which only reads them.
                return unsafe code.withUnsafeBytes { code in
                    unsafe signature.withUnsafeBytes { signature in
                        unsafe CRYPTO_memcmp(code.baseAddress, signature.baseAddress, code.count) == 0
                    }
                }
            case .key(let key): return key.isValid(signature, of: bytes)
            }
        }

        /// Returns the code of HMAC with SHA-256.
        private static func code(of bytes: [UInt8], _ secret: [UInt8]) -> [UInt8]? {
            OpenSSLLibrary.prepare()
            var code = [UInt8](repeating: 0, count: 32)
            // SAFETY: the three buffers live through the call, which writes 32 bytes.
            let status = unsafe secret.withUnsafeBytes { secret in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    unsafe code.withUnsafeMutableBufferPointer { code in
                        unsafe mimeograph_hmac_sha256(
                            secret.baseAddress,
                            secret.count,
                            bytes.baseAddress,
                            bytes.count,
                            code.baseAddress
                        )
                    }
                }
            }
            return status == 1 ? code : nil
        }
    }

    /// A private or public key of OpenSSL.
    ///
    /// It is unchecked because the compiler does not know the structure behind the pointer. OpenSSL's functions only read a
    /// finished key, and several threads may use one. Source: openssl-threads(7).
    @safe
    final class OpenSSLKey: @unchecked Sendable {
        /// The most bytes of a signature: those of an RSA key of 16,384 bits.
        private static let longestSignature = 2048

        private let pointer: OpaquePointer
        private let code: Int32

        init(_ algorithm: SignatureAlgorithm, pem: String, isPrivate: Bool) throws(SessionError) {
            OpenSSLLibrary.prepare()
            code = Self.code(of: algorithm)
            let bytes = Array(pem.utf8)
            // SAFETY: the bytes live through the call; this object owns the result and frees it in `deinit` or below.
            let opened = unsafe bytes.withUnsafeBytes { bytes in
                unsafe isPrivate
                    ? mimeograph_key_read(bytes.baseAddress, Int32(clamping: bytes.count), nil)
                    : mimeograph_public_key_read(bytes.baseAddress, Int32(clamping: bytes.count))
            }
            ERR_clear_error()
            guard let opened = unsafe opened else {
                let kind = isPrivate ? "private key" : "public key"
                throw SessionError(
                    .invalidSignatureKey,
                    "The \(kind) for \(algorithm.rawValue) cannot be read.",
                    remedy: isPrivate
                        ? "It must be PKCS #8 in PEM form (BEGIN PRIVATE KEY), without a password."
                        : "It must be a SubjectPublicKeyInfo in PEM form (BEGIN PUBLIC KEY), not a certificate."
                )
            }
            guard unsafe mimeograph_key_fits(opened, code) == 1 else {
                unsafe EVP_PKEY_free(opened)
                throw SessionError(
                    .invalidSignatureKey,
                    "The key is not a key for \(algorithm.rawValue).",
                    remedy: "Name the algorithm of the key. RSA keys need 2,048 to 16,384 bits."
                )
            }
            unsafe pointer = opened
        }

        deinit { unsafe EVP_PKEY_free(pointer) }

        private static func code(of algorithm: SignatureAlgorithm) -> Int32 {
            switch algorithm {
            case .ed25519, .hmacSHA256: Int32(MIMEOGRAPH_SIGNATURE_ED25519)
            case .ecdsaP256: Int32(MIMEOGRAPH_SIGNATURE_P256)
            case .ecdsaP384: Int32(MIMEOGRAPH_SIGNATURE_P384)
            case .rsaPSS: Int32(MIMEOGRAPH_SIGNATURE_RSA_PSS)
            }
        }

        func signature(of bytes: [UInt8]) -> [UInt8]? {
            var signature = [UInt8](repeating: 0, count: Self.longestSignature)
            // SAFETY: both buffers live through the call, which writes no more than there is room for.
            let count = unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe signature.withUnsafeMutableBufferPointer { signature in
                    unsafe mimeograph_sign(
                        pointer,
                        code,
                        bytes.baseAddress,
                        bytes.count,
                        signature.baseAddress,
                        signature.count
                    )
                }
            }
            return count > 0 ? Array(signature.prefix(count)) : nil
        }

        func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
            // SAFETY: both buffers live through the call, which only reads them.
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe signature.withUnsafeBufferPointer { signature in
                    unsafe mimeograph_verify(
                        pointer,
                        code,
                        bytes.baseAddress,
                        bytes.count,
                        signature.baseAddress,
                        signature.count
                    ) == 1
                }
            }
        }
    }
#else
    /// A key on a platform on which this package does not use OpenSSL. There is none.
    struct SignatureEngine: Sendable {
        init(secret: [UInt8]) throws(SessionError) { throw .signaturesUnavailable }

        init(_ algorithm: SignatureAlgorithm, pem: String, isPrivate: Bool) throws(SessionError) {
            throw .signaturesUnavailable
        }

        func signature(of bytes: [UInt8]) -> [UInt8]? { nil }
        func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool { false }
    }

    extension SessionError {
        fileprivate static var signaturesUnavailable: SessionError {
            SessionError(
                .signaturesUnavailable,
                "Message signatures are not available on this platform.",
                remedy: "They need OpenSSL, which MimeographSignatures uses only on Linux."
            )
        }
    }
#endif
