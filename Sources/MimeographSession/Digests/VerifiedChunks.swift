import Mimeograph
import MimeographFiles

/// Chunks whose digest is made while they are read. Where it is another than the head says, the read of the end throws.
final class VerifiedChunks: BodyChunks {
    private struct State {
        /// One for each algorithm that is asked for, and none once it has been compared.
        var running: [RunningDigest]
    }

    private let chunks: any BodyChunks
    private let expected: [ExpectedDigest]
    private let state: Locked<State>

    fileprivate init(_ chunks: any BodyChunks, _ expected: [ExpectedDigest]) throws(SessionError) {
        self.chunks = chunks
        self.expected = expected
        var running: [RunningDigest] = []
        for algorithm in Set(expected.map(\.algorithm)) {
            running.append(try RunningDigest(algorithm))
        }
        state = Locked(State(running: running))
    }

    func nextChunk() async throws(SessionError) -> [UInt8]? {
        let next = try await chunks.nextChunk()
        // The lock is never waited for: one caller reads at a time.
        try state.withLock { (state) throws(SessionError) in
            if let chunk = next {
                for digest in state.running { digest.update(chunk) }
            } else {
                defer { state.running = [] }
                for digest in state.running { try compare(digest) }
            }
        }
        return next
    }

    private func compare(_ digest: RunningDigest) throws(SessionError) {
        let value = try digest.value()
        for expected in expected where expected.algorithm == digest.algorithm && expected.bytes != value {
            throw .digestMismatch(expected)
        }
    }

    func cancel() { chunks.cancel() }

    var trailers: HeaderFields { chunks.trailers }
}

extension DigestPolicy {
    /// The body, held to the digests that its head has.
    ///
    /// - Parameter isPartVerified: Whether the caller holds the whole that a part (206) is the rest of to `Repr-Digest`.
    /// - Throws: ``SessionError/Code/digestMissing``.
    func verifying(_ body: SessionBody, _ head: ResponseHead, isPartVerified: Bool) throws(SessionError) -> SessionBody
    {
        guard self != .ignored, head.mayHaveBody, head.status != 304 else { return body }
        // Of what the transport has undone there is no digest.
        var expected: [ExpectedDigest] = []
        let whole = head.contentCodingsUndone ? nil : DigestField.expected(DigestField.representation, in: head.fields)
        if !head.contentCodingsUndone, let content = DigestField.expected(DigestField.content, in: head.fields) {
            expected.append(content)
        }
        if head.status != 206, let whole { expected.append(whole) }
        if expected.isEmpty {
            let isLater = head.status == 206 && isPartVerified && whole != nil
            let isDue = self == .required && (200...299).contains(head.status) && head.contentLength != 0
            guard !isDue || isLater else {
                body.cancel()
                throw SessionError.digestMissing(Self.reason(head)).with(head)
            }
            return body
        }
        return SessionBody(try VerifiedChunks(body.chunks, expected))
    }

    private static func reason(_ head: ResponseHead) -> String {
        if head.contentCodingsUndone { return "the transport has undone its content coding" }
        let names = [DigestField.content, DigestField.representation].filter(head.fields.contains)
        if names.isEmpty { return "the response has neither Content-Digest nor Repr-Digest" }
        return head.status == 206 && DigestField.expected(DigestField.representation, in: head.fields) != nil
            ? "Repr-Digest is that of the whole, and this is a part"
            : "\(names.joined(separator: " and ")) cannot be read, or has no algorithm that is known"
    }

    /// Asks for digests where they are required, unless the request does so itself.
    ///
    /// Source: RFC 9530 §4.
    func ask(_ fields: inout HeaderFields) {
        guard self == .required else { return }
        for name in ["Want-Content-Digest", "Want-Repr-Digest"] where !fields.contains(name) {
            fields[name] = "sha-256=10, sha-512=3"
        }
    }
}

extension DigestAlgorithm {
    /// Puts the digest of a request's body into its fields, unless they have one.
    ///
    /// A body that comes from a stream is not there yet. Only trailers could say its digest, which requests have none of.
    ///
    /// - Throws: ``SessionError/Code/invalidRequest`` for such a body; what reading a file throws.
    ///
    /// Source: RFC 9530 §2.
    func addField(of body: MessageBody, to fields: inout HeaderFields) throws(SessionError) {
        guard !fields.contains(DigestField.content) else { return }
        let running = try RunningDigest(self)
        switch body {
        case .none: return
        case .bytes(let bytes): running.update(bytes)
        case .file, .stream:
            let stream: BodyStream?
            do throws(SerializationError) { stream = try body.stream() } catch { throw SessionError(error) }
            guard let source = stream?.source else {
                throw SessionError(
                    .invalidRequest,
                    "The digest of a stream is not known before it is sent.",
                    remedy: "Send bytes or a file, or set SessionConfiguration.contentDigest to nil for this request."
                )
            }
            do throws(SerializationError) { try running.update(from: source) } catch { throw SessionError(error) }
        }
        fields[DigestField.content] = try running.field()
    }
}
