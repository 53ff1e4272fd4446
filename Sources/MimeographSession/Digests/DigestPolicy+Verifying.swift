import Mimeograph

extension DigestPolicy {
    /// Verifies a body against the digests in its head, otherwise against those in its trailers.
    ///
    /// - Parameters:
    ///   - isPartVerified: Whether the caller verifies the complete file against `Repr-Digest` after a part (206).
    ///   - checksAll: Whether all supported digests in `Content-Digest` must match, instead of the strongest. A signature may
    ///     cover only one of them.
    /// - Throws: ``SessionError/Code/digestMissing`` if digests are required, the head has none, and the trailers cannot have
    ///   one.
    func verify(
        _ body: SessionBody,
        _ head: ResponseHead,
        isPartVerified: Bool,
        checksAll: Bool = false
    ) throws(SessionError) {
        guard self != .ignored, head.mayHaveBody else { return }
        // A digest covers the encoded bytes, which are gone if the transport decoded them.
        let isUndone = head.contentCodingsUndone
        let content = isUndone ? [] : DigestField.supported(DigestField.content, in: head.fields)
        let whole = isUndone ? nil : DigestField.expected(DigestField.representation, in: head.fields)
        var expected = checksAll ? content : Array(content.prefix(1))
        if let whole, head.status != 206 { expected.append(whole) }
        if !expected.isEmpty { return body.chunks.verify(try BodyVerification(expected)) }
        let isLater = head.status == 206 && isPartVerified && whole != nil
        let length = head.contentLength
        let isDue = self == .required && (200...299).contains(head.status) && length != 0 && !isLater
        let names = head.status == 206 ? Self.fieldsOfAPart : Self.fieldsOfAWhole
        let isAnnounced = Self.announces(names, head.fields)
        // Chunked bodies and HTTP/2 streams may have trailers that the head does not announce; with a known length that is rare.
        guard !isUndone, isAnnounced || length == nil else {
            guard isDue else { return }
            body.cancel()
            throw SessionError.digestMissing(Self.reason(head)).with(head)
        }
        let trailing = BodyVerification.Trailing(
            names: names,
            isExpected: isDue || isAnnounced,
            missing: isDue
                ? SessionError.digestMissing("\(Self.reason(head)), and its trailers have no digest").with(head) : nil
        )
        body.chunks.verify(BodyVerification(trailing))
    }

    private static let fieldsOfAPart = [DigestField.content]
    private static let fieldsOfAWhole = [DigestField.content, DigestField.representation]

    /// Returns whether a head announces one of these fields as a trailer. Source: RFC 9110 §6.6.2.
    private static func announces(_ names: [String], _ fields: HeaderFields) -> Bool {
        guard fields.contains("Trailer") else { return false }
        return CachedResponse.tokens(in: fields, "Trailer").contains { token in
            names.contains { $0.lowercased().hasSameBytes(as: token) }
        }
    }

    private static func reason(_ head: ResponseHead) -> String {
        if head.contentCodingsUndone { return "the transport has decoded its content coding" }
        let names = [DigestField.content, DigestField.representation].filter(head.fields.contains)
        if names.isEmpty { return "the response has neither Content-Digest nor Repr-Digest" }
        return head.status == 206 && DigestField.expected(DigestField.representation, in: head.fields) != nil
            ? "Repr-Digest covers the whole, but this is a part"
            : "\(names.joined(separator: " and ")) cannot be parsed, or names no supported algorithm"
    }

    /// Asks for digests if they are required, unless the request already does.
    ///
    /// Source: RFC 9530 §4.
    func ask(_ fields: inout HeaderFields) {
        guard self == .required else { return }
        for name in ["Want-Content-Digest", "Want-Repr-Digest"] where !fields.contains(name) {
            fields[name] = "sha-256=10, sha-512=3"
        }
    }
}
