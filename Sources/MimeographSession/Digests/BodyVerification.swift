import Mimeograph

/// A verifier that computes the digests of a body from its chunks, and compares them with the expected ones.
///
/// The digest in a head is known before the first chunk. A digest in the trailers arrives after the last chunk, together with the
/// name of its algorithm. So the verifier buffers a short body, and hashes it once if a digest arrives. If a digest is expected,
/// it hashes a longer body with every algorithm while it is read; otherwise it does not hash it. One caller at a time.
final class BodyVerification {
    /// The most bytes of a body that are buffered.
    static let mostHeld = 16 << 10

    /// The digests that may follow the body.
    struct Trailing {
        /// The names of the fields with a digest of the body.
        let names: [String]
        /// Whether to hash a long body too.
        let isExpected: Bool
        /// The error for a missing digest; nil if no digest is required.
        let missing: SessionError?
    }

    private var sha256: RunningDigest?
    private var sha512: RunningDigest?
    /// The digests in the head, or in the trailers after they have arrived.
    private var expected: [ExpectedDigest]
    /// Nil if the head has a digest, or the body is too long.
    private var trailing: Trailing?
    /// The buffered chunks.
    private var held: [[UInt8]] = []
    private var heldCount = 0

    /// Makes a verifier for the digests in a head.
    init(_ expected: [ExpectedDigest]) throws(SessionError) {
        self.expected = expected
        try run(for: expected)
    }

    /// Makes a verifier for the digests in trailers.
    init(_ trailing: Trailing) {
        expected = []
        self.trailing = trailing
    }

    private var isRunning: Bool { sha256 != nil || sha512 != nil }

    /// Adds the next bytes.
    func add(_ chunk: [UInt8]) throws(SessionError) {
        sha256?.update(chunk)
        sha512?.update(chunk)
        guard let trailing, !isRunning else { return }
        held.append(chunk)
        heldCount += chunk.count
        if heldCount <= Self.mostHeld { return }
        if trailing.isExpected {
            sha256 = try hashHeld(by: .sha256)
            sha512 = try hashHeld(by: .sha512)
        } else {
            self.trailing = nil
        }
        held = []
    }

    /// Compares the digests with the expected ones.
    func finish(_ trailers: HeaderFields) throws(SessionError) {
        if let trailing {
            expected = trailing.names.compactMap { DigestField.expected($0, in: trailers) }
            if expected.isEmpty, let missing = trailing.missing { throw missing }
            if !isRunning { try run(for: expected) }
        }
        try compare(sha256)
        try compare(sha512)
    }

    private func compare(_ digest: RunningDigest?) throws(SessionError) {
        guard let digest else { return }
        var value: [UInt8]?
        for expected in expected where expected.algorithm == digest.algorithm {
            let made = if let value { value } else { try digest.value() }
            guard made == expected.bytes else { throw .digestMismatch(expected) }
            value = made
        }
    }

    /// Starts the digests that are needed with the buffered chunks.
    private func run(for expected: [ExpectedDigest]) throws(SessionError) {
        for digest in expected {
            switch digest.algorithm {
            case .sha256: if sha256 == nil { sha256 = try hashHeld(by: .sha256) }
            case .sha512: if sha512 == nil { sha512 = try hashHeld(by: .sha512) }
            }
        }
    }

    private func hashHeld(by algorithm: DigestAlgorithm) throws(SessionError) -> RunningDigest {
        let digest = try RunningDigest(algorithm)
        for chunk in held { digest.update(chunk) }
        return digest
    }
}

extension Optional<BodyVerification> {
    /// Records the result of a read: a chunk, or nil with the trailers.
    mutating func record(_ chunk: [UInt8]?, _ trailers: HeaderFields) throws(SessionError) {
        guard let verification = self else { return }
        if let chunk { return try verification.add(chunk) }
        self = nil
        try verification.finish(trailers)
    }
}
