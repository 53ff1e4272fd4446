import Mimeograph
import MimeographSupport

/// Chunks that are held to digests. Where they are other ones, the read of the end throws.
final class VerifiedChunks: BodyChunks {
    private let chunks: any BodyChunks
    /// Nil once all has been compared.
    private let verification: Locked<BodyVerification?>

    init(_ chunks: any BodyChunks, _ verification: sending BodyVerification) {
        self.chunks = chunks
        self.verification = Locked(verification)
    }

    func nextChunk() async throws(SessionError) -> [UInt8]? {
        let next = try await chunks.nextChunk()
        let trailers = next == nil ? chunks.trailers : [:]
        // The lock is never waited for: one caller reads at a time.
        try verification.withLock { (verification) throws(SessionError) in try verification.record(next, trailers) }
        return next
    }

    func cancel() { chunks.cancel() }

    var trailers: HeaderFields { chunks.trailers }
}

extension Optional<BodyVerification> {
    /// Takes in what a read gave: a chunk, or nil and what came behind the last one.
    mutating func record(_ chunk: [UInt8]?, _ trailers: HeaderFields) throws(SessionError) {
        guard let verification = self else { return }
        if let chunk { return try verification.add(chunk) }
        self = nil
        try verification.finish(trailers)
    }
}

extension SessionBody {
    /// The same body, held to digests while it is read.
    func verified(_ verification: sending BodyVerification) -> SessionBody {
        // What comes from a transport sees to it by itself: another layer of chunks would take as long as a short body's digest.
        guard let transferred = chunks as? TransferredChunks else {
            return SessionBody(VerifiedChunks(chunks, verification))
        }
        transferred.verify(verification)
        return self
    }
}
