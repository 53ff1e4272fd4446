/// Finds the registrations that accept a media type, most specific first.
///
/// It is built when it is first asked for after something was registered, and only read afterwards: so it is an object, of which
/// a look-up takes no copies. Each list holds entries in the order in which they are asked: the user's before a module's, the
/// larger priority first, then as registered.
///
/// Source of the specificities: exact type, `type/*+suffix`, `*/*+suffix`, `type/*`, `*/*`.
final class DispatchIndex: Sendable {
    typealias Role = Registration.Role

    /// One pattern of one role; a reference, because entries are passed on for every body that is read.
    final class Entry: Sendable {
        let role: Role
        let range: MediaRange

        init(role: Role, range: MediaRange) {
            self.role = role
            self.range = range
        }
    }

    private let byEssence: [String: [Entry]]
    private let byTypeAndSuffix: [String: [Entry]]
    private let bySuffix: [String: [Entry]]
    private let byType: [String: [Entry]]
    private let ofAny: [Entry]

    /// Makes the index of roles that are in the order in which they are asked.
    init(_ roles: [Role]) {
        var byEssence: [String: [Entry]] = [:]
        var byTypeAndSuffix: [String: [Entry]] = [:]
        var bySuffix: [String: [Entry]] = [:]
        var byType: [String: [Entry]] = [:]
        var ofAny: [Entry] = []
        for role in roles {
            for range in role.reads {
                let entry = Entry(role: role, range: range)
                switch range.pattern {
                case .essence(let essence): byEssence[essence, default: []].append(entry)
                case .typeSuffix(_, let suffix): byTypeAndSuffix[suffix, default: []].append(entry)
                case .anySuffix(let suffix): bySuffix[suffix, default: []].append(entry)
                case .type(let type): byType[type, default: []].append(entry)
                case .any: ofAny.append(entry)
                }
            }
        }
        self.byEssence = byEssence
        self.byTypeAndSuffix = byTypeAndSuffix
        self.bySuffix = bySuffix
        self.byType = byType
        self.ofAny = ofAny
    }

    /// The entries of one specificity that match, those with more matched parameters first.
    func entries(on type: MediaType, specificity: Int) -> [Entry] {
        let candidates: [Entry]? =
            switch specificity {
            case 5: byEssence[type.essence]
            case 4: byTypeAndSuffix.isEmpty ? nil : type.suffix.flatMap { byTypeAndSuffix[$0] }
            case 3: bySuffix.isEmpty ? nil : type.suffix.flatMap { bySuffix[$0] }
            case 2: byType.isEmpty ? nil : byType[type.type]
            default: ofAny
            }
        guard let candidates, !candidates.isEmpty else { return [] }
        // Nearly every entry requires no parameters; then the list is the answer as it stands.
        if specificity != 4, candidates.allSatisfy({ $0.range.requiredParameters.isEmpty }) { return candidates }
        let matches = candidates.compactMap { entry in entry.range.match(type).map { (entry, $0.matchedParameters) } }
        // The sort keeps the order of equals, as Swift's sort does in practice and the offset guarantees.
        return matches.enumerated()
            .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
            .map(\.element.0)
    }

    /// The roles that accept exactly that range, in the order in which they are asked.
    func roles(accepting range: MediaRange) -> [Role] {
        let list: [Entry]? =
            switch range.pattern {
            case .essence(let essence): byEssence[essence]
            case .typeSuffix(_, let suffix): byTypeAndSuffix[suffix]
            case .anySuffix(let suffix): bySuffix[suffix]
            case .type(let type): byType[type]
            case .any: ofAny
            }
        return (list ?? []).filter { $0.range == range }.map(\.role)
    }
}

/// Finds the registrations that write a value, by its Swift type and by the media type.
///
/// Which media type goes first is told by the order of registration, so that a writer that a program adds changes nothing for
/// those who name no type; which writer of a media type is asked, by the order of ``DispatchIndex``.
final class WritingIndex: Sendable {
    typealias Role = Registration.Role

