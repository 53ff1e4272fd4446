#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// The digests that Digest authentication is made of, as the system's library computes them.
///
/// MD5 is broken as a digest; servers ask for it all the same.
enum MessageDigest {
    case md5
    case sha256

    /// The digest of a text's UTF-8, or of the bytes that it was made of, in lower-case hexadecimal digits; nil where the system's
    /// library refuses the algorithm, as one in FIPS mode refuses MD5.
    func hexadecimal(of text: String) -> String? { hexadecimal(of: text.opaqueBytes) }

    /// The digest of some bytes in lower-case hexadecimal digits.
    func hexadecimal(of message: [UInt8]) -> String? {
        guard let bytes = digest(of: message) else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    #if canImport(CryptoKit)
        /// The digest of some bytes; nil where the system's library refuses the algorithm.
        func digest(of message: [UInt8]) -> [UInt8]? {
            switch self {
            case .md5: Array(Insecure.MD5.hash(data: message))
            case .sha256: Array(SHA256.hash(data: message))
            }
        }
    #else
        /// The digest of some bytes; nil where the system's library refuses the algorithm.
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
            return status == 1 && Int(written) == size ? digest : nil
        }
    #endif
}

/// A key for digests that give no means to try guesses on them to one who has not got it: HMAC with SHA-256.
///
/// Source: RFC 2104.
struct DigestKey: Sendable {
    /// How many bytes it has.
    static let size = 32
    /// How many bytes SHA-256 reads at a time.
    private static let block = 64

    let bytes: [UInt8]

    /// Makes a new one.
    init() {
        var generator = SystemRandomNumberGenerator()
        bytes = (0..<Self.size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Reads one; nil where it has another number of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// The digest in lower-case hexadecimal digits; nil where the system's library refuses the algorithm.
    func digest(of message: [UInt8]) -> String? {
        let padded = bytes + [UInt8](repeating: 0, count: Self.block - Self.size)
        guard let inner = MessageDigest.sha256.digest(of: padded.map { $0 ^ 0x36 } + message) else { return nil }
        return MessageDigest.sha256.hexadecimal(of: padded.map { $0 ^ 0x5C } + inner)
    }

    func digest(of text: String) -> String? { digest(of: Array(text.utf8)) }
}
