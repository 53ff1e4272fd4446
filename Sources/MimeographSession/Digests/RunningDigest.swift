import Mimeograph

#if canImport(CryptoKit)
    import CryptoKit
    import MimeographTree
#else
    import COpenSSL
#endif

/// A digest of bytes that arrive in pieces. One caller at a time.
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

        /// Returns the digest of all bytes so far.
        func value() throws(SessionError) -> [UInt8] { Array(hash.finalize()) }

        /// Returns the value of a digest field for all bytes so far.
        func field() throws(SessionError) -> String { "\(algorithm.rawValue)=:\(Base64.text(of: try value())):" }
    #else
        // SAFETY: OpenSSL's algorithms are constants that all threads may use, and these live as long as the process.
        nonisolated(unsafe) private static let sha256 = unsafe fetched(256)
        nonisolated(unsafe) private static let sha512 = unsafe fetched(512)

        private let context: OpaquePointer
        private var hasFailed = false

        private static func fetched(_ bits: Int32) -> OpaquePointer? {
            OpenSSLLibrary.prepare()
            return unsafe mimeograph_sha2_fetch(bits)
        }

        init(_ algorithm: DigestAlgorithm) throws(SessionError) {
            self.algorithm = algorithm
            // SAFETY: the context is this object's, and freed with it; the algorithms are never freed.
            guard let fetched = unsafe algorithm == .sha256 ? Self.sha256 : Self.sha512,
                let context = unsafe EVP_MD_CTX_new()
            else { throw Self.refused(algorithm) }
            guard unsafe EVP_DigestInit_ex(context, fetched, nil) == 1 else {
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

        /// Returns the digest of all bytes. No more bytes may be added.
        func value() throws(SessionError) -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: algorithm == .sha256 ? 32 : 64)
            // SAFETY: the buffer has the size that the algorithm writes.
            let count = unsafe digest.withUnsafeMutableBufferPointer { unsafe finish($0) }
            guard count == digest.count else { throw Self.refused(algorithm) }
            return digest
        }

        /// Returns the value of a digest field for all bytes.
        func field() throws(SessionError) -> String {
            let name = algorithm.rawValue.utf8
            let size = Int(EVP_MAX_MD_SIZE)
            // SAFETY: base64 writes four characters for three bytes and a zero at the end. The text has room for both, for the
            // name and for three more characters. All written bytes are ASCII.
            let text = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { digest in
                let count = unsafe finish(digest)
                guard count > 0 else { return "" }
                return unsafe String(unsafeUninitializedCapacity: name.count + (size + 2) / 3 * 4 + 4) { text in
                    var written = unsafe text.initialize(fromContentsOf: name)
                    for byte in "=:".utf8 {
                        unsafe text[written] = byte
                        written += 1
                    }
                    unsafe written += Int(
                        EVP_EncodeBlock(text.baseAddress?.advanced(by: written), digest.baseAddress, Int32(count))
                    )
                    unsafe text[written] = UInt8(ascii: ":")
                    return written + 1
                }
            }
            guard !text.isEmpty else { throw Self.refused(algorithm) }
            return text
        }

        /// Writes the digest into a buffer with enough room. Returns the number of bytes, 0 if the library fails.
        private func finish(_ digest: UnsafeMutableBufferPointer<UInt8>) -> Int {
            var count: UInt32 = 0
            // SAFETY: the caller's buffer has room for the digest of the algorithm.
            let status = unsafe EVP_DigestFinal_ex(context, digest.baseAddress, &count)
            return status == 1 && !hasFailed ? Int(count) : 0
        }
    #endif

    private static func refused(_ algorithm: DigestAlgorithm) -> SessionError {
        .digestMissing("the system's library rejects \(algorithm.rawValue)")
    }
}

extension RunningDigest {
    /// Adds the bytes of a source, one chunk at a time.
    ///
    /// - Throws: The error of reading the source.
    func update(from source: any BodySource) throws(SerializationError) {
        var reader = try source.makeReader()
        while true {
            let piece = try reader.readChunk()
            if piece.isEmpty { return }
            update(piece)
        }
    }
}
