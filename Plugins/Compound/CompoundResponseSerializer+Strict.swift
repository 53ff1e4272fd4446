import Mimeograph

extension CompoundResponseSerializer {
    /// Whether a member is asked about a body of that type; nil stands for none that can be used.
    func isAsked(_ member: CompoundMember<Output>, _ type: MediaType?) -> Bool {
        guard let type, unclaimedTypes == .refuse || members.contains(where: { $0.claims(type) }) else { return true }
        return member.claims(type)
    }

    /// Reads by the rules of ``CompoundPolicy/strict``.
    func readStrictly(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try limits.check(.inputBytes, body.count)
        let type = head.contentType
        let prefix = body.extracting(first: Signature.prefixLength)
        var attempts = CompoundAttempts()
        for (place, member) in members.enumerated() {
            guard isAsked(member, type) else {
                attempts.addNotAsked(place, member.name, reads: member.acceptedTypes)
                continue
            }
            if case .decline(let reason) = member.base.inspect(prefix, head: head) {
                attempts.addDeclined(place, member.name, reason: reason)
                continue
            }
            do throws(SerializationError) {
                return try member.read(body, head: head, limits: limits)
            } catch {
                attempts.addFailed(place, member.name, error)
            }
        }
        throw attempts.error(for: type)
    }
}
