import Mimeograph

/// The digests of a body, made while its chunks come, and what they are held to.
///
/// What the head says is known before the first chunk. A digest in the trailers comes behind the last one, and with it the name of its
/// algorithm. So the chunks of a short body are held until then, and are hashed once where there is one. A longer body is hashed by each
/// algorithm while it is read, where a digest is to be expected, else not at all. One caller at a time.
final class BodyVerification {
    /// The most bytes of a body that are held.
    static let mostHeld = 16 << 10

    /// What may come behind the body.
    struct Trailing {
        /// The fields whose digest is that of the body.
        let names: [String]
        /// Whether a long body is hashed, too.
        let isExpected: Bool
        /// What is thrown where there is no digest; nil where none is required.
        let missing: SessionError?
    }

    private var sha256: RunningDigest?
    private var sha512: RunningDigest?
    /// What the head says, or the trailers once they are there.
    private var expected: [ExpectedDigest]
    /// Nil where the head says it, and where a body is too long.
    private var trailing: Trailing?
    /// All that came, where that is not too much.
    private var held: [[UInt8]] = []
    private var heldCount = 0

    /// Holds a body to what its head says.
    init(_ expected: [ExpectedDigest]) throws(SessionError) {
        self.expected = expected
        try run(for: expected)
    }

    /// Holds a body to what comes behind it.
    init(_ trailing: Trailing) {
        expected = []
        self.trailing = trailing
    }

    private var isRunning: Bool { sha256 != nil || sha512 != nil }

    /// Takes in the next bytes.
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

    /// Compares what came with what is said of it.
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

    /// Makes the digests that are asked for, of what is held.
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
    /// Takes in what a read gave: a chunk, or nil and what came behind the last one.
    mutating func record(_ chunk: [UInt8]?, _ trailers: HeaderFields) throws(SessionError) {
        guard let verification = self else { return }
        if let chunk { return try verification.add(chunk) }
        self = nil
        try verification.finish(trailers)
    }
}
