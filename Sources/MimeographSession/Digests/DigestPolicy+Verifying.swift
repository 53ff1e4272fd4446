import Mimeograph

extension DigestPolicy {
    /// Holds a body to the digests that its head has, else to those of its trailers.
    ///
    /// - Parameter isPartVerified: Whether the caller holds the whole that a part (206) is the rest of to `Repr-Digest`.
    /// - Throws: ``SessionError/Code/digestMissing`` where trailers cannot have one either.
    func verify(_ body: SessionBody, _ head: ResponseHead, isPartVerified: Bool) throws(SessionError) {
        guard self != .ignored, head.mayHaveBody, head.status != 304 else { return }
        // Of what the transport has undone there is no digest.
        let isUndone = head.contentCodingsUndone
        let content = isUndone ? nil : DigestField.expected(DigestField.content, in: head.fields)
        let whole = isUndone ? nil : DigestField.expected(DigestField.representation, in: head.fields)
        switch (content, head.status == 206 ? nil : whole) {
        case (let content?, let whole?): return body.chunks.verify(try BodyVerification([content, whole]))
        case (let digest?, nil), (nil, let digest?): return body.chunks.verify(try BodyVerification([digest]))
        case (nil, nil): break
        }
        let isLater = head.status == 206 && isPartVerified && whole != nil
        let length = head.contentLength
        let isDue = self == .required && (200...299).contains(head.status) && length != 0 && !isLater
        let names = head.status == 206 ? Self.fieldsOfAPart : Self.fieldsOfAWhole
        let isAnnounced = Self.announces(names, head.fields)
        // Chunks, and streams of HTTP/2, have trailers that their head does not announce; with a length that is rare.
        guard !isUndone, isAnnounced || length == nil else {
            guard isDue else { return }
            body.cancel()
            throw SessionError.digestMissing(Self.reason(head)).with(head)
        }
        let trailing = BodyVerification.Trailing(
            names: names,
            isExpected: isDue || isAnnounced,
            missing: isDue
                ? SessionError.digestMissing("\(Self.reason(head)), nor have its trailers one").with(head) : nil
        )
        body.chunks.verify(BodyVerification(trailing))
    }

    private static let fieldsOfAPart = [DigestField.content]
    private static let fieldsOfAWhole = [DigestField.content, DigestField.representation]

    /// Whether a head says that one of these fields comes behind the body. Source: RFC 9110 §6.6.2.
    private static func announces(_ names: [String], _ fields: HeaderFields) -> Bool {
        guard fields.contains("Trailer") else { return false }
        return CachedResponse.tokens(in: fields, "Trailer").contains { token in
            names.contains { $0.lowercased().hasSameBytes(as: token) }
        }
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
