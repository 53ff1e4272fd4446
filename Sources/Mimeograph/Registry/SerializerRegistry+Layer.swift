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
    mutating func freeID(for typeName: String) -> Registration.ID {
        var name = Substring(typeName.prefix { $0 != "<" })
        for ending in ["ResponseSerializer", "RequestSerializer", "Serializer", "Format"]
        where name.hasSuffix(ending) && name.count > ending.count {
            name = name.dropLast(ending.count)
        }
        let base = name.lowercased()
        let plain = Registration.ID(rawValue: base)
        if !ids.contains(plain) { return plain }
        var number = nextNumbers[base] ?? 2
        while ids.contains(Registration.ID(rawValue: "\(base)-\(number)")) { number += 1 }
        nextNumbers[base] = number
        return Registration.ID(rawValue: "\(base)-\(number)")
    }

    /// Puts a registration in its place, or throws and changes nothing.
    mutating func insert(_ registration: Registration) throws(RegistryError) {
        var place = registrations.endIndex
        var replaced: Registration.ID?
        var related: Registration.ID?
        switch registration.options.placement {
        case .last: break
        case .before(let id), .after(let id), .replacing(let id):
            guard let index = registrations.firstIndex(where: { $0.id == id }) else { throw .unknownID(id) }
            related = id
            place = index
            if case .replacing = registration.options.placement { replaced = id }
        }
        if registration.id != replaced, ids.contains(registration.id) { throw .duplicateID(registration.id) }
        if let (other, pattern) = conflicts.first(of: registration, besides: related, in: registrations) {
            throw .ambiguous(other, registration.id, pattern: pattern)
        }
        if let replaced { forget { $0.id == replaced } }
        switch registration.options.placement {
        case .after: registrations.insert(registration, at: place + 1)
        case .before, .last, .replacing: registrations.insert(registration, at: place)
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
            writing = WritingIndex(roles)
            signatures = SignatureTable(registrations)
        }
    }

    private let made = AtomicLazyReference<Tables>()

    /// - Parameter registrations: The same ones each time.
    func tables(of registrations: [Registration]) -> Tables { made.load() ?? made.storeIfNil(Tables(registrations)) }
}
