/// What is done about the digests of responses, `Content-Digest` and `Repr-Digest`.
///
/// ```swift
/// configuration.digests = .required
/// ```
/// A digest is made of the bytes while they are read, and compared when the last one has been: the read throws then, in place of its end, a
/// download leaves no file, and a cache stores nothing. SHA-256 and SHA-512 are known, others are passed over; of several of one field
/// the strongest counts. `Content-Digest` is of the body as it comes, before content codings are undone; `Repr-Digest` of the whole that a
/// status other than 206 brings. For a part (206) it counts where a download that goes on has become whole; the file is read once more then.
///
/// Where the head has none that can be verified, those of the trailers count. A body of up to 16 KiB without a Content-Length is held to
/// them whether or not they are announced; a longer one where the head's `Trailer` announces them, or digests are required.
///
/// A field that is not well-formed, or that names no algorithm that is known, is as if it was not there; it may have 8 KiB.
///
/// A digest tells of damage on the way, and of a server that lies about itself nothing: who can change the body can change the field.
///
/// Source: RFC 9530 §2, §3, §5; RFC 9110 §6.5, §6.6.2; RFC 9651 §3.2, §4.2.
public enum DigestPolicy: Hashable, Sendable {
    /// No digest is looked at.
    case ignored
    /// Where there is one it must be right.
    case verified
    /// Each body of a response with a status of 2xx must have one that is known, and right. Servers are asked for them, by
    /// `Want-Content-Digest` and `Want-Repr-Digest`. A response that may have trailers is read to its end before it fails.
    case required
}

/// An algorithm of digests.
///
/// Source: RFC 9530 §5.
public enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// SHA-256, 32 bytes.
    case sha256 = "sha-256"
    /// SHA-512, 64 bytes.
    case sha512 = "sha-512"

    /// The value of a digest field for some bytes: `sha-256=:…:`.
    ///
    /// - Throws: ``SessionError/Code/digestMissing`` where the system's library refuses the algorithm.
    public func field(for bytes: [UInt8]) throws(SessionError) -> String {
        let running = try RunningDigest(self)
        running.update(bytes)
        return try running.field()
    }
}

extension SessionError {
    /// The error for content that is not what it is said to be.
    static func digestMismatch(_ expected: ExpectedDigest) -> SessionError {
        SessionError(
            .digestMismatch,
            "The body is not the one that \(expected.field) names by \(expected.algorithm.rawValue).",
            remedy:
                "It was damaged on the way, or its server is wrong; SessionConfiguration.digests = .ignored passes over that."
        )
    }

    /// The error for content of which nothing says whether it is right.
    static func digestMissing(_ reason: String) -> SessionError {
        SessionError(
            .digestMissing,
            "The body has no digest that it could be held to: \(reason).",
            remedy: "Where the server sends none, set SessionConfiguration.digests to .verified."
        )
    }
}