    /// A role with its position in the order of types.
    private typealias OrderedRole = (offset: Int, role: Role)

    /// What writes any `Encodable`.
    private let formats: [OrderedRole]
    /// What writes one type, by that type.
    private let byInput: [ObjectIdentifier: [OrderedRole]]
    /// In the order in which they are asked.
    private let byEssence: [String: [Role]]
    /// What writes values of a type where no media type is named: a format for those that have no writer of their own, else by
    /// the type.
    private let firstFormat: Role?
    private let firstByInput: [ObjectIdentifier: First]

    /// The first writer of a type's values, where these are `Encodable` and where they are not.
    private struct First {
        var ofEncodable: Role?
        var ofOther: Role?
    }

    /// Makes the index.
    ///
    /// - Parameters:
    ///   - roles: In the order in which they are asked.
    ///   - offered: The same in the order in which their types are offered.
    init(_ roles: [Role], inOrderOfTypes offered: [Role]) {
        var formats: [OrderedRole] = []
        var byInput: [ObjectIdentifier: [OrderedRole]] = [:]
        var byEssence: [String: [Role]] = [:]
        for (offset, role) in offered.enumerated() where !role.writes.isEmpty {
            switch role.domain {
            case .anyCodable: formats.append((offset, role))
            case .exactly(let input): byInput[ObjectIdentifier(input), default: []].append((offset, role))
            }
        }
        for role in roles {
            var essences: Set<String> = []
            for type in role.writes where essences.insert(type.essence).inserted {
                byEssence[type.essence, default: []].append(role)
            }
        }
        /// Of those that write the type that is offered first the one that is asked first.
        func first(_ candidates: [OrderedRole]) -> Role? {
            guard let offered = candidates.min(by: { $0.offset < $1.offset })?.role.writes.first else { return nil }
            let able = Set(candidates.map { ObjectIdentifier($0.role) })
            return byEssence[offered.essence]?.first {
                $0.writes.first == offered && able.contains(ObjectIdentifier($0))
            }
        }
        self.formats = formats
        self.byInput = byInput
        self.byEssence = byEssence
        firstFormat = first(formats)
        firstByInput = byInput.mapValues { First(ofEncodable: first($0 + formats), ofOther: first($0)) }
    }

    /// What writes values of a type, in the order in which its media types are offered.
    ///
    /// - Parameter isEncodable: Whether the value can be written by a format.
    func roles(for type: any Any.Type, isEncodable: Bool) -> [Role] {
        guard let own = byInput[ObjectIdentifier(type)] else { return isEncodable ? formats.map(\.role) : [] }
        guard isEncodable else { return own.map(\.role) }
        return (own + formats).sorted { $0.offset < $1.offset }.map(\.role)
    }

    /// What writes values of a type where no media type is named.
    func first(for type: any Any.Type, isEncodable: Bool) -> Role? {
        guard let own = firstByInput[ObjectIdentifier(type)] else { return isEncodable ? firstFormat : nil }
        return isEncodable ? own.ofEncodable : own.ofOther
    }

    /// What writes a media type, whatever its parameters are.
    func roles(writing essence: String) -> [Role] { byEssence[essence] ?? [] }
}

extension [Registration] {
    /// Those of one rank in the order in which they are asked: the user's before a module's, the larger priority first,
    /// then as registered.
    var inAskingOrder: [Registration] {
        enumerated().sorted { one, two in
            let (first, second) = (one.element, two.element)
            if first.origin != second.origin, first.origin == .user || second.origin == .user {
                return first.origin == .user
            }
            if first.options.priority != second.options.priority {
                return first.options.priority > second.options.priority
            }
            return one.offset < two.offset
        }.map(\.element)
    }

    /// Those of one layer in the order in which the media types that they write are offered: the larger priority first, then as
    /// registered.
    var inOfferingOrder: [Registration] {
        enumerated().sorted { one, two in
            (two.element.options.priority, one.offset) < (one.element.options.priority, two.offset)
        }.map(\.element)
    }
}
