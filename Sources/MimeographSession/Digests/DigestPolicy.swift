/// A policy for the digests of responses, `Content-Digest` and `Repr-Digest`.
///
/// ```swift
/// configuration.digests = .required
/// ```
/// The session hashes a body while it is read, and compares the digest after the last byte. If they differ, the last read throws,
/// a download leaves no file, and a cache stores nothing. SHA-256 and SHA-512 are supported; other algorithms are ignored. If a
/// field has several digests, the strongest counts; if a signature must cover the field, all of them count. `Content-Digest`
/// covers the body as it arrives, before content codings are decoded. `Repr-Digest` covers the whole, which any status except 206
/// delivers. If a resumed download arrives as a part (206), the session reads the complete file again and verifies this digest.
///
/// If the head has no digest that can be verified, digests in the trailers count. They count without an announcement if the body
/// has no Content-Length and at most 16 KiB. For a longer body the head's `Trailer` must announce them, or the policy must
/// require digests.
///
/// A field that is malformed, is longer than 8 KiB or names no supported algorithm counts as missing.
///
/// A digest reveals damage in transit, not an attack: anyone who can change the body can also change the field.
///
/// Source: RFC 9530 §2, §3, §5; RFC 9110 §6.5, §6.6.2; RFC 9651 §3.2, §4.2.
public enum DigestPolicy: Hashable, Sendable {
    /// Digests are ignored.
    case ignored
    /// A digest must be correct if there is one.
    case verified
    /// Each body of a response with a 2xx status must have a supported and correct digest. Requests ask for digests with
    /// `Want-Content-Digest` and `Want-Repr-Digest`. A response that may have trailers is read to its end before it fails.
    case required
}

/// A digest algorithm.
///
/// Source: RFC 9530 §5.
public enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// SHA-256, 32 bytes.
    case sha256 = "sha-256"
    /// SHA-512, 64 bytes.
    case sha512 = "sha-512"

    /// Returns the value of a digest field for some bytes: `sha-256=:…:`.
    ///
    /// - Throws: ``SessionError/Code/digestMissing`` if the system's library rejects the algorithm.
    public func field(for bytes: [UInt8]) throws(SessionError) -> String {
        let running = try RunningDigest(self)
        running.update(bytes)
        return try running.field()
    }
}

extension SessionError {
    /// The error for a body that does not match its digest.
    static func digestMismatch(_ expected: ExpectedDigest) -> SessionError {
        SessionError(
            .digestMismatch,
            "The body does not match the \(expected.algorithm.rawValue) digest in \(expected.field).",
            remedy:
                "It was damaged in transit, or the server is wrong. SessionConfiguration.digests = .ignored turns the check off."
        )
    }

    /// The error for a body without a digest that can be verified.
    static func digestMissing(_ reason: String) -> SessionError {
        SessionError(
            .digestMissing,
            "The body has no usable digest: \(reason).",
            remedy: "If the server sends no digests, set SessionConfiguration.digests to .verified."
        )
    }
}
