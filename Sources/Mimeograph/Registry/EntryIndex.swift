import Synchronization

/// Finds the entries of a registry by media type and by Swift type.
///
/// A registry builds it at the first look-up after a change, and copies share it. Building it at each registration is quadratic.
final class EntryIndex: Sendable {
    /// An entry and its range that matches.
    struct Match {
        let entry: Entry
        fileprivate let index: Int

        var range: MediaRange { entry.reads[index] }
    }

    /// The matches of exact types by essence: more required parameters first, then by rank.
    private let byEssence: [String: [Match]]
    /// The matches of all other patterns: the most specific first, then as above.
    private let patterns: [Match]
    /// The entries that write a media type, by essence and then by rank.
    private let writers: [String: [Entry]]
    /// The entries that write, in the order in which their media types are offered.
    private let offered: [Entry]
    /// The signatures of bodies and the entries that registered them.
    private let signatures: [(signature: Signature, owner: Entry)]

    /// - Parameter entries: The entries in the order of registration.
    init(_ entries: [Entry]) {
        var byEssence: [String: [Match]] = [:]
        var patterns: [Match] = []
        var writers: [String: [Entry]] = [:]
        for entry in entries.sortedByPriority(usersFirst: true) {
            for (index, range) in entry.reads.enumerated() {
                let match = Match(entry: entry, index: index)
                if case .essence(let essence) = range.pattern {
                    byEssence[essence, default: []].append(match)
                } else {
                    patterns.append(match)
                }
            }
            for essence in Set(entry.writes.map(\.essence)) { writers[essence, default: []].append(entry) }
        }
        self.byEssence = byEssence.mapValues(\.nearestFirst)
        self.patterns = patterns.nearestFirst
        self.writers = writers
        offered = entries.filter { !$0.writes.isEmpty }.sortedByPriority(usersFirst: false)
        // A signature leads to its owner, so the owner must accept the type.
        signatures = entries.flatMap { entry in
            entry.options.signatures.filter { entry.accepts($0.type) }.map { ($0, entry) }
        }
    }
}

extension [Entry] {
    /// Sorts by descending priority, then by order of registration.
    ///
    /// - Parameter usersFirst: Whether the user's entries precede all entries of modules.
    fileprivate func sortedByPriority(usersFirst: Bool) -> [Entry] {
        enumerated().sorted { one, other in
            let (first, second) = (one.element, other.element)
            if usersFirst, (first.origin == .user) != (second.origin == .user) { return first.origin == .user }
            return (second.options.priority, one.offset) < (first.options.priority, other.offset)
        }.map(\.element)
    }
}

extension [EntryIndex.Match] {
    /// The same matches, sorted by specificity, then by the number of required parameters, then in the same order.
    fileprivate var nearestFirst: [EntryIndex.Match] {
        enumerated().sorted { one, other in
            let (first, second) = (one.element.range, other.element.range)
            if first.specificity != second.specificity { return first.specificity > second.specificity }
            if first.requiredParameters.count != second.requiredParameters.count {
                return first.requiredParameters.count > second.requiredParameters.count
            }
            return one.offset < other.offset
        }.map(\.element)
    }
}

extension EntryIndex {
    /// Calls the closure with each match, most specific first, and returns its first result that is not nil.
    func first<Result>(matching type: MediaType, _ result: (Match) -> Result?) -> Result? {
        func search(_ matches: [Match]) -> Result? {
            for match in matches where match.entry.reads[match.index].match(type) != nil {
                if let result = result(match) { return result }
            }
            return nil
        }
        if let exact = byEssence[type.essence], let result = search(exact) { return result }
        return search(patterns)
    }

    /// The entries that write a media type, whatever its parameters.
    func writers(of essence: String) -> [Entry] { writers[essence] ?? [] }

    /// The entries that write values of a type, in the order in which their media types are offered.
    func writers(for type: any Any.Type, isEncodable: Bool) -> [Entry] {
        offered.filter { $0.domain.contains(type, isEncodable: isEncodable) }
    }

    /// The entry that writes values of a type if the caller names no media type.
    ///
    /// The first offered media type is used, so a writer that a program adds does not change it. Among the writers of that media
    /// type, the highest-ranking one is returned.
    func firstWriter(for type: any Any.Type, isEncodable: Bool) -> Entry? {
        let first = offered.first { $0.domain.contains(type, isEncodable: isEncodable) }
        guard let first, let media = first.writes.first else { return nil }
        return writers(of: media.essence).first {
            $0.domain.contains(type, isEncodable: isEncodable) && $0.writes.first == media
        }
    }

    /// The matching signature with the most fixed bits; of equals, the first registered.
    ///
    /// A signature counts only if its owner can produce the wanted type: a module must not affect bodies that it never reads.
    func signature(of prefix: Span<UInt8>, _ wanted: WantedType) -> Signature? {
        var best: Signature?
        for (signature, owner) in signatures
        where signature.weight > (best?.weight ?? 0) && signature.matches(prefix) && wanted.isProduced(by: owner) {
            best = signature
        }
        return best
    }
}

/// The index of a registry's entries, built at first use.
///
/// If two threads build it at once, one of the two results is kept.
final class LazyEntryIndex: Sendable {
    private let made = AtomicLazyReference<EntryIndex>()

    /// - Parameter entries: The same entries in every call.
    func index(of entries: [Entry]) -> EntryIndex { made.load() ?? made.storeIfNil(EntryIndex(entries)) }
}
