extension SerializerRegistry {
    /// Something in a registry that is allowed and probably not meant.
    public struct LintWarning: Hashable, Sendable, CustomStringConvertible {
        /// The registration it is about.
        public let id: Registration.ID
        /// What is odd about it.
        public let description: String
    }

    /// Looks for registrations that can never be chosen, and for signatures that lead nowhere.
    public func lint() -> [LintWarning] {
        var warnings: [LintWarning] = []
        let all = registrations
        for registration in all {
            let readers = registration.roles.filter { !$0.reads.isEmpty }
            for role in readers {
                let shadows = role.reads.map { range in
                    ranking(of: range, streaming: role.isStream).prefix { $0 !== role }.first { $0.hides(role) }
                }
                guard !shadows.contains(where: { $0 == nil }), let shadow = shadows.compactMap({ $0 }).first else {
                    continue
                }
                let what = readers.count == 1 ? "" : " for \(role.domain)"
                warnings.append(
                    LintWarning(
                        id: registration.id,
                        description:
                            "\(registration.id) is never asked\(what): \(shadow.id) accepts the same and goes before it."
                    )
                )
            }
        }
        for registration in all {
            for signature in registration.options.signatures
            where !registration.roles.contains(where: { $0.accepts(signature.type) }) {
                warnings.append(
                    LintWarning(
                        id: registration.id,
                        description:
                            "\(registration.id) has a signature of \(signature.type.essence), which it does not read."
                    )
                )
            }
            if registration.options.weight == .zero {
                warnings.append(
                    LintWarning(
                        id: registration.id,
                        description: "\(registration.id) has weight 0 and is never offered."
                    )
                )
            }
        }
        return warnings
    }

    /// What accepts exactly that range, in the order in which they are asked.
    private func ranking(of range: MediaRange, streaming: Bool) -> [Registration.Role] {
        layers.reversed().flatMap { layer in
            (streaming ? layer.streaming : layer.reading).roles(accepting: range)
        }
    }
}

extension Registration.Role {
    /// Whether another of the same range is never asked because this one goes before it and takes all it could.
    ///
    /// One that looks at the body may decline, so that the other still has its turn; that cannot be known here, and only
    /// equal domains are reported.
    fileprivate func hides(_ other: Registration.Role) -> Bool {
        switch (domain, other.domain) {
        case (.anyCodable, .anyCodable): true
        case (.exactly(let one), .exactly(let two)): ObjectIdentifier(one) == ObjectIdentifier(two)
        case (.anyCodable, .exactly(let type)): type is any Decodable.Type && !other.isForAnyValue
        case (.exactly, .anyCodable): false
        }
    }
}
