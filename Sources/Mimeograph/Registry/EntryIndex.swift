import Synchronization

/// Finds the entries of a registry by media type and by Swift type.
///
/// A registry makes it when it is first asked for after a change, and its copies share it. To make it at each registration would
/// take time with the square of their number.
final class EntryIndex: Sendable {
    /// An entry, and the one of its ranges that matches.
    struct Match {
        let entry: Entry
        fileprivate let index: Int

        var range: MediaRange { entry.reads[index] }
    }

    /// The matches of exact types, by essence: those that require more parameters first, then in the order in which they are asked.
    private let byEssence: [String: [Match]]
    /// The matches of all other patterns: the most specific first, then as above.
    private let patterns: [Match]
    /// The entries that write a media type, by essence, in the order in which they are asked.
    private let writers: [String: [Entry]]
    /// The entries that write, in the order in which their media types are offered.
    private let offered: [Entry]
    /// The signatures of bodies, with the entries that they belong to.
    private let signatures: [(signature: Signature, owner: Entry)]

    /// Makes the index of entries in the order in which they were registered.
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
        // A signature says whose a body is, so its owner must accept the type.
        signatures = entries.flatMap { entry in
            entry.options.signatures.filter { entry.accepts($0.type) }.map { ($0, entry) }
        }
    }
}

extension [Entry] {
    /// The larger priority first, then as registered.
    ///
    /// - Parameter usersFirst: Whether the entries of the user go before those of modules, whatever their priorities are.
    fileprivate func sortedByPriority(usersFirst: Bool) -> [Entry] {
        enumerated().sorted { one, other in
            let (first, second) = (one.element, other.element)
            if usersFirst, (first.origin == .user) != (second.origin == .user) { return first.origin == .user }
            return (second.options.priority, one.offset) < (first.options.priority, other.offset)
        }.map(\.element)
    }
}

extension [EntryIndex.Match] {
    /// The most specific first, of equals those that require more parameters, of equals in the same order.
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
    /// Returns the first result that a closure makes of a match, nearest first; nil if it makes none.
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

    /// The entries that write a media type, whatever its parameters are.
    func writers(of essence: String) -> [Entry] { writers[essence] ?? [] }

    /// The entries that write values of a type, in the order in which their media types are offered.
    func writers(for type: any Any.Type, isEncodable: Bool) -> [Entry] {
        offered.filter { $0.domain.contains(type, isEncodable: isEncodable) }
    }

    /// The entry that writes values of a type if no media type is named.
    ///
    /// The media type is the one that is offered first, so that a writer that a program adds changes nothing. Of those that write it,
    /// the entry that is asked first writes.
    func firstWriter(for type: any Any.Type, isEncodable: Bool) -> Entry? {
        let first = offered.first { $0.domain.contains(type, isEncodable: isEncodable) }
        guard let first, let media = first.writes.first else { return nil }
        return writers(of: media.essence).first {
            $0.domain.contains(type, isEncodable: isEncodable) && $0.writes.first == media
        }
    }

    /// The signature that pins down the most of the body; of equals the one that was registered first.
    ///
    /// Only those count whose owner can give what is wanted: a module must not change what happens to bodies that it
    /// would never read.
    func signature(of prefix: Span<UInt8>, _ wanted: WantedType) -> Signature? {
        var best: Signature?
        for (signature, owner) in signatures
        where signature.weight > (best?.weight ?? 0) && signature.matches(prefix) && wanted.isProduced(by: owner) {
            best = signature
        }
        return best
    }
}

/// The index of a registry's entries, made when it is first asked for.
///
/// Two threads that ask at once may each make it, and one of the two is kept.
final class LazyEntryIndex: Sendable {
    private let made = AtomicLazyReference<EntryIndex>()

    /// - Parameter entries: The same ones each time.
    func index(of entries: [Entry]) -> EntryIndex { made.load() ?? made.storeIfNil(EntryIndex(entries)) }
}
