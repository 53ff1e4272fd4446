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
        for registration in all where !registration.reads.isEmpty {
            let shadows = registration.reads.map { range in
                ranking(of: range, streaming: registration.isStream)
                    .prefix { $0.id != registration.id }
                    .first { $0.hides(registration) }
            }
            if !shadows.contains(where: { $0 == nil }), let shadow = shadows.compactMap({ $0 }).first {
                warnings.append(
                    LintWarning(
                        id: registration.id,
                        description:
                            "\(registration.id) is never asked: \(shadow.id) claims the same and goes before it."
                    )
                )
            }
        }
        for registration in all {
            for signature in registration.options.signatures where !registration.claims(signature.type) {
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

    /// Who claims exactly that range, in the order in which they are asked.
    private func ranking(of range: MediaRange, streaming: Bool) -> [Registration] {
        layers.reversed().flatMap { layer in
            (streaming ? layer.streaming : layer.reading).claimants(of: range)
        }
    }
}

extension Registration {
    /// Whether another of the same range is never asked because this one goes before it and takes all it could.
    ///
    /// One that looks at the body may decline, so that the other still has its turn; that cannot be known here, and only
    /// equal domains are reported.
    fileprivate func hides(_ other: Registration) -> Bool {
        switch (domain, other.domain) {
        case (.anyCodable, .anyCodable): true
        case (.exactly(let one), .exactly(let two)): ObjectIdentifier(one) == ObjectIdentifier(two)
        case (.anyCodable, .exactly(let type)): type is any Decodable.Type && !other.isNative
        case (.exactly, .anyCodable): false
        }
    }
}
