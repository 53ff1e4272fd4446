import Synchronization

extension SerializerRegistry {
    /// What one ``overlaying(_:)`` adds.
    ///
    /// What registering needs, names and conflicts, is kept up to date with each registration. What reading needs is made when it
    /// is first asked for, since to make it for each of many registrations would take time with the square of their number.
    struct Layer: Sendable {
        private(set) var registrations: [Registration] = []
        /// The names in this layer; they hide the same names beneath it.
        private(set) var ids: Set<Registration.ID> = []
        private var conflicts = ModuleConflicts()
        /// For each name that is made of a type's, the number from which on free ones are looked for.
        private var nextNumbers: [String: Int] = [:]
        private var lookup = LayerLookup()

        /// Finds the registrations that read whole bodies.
        var reading: DispatchIndex { lookup.tables(of: registrations).reading }
        /// Finds those that read bodies as they arrive.
        var streaming: DispatchIndex { lookup.tables(of: registrations).streaming }
        /// Finds those that write.
        var writing: WritingIndex { lookup.tables(of: registrations).writing }
        var signatures: SignatureTable { lookup.tables(of: registrations).signatures }
    }
}

extension SerializerRegistry.Layer {
    /// A name made of the type's: `CSVResponseSerializer` is `csv`, and the second one `csv-2`.
    mutating func freeID(for type: any Any.Type) -> Registration.ID {
        let base = Registration.ID.name(of: type)
        let plain = Registration.ID(rawValue: base)
        if !ids.contains(plain) { return plain }
        var number = nextNumbers[base] ?? 2
        while ids.contains(Registration.ID(rawValue: "\(base)-\(number)")) { number += 1 }
        nextNumbers[base] = number
        return Registration.ID(rawValue: "\(base)-\(number)")
    }

    /// Inserts a registration where it belongs, or throws and changes nothing.
    mutating func insert(_ registration: Registration) throws(RegistryError) {
        var index = registrations.endIndex
        var replaced: Registration.ID?
        var related: Registration.ID?
        switch registration.options.placement {
        case .last: break
        case .before(let id), .after(let id), .replacing(let id):
            guard let other = registrations.firstIndex(where: { $0.id == id }) else { throw .unknownID(id) }
            related = id
            index = other
            if case .replacing = registration.options.placement { replaced = id }
        }
        if registration.id != replaced, ids.contains(registration.id) { throw .duplicateID(registration.id) }
        if let (other, pattern) = conflicts.first(of: registration, besides: related, in: registrations) {
            throw .ambiguous(other, registration.id, pattern: pattern)
        }
        if let replaced { forget { $0.id == replaced } }
        switch registration.options.placement {
        case .after: registrations.insert(registration, at: index + 1)
        case .before, .last, .replacing: registrations.insert(registration, at: index)
        }
        ids.insert(registration.id)
        conflicts.add(registration)
        lookup = LayerLookup()
    }

    /// Removes the registration of a name; whether there was one.
    mutating func remove(_ id: Registration.ID) -> Bool {
        guard ids.contains(id) else { return false }
        forget { $0.id == id }
        lookup = LayerLookup()
        return true
    }

    private mutating func forget(_ isRemoved: (Registration) -> Bool) {
        for registration in registrations where isRemoved(registration) {
            ids.remove(registration.id)
            conflicts.remove(registration)
        }
        registrations.removeAll(where: isRemoved)
        // What had a number may be free again.
        nextNumbers = [:]
    }
}

/// What finds the registrations of a layer, made when it is first asked for.
///
/// Copies of a registry share it for as long as they have the same registrations, so that it is made once for all of them; two
/// threads that ask at once may each make it, and one of the two is kept.
private final class LayerLookup: Sendable {
    final class Tables: Sendable {
        let reading: DispatchIndex
        let streaming: DispatchIndex
        let writing: WritingIndex
        let signatures: SignatureTable

        init(_ registrations: [Registration]) {
            let roles = registrations.inAskingOrder.flatMap(\.roles)
            reading = DispatchIndex(roles.filter(\.readsBodies))
            streaming = DispatchIndex(roles.filter(\.isStream))
            writing = WritingIndex(roles, inOrderOfTypes: registrations.inOfferingOrder.flatMap(\.roles))
            signatures = SignatureTable(registrations)
        }
    }

    private let made = AtomicLazyReference<Tables>()

    /// - Parameter registrations: The same ones each time.
    func tables(of registrations: [Registration]) -> Tables { made.load() ?? made.storeIfNil(Tables(registrations)) }
}

/// Finds what two modules both accept, without a look at each registration for each other.
///
/// One module may accept a pattern twice: it knows its own order. A user's registration goes before a module's. So neither is
/// here.
struct ModuleConflicts: Sendable {
    /// What the modules accept, by what they accept and by their names.
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
            for type in role.writes { change(&writers[type, default: [:]][module, default: []], role) }
        }
    }

    /// The first registration in the order of a layer that a new one is in conflict with, and the pattern that both accept.
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
            for type in role.writes { compare(role, with: writers[type]) }
        }
        if found.isEmpty { return nil }
        return registrations.lazy.compactMap { one in found[one.id].map { (one.id, $0) } }.first
    }
}

extension Registration.Role {
    /// The pattern that two modules accept for overlapping Swift types, or nil where they get along.
    fileprivate func conflict(with other: Registration.Role) -> String? {
        let overlap = domain.overlaps(other.domain)
        if isStream == other.isStream, overlap || (isForAnyValue && other.isForAnyValue) {
            for range in reads {
                if other.reads.contains(where: { range.tiesWith($0) }) { return range.description }
            }
        }
        return overlap ? writes.first(where: other.writes.contains)?.description : nil
    }
}

extension MediaRange {
    /// Whether a media type exists that matches both with the same specificity, so that nothing says which is nearer.
    fileprivate func tiesWith(_ other: MediaRange) -> Bool {
        guard pattern == other.pattern, requiredParameters.count == other.requiredParameters.count else { return false }
        return requiredParameters.allSatisfy { mine in
            other.requiredParameters.allSatisfy { $0.name != mine.name || $0.value == mine.value }
        }
    }
}
