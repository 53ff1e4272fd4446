#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// The digests for Digest authentication, computed by the system's library.
///
/// MD5 is broken as a digest, but servers still request it.
enum MessageDigest {
    case md5
    case sha256

    /// Returns the digest of the text's bytes in lower-case hexadecimal digits. It is nil if the system's library rejects the
    /// algorithm, as it rejects MD5 in FIPS mode.
    func hexadecimal(of text: String) -> String? { hexadecimal(of: text.opaqueBytes) }

    func hexadecimal(of message: [UInt8]) -> String? {
        guard let bytes = digest(of: message) else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    #if canImport(CryptoKit)
        /// Returns the digest of some bytes; nil if the system's library rejects the algorithm.
        func digest(of message: [UInt8]) -> [UInt8]? {
            switch self {
            case .md5: Array(Insecure.MD5.hash(data: message))
            case .sha256: Array(SHA256.hash(data: message))
            }
        }
    #else
        /// Returns the digest of some bytes; nil if the system's library rejects the algorithm.
        func digest(of message: [UInt8]) -> [UInt8]? {
            let size = self == .md5 ? 16 : 32
            var digest = [UInt8](repeating: 0, count: size)
            var written: UInt32 = 0
            OpenSSLLibrary.prepare()
            // SAFETY: both buffers live through the call, and `digest` has the size that the algorithm writes.
            let status = unsafe message.withUnsafeBufferPointer { source in
                unsafe digest.withUnsafeMutableBufferPointer { target in
                    let algorithm = unsafe self == .md5 ? EVP_md5() : EVP_sha256()
                    return unsafe EVP_Digest(
                        source.baseAddress,
                        source.count,
                        target.baseAddress,
                        &written,
                        algorithm,
                        nil
                    )
                }
            }
            guard status == 1, Int(written) == size else {
                // This thread's next call of OpenSSL, perhaps by other code, must not find the error.
                ERR_clear_error()
                return nil
            }
            return digest
        }
    #endif
}

/// A key for HMAC with SHA-256. Without the key, guesses cannot be tested against the digests.
///
/// Source: RFC 2104.
struct DigestKey: Sendable {
    static let size = 32
    /// The block size of SHA-256 in bytes.
    private static let block = 64

    let bytes: [UInt8]

    init() {
        var generator = SystemRandomNumberGenerator()
        bytes = (0..<Self.size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Makes a key from its bytes; nil if their number is wrong.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// Returns the digest in lower-case hexadecimal digits; nil if the system's library rejects the algorithm.
    func digest(of message: [UInt8]) -> String? {
        let padded = bytes + [UInt8](repeating: 0, count: Self.block - Self.size)
        guard let inner = MessageDigest.sha256.digest(of: padded.map { $0 ^ 0x36 } + message) else { return nil }
        return MessageDigest.sha256.hexadecimal(of: padded.map { $0 ^ 0x5C } + inner)
    }

    func digest(of text: String) -> String? { digest(of: Array(text.utf8)) }
}
