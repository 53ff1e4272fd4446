/// Finds what two modules both claim, without a look at each registration for each other.
///
/// One module may claim a pattern twice: it knows its own order. A user's registration goes before a module's. So neither is
/// here.
struct ModuleConflicts: Sendable {
    /// What the modules claim, by what they claim and by their names.
    private var readers: [MediaRange.Pattern: [String: [Registration.Role]]] = [:]
    private var writers: [MediaType: [String: [Registration.Role]]] = [:]

    mutating func add(_ registration: Registration) {
        change(registration) { list, role in list.append(role) }
    }

    mutating func remove(_ registration: Registration) {
        change(registration) { list, _ in list.removeAll { $0.id == registration.id } }
    }

    private mutating func change(
        _ registration: Registration,
        _ change: (inout [Registration.Role], Registration.Role) -> Void
    ) {
        guard case .module(let module) = registration.origin else { return }
        for role in registration.roles {
            for pattern in Set(role.reads.map(\.pattern)) {
                change(&readers[pattern, default: [:]][module, default: []], role)
            }
            if let type = role.writes { change(&writers[type, default: [:]][module, default: []], role) }
        }
    }

    /// The first registration in the order of a layer that a new one is in conflict with, and the pattern that both claim.
    ///
    /// - Parameters:
    ///   - other: One that does not count.
    ///   - registrations: All of the layer.
    func first(
        of registration: Registration,
        besides other: Registration.ID?,
        in registrations: [Registration]
    ) -> (Registration.ID, pattern: String)? {
        guard case .module(let module) = registration.origin else { return nil }
        var found: [Registration.ID: String] = [:]
        func compare(_ role: Registration.Role, with modules: [String: [Registration.Role]]?) {
            for (name, list) in modules ?? [:] where name != module {
                for candidate in list where candidate.id != other && found[candidate.id] == nil {
                    found[candidate.id] = role.conflict(with: candidate)
                }
            }
        }
        for role in registration.roles {
            for range in role.reads { compare(role, with: readers[range.pattern]) }
            if let type = role.writes { compare(role, with: writers[type]) }
        }
        if found.isEmpty { return nil }
        return registrations.lazy.compactMap { one in found[one.id].map { (one.id, $0) } }.first
    }
}

extension Registration.Role {
    /// The pattern that two modules claim for overlapping Swift types, or nil where they get along.
    fileprivate func conflict(with other: Registration.Role) -> String? {
        let overlap = domain.overlaps(other.domain)
        if isStream == other.isStream, overlap || (isNative && other.isNative) {
            for range in reads {
                if other.reads.contains(where: { range.tiesWith($0) }) { return range.description }
            }
        }
        if overlap, let writes, writes == other.writes { return writes.description }
        return nil
    }
}

extension MediaRange {
    /// Whether a media type exists that matches both with the same rank, so that nothing says which is nearer.
    fileprivate func tiesWith(_ other: MediaRange) -> Bool {
        guard pattern == other.pattern, requiredParameters.count == other.requiredParameters.count else { return false }
        return requiredParameters.allSatisfy { mine in
            other.requiredParameters.allSatisfy { $0.name != mine.name || $0.value == mine.value }
        }
    }
}
