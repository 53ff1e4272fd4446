import Mimeograph

/// The digests of a body, made while its chunks come, and what they are held to.
///
/// What the head says is known before the first chunk. A digest in the trailers comes behind the last one, and with it the name of its
/// algorithm. So the chunks of a short body are held until then, and are hashed once where there is one. A longer body is hashed by each
/// algorithm while it is read, where a digest is to be expected, else not at all.
struct BodyVerification {
    /// The most bytes of a body that are held.
    static let mostHeld = 256 << 10

    /// What may come behind the body.
    struct Trailing {
        /// The fields whose digest is that of the body.
        let names: [String]
        /// Whether a long body is hashed, too.
        let isExpected: Bool
        /// What is thrown where there is no digest; nil where none is required.
        let missing: SessionError?
    }

    /// One for each algorithm that is asked for.
    private var running: [RunningDigest] = []
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
        try run(where: { algorithm in expected.contains { $0.algorithm == algorithm } })
    }

    /// Holds a body to what comes behind it.
    init(_ trailing: Trailing) {
        expected = []
        self.trailing = trailing
    }

    /// Takes in the next bytes.
    mutating func add(_ chunk: [UInt8]) throws(SessionError) {
        guard let trailing, running.isEmpty else {
            for digest in running { digest.update(chunk) }
            return
        }
        held.append(chunk)
        heldCount += chunk.count
        if heldCount <= Self.mostHeld { return }
        if trailing.isExpected {
            try run(where: { _ in true })
        } else {
            self.trailing = nil
        }
        held = []
    }

    /// Compares what came with what is said of it.
    mutating func finish(_ trailers: HeaderFields) throws(SessionError) {
        if let trailing {
            let said = trailing.names.compactMap { DigestField.expected($0, in: trailers) }
            if said.isEmpty, let missing = trailing.missing { throw missing }
            if running.isEmpty { try run(where: { algorithm in said.contains { $0.algorithm == algorithm } }) }
            expected = said
        }
        for digest in running where expected.contains(where: { $0.algorithm == digest.algorithm }) {
            let value = try digest.value()
            for expected in expected where expected.algorithm == digest.algorithm && expected.bytes != value {
                throw .digestMismatch(expected)
            }
        }
    }

    /// Makes the digests of what is held.
    private mutating func run(where isWanted: (DigestAlgorithm) -> Bool) throws(SessionError) {
        for algorithm in DigestAlgorithm.allCases where isWanted(algorithm) {
            let digest = try RunningDigest(algorithm)
            for chunk in held { digest.update(chunk) }
            running.append(digest)
        }
    }
}
