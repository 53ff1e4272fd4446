import Mimeograph
import MimeographTree

#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// A digest of bytes that come in pieces. One caller at a time.
@safe
final class RunningDigest {
    let algorithm: DigestAlgorithm
    #if canImport(CryptoKit)
        private var hash: any HashFunction

        init(_ algorithm: DigestAlgorithm) throws(SessionError) {
            self.algorithm = algorithm
            hash = algorithm == .sha256 ? SHA256() : SHA512()
        }

        func update(_ bytes: [UInt8]) { hash.update(data: bytes) }

        /// The digest of all that came.
        func value() throws(SessionError) -> [UInt8] { Array(hash.finalize()) }
    #else
        private let context: OpaquePointer
        private var hasFailed = false

        init(_ algorithm: DigestAlgorithm) throws(SessionError) {
            self.algorithm = algorithm
            OpenSSLLibrary.prepare()
            // SAFETY: the context is this object's, and freed with it; the algorithms are constants of the library's.
            guard let context = unsafe EVP_MD_CTX_new() else { throw Self.refused(algorithm) }
            let isReady = unsafe EVP_DigestInit_ex(context, algorithm == .sha256 ? EVP_sha256() : EVP_sha512(), nil)
            guard isReady == 1 else {
                unsafe EVP_MD_CTX_free(context)
                throw Self.refused(algorithm)
            }
            unsafe self.context = context
        }

        deinit { unsafe EVP_MD_CTX_free(context) }

        func update(_ bytes: [UInt8]) {
            // SAFETY: the bytes live through the call, and the context as long as this object.
            let status = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
            if status != 1 { hasFailed = true }
        }

        /// The digest of all that came; nothing may come after it.
        func value() throws(SessionError) -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
            var count: UInt32 = 0
            // SAFETY: the buffer has the size of the largest digest.
            let status = unsafe digest.withUnsafeMutableBufferPointer {
                unsafe EVP_DigestFinal_ex(context, $0.baseAddress, &count)
            }
            guard status == 1, !hasFailed else { throw Self.refused(algorithm) }
            return Array(digest.prefix(Int(count)))
        }
    #endif

    private static func refused(_ algorithm: DigestAlgorithm) -> SessionError {
        .digestMissing("the system's library refuses \(algorithm.rawValue)")
    }

    /// The value of a field for all that came.
    func field() throws(SessionError) -> String { "\(algorithm.rawValue)=:\(Base64.text(of: try value())):" }
}

extension RunningDigest {
    /// Takes in what a source has, a piece at a time.
    ///
    /// - Throws: What reading it throws.
    func update(from source: any BodySource) throws(SerializationError) {
        var reader = try source.makeReader()
        while true {
            let piece = try reader.readChunk()
            if piece.isEmpty { return }
            update(piece)
        }
    }
}
