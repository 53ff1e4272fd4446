/// Finds the registrations that claim a media type, nearest claim first.
///
/// It is built when it is first asked for after something was registered, and only read afterwards: so it is an object, of which
/// a look-up takes no copies. Each list holds claims in the order in which they are asked: the user's before a module's, the
/// larger priority first, then as registered.
///
/// Source of the tiers: exact type, `type/*+suffix`, `*/*+suffix`, `type/*`, `*/*`.
final class DispatchIndex: Sendable {
    /// One pattern of one registration; a reference, because claims are passed on for every body that is read.
    final class Claim: Sendable {
        let registration: Registration
        let range: MediaRange

        init(registration: Registration, range: MediaRange) {
            self.registration = registration
            self.range = range
        }
    }

    private let byEssence: [String: [Claim]]
    private let byTypeAndSuffix: [String: [Claim]]
    private let bySuffix: [String: [Claim]]
    private let byType: [String: [Claim]]
    private let ofAny: [Claim]

    init(_ registrations: [Registration]) {
        var byEssence: [String: [Claim]] = [:]
        var byTypeAndSuffix: [String: [Claim]] = [:]
        var bySuffix: [String: [Claim]] = [:]
        var byType: [String: [Claim]] = [:]
        var ofAny: [Claim] = []
        for registration in registrations.inAskingOrder {
            for range in registration.reads {
                let claim = Claim(registration: registration, range: range)
                switch range.pattern {
                case .essence(let essence): byEssence[essence, default: []].append(claim)
                case .typeSuffix(_, let suffix): byTypeAndSuffix[suffix, default: []].append(claim)
                case .anySuffix(let suffix): bySuffix[suffix, default: []].append(claim)
                case .type(let type): byType[type, default: []].append(claim)
                case .any: ofAny.append(claim)
                }
            }
        }
        self.byEssence = byEssence
        self.byTypeAndSuffix = byTypeAndSuffix
        self.bySuffix = bySuffix
        self.byType = byType
        self.ofAny = ofAny
    }

    /// The claims of one tier that match, those with more matched parameters first.
    func claims(on type: MediaType, tier: Int) -> [Claim] {
        let candidates: [Claim]? =
            switch tier {
            case 5: byEssence[type.essence]
            case 4: byTypeAndSuffix.isEmpty ? nil : type.suffix.flatMap { byTypeAndSuffix[$0] }
            case 3: bySuffix.isEmpty ? nil : type.suffix.flatMap { bySuffix[$0] }
            case 2: byType.isEmpty ? nil : byType[type.type]
            default: ofAny
            }
        guard let candidates, !candidates.isEmpty else { return [] }
        // Nearly every claim requires no parameters; then the list is the answer as it stands.
        if tier != 4, candidates.allSatisfy({ $0.range.requiredParameters.isEmpty }) { return candidates }
        let matches = candidates.compactMap { claim in claim.range.match(type).map { (claim, $0.matchedParameters) } }
        // The sort keeps the order of equals, as Swift's sort does in practice and the offset guarantees.
        return matches.enumerated()
            .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
            .map(\.element.0)
    }

    /// The registrations that claim exactly that range, in the order in which they are asked.
    func claimants(of range: MediaRange) -> [Registration] {
        let list: [Claim]? =
            switch range.pattern {
            case .essence(let essence): byEssence[essence]
            case .typeSuffix(_, let suffix): byTypeAndSuffix[suffix]
            case .anySuffix(let suffix): bySuffix[suffix]
            case .type(let type): byType[type]
            case .any: ofAny
            }
        return (list ?? []).filter { $0.range == range }.map(\.registration)
    }
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
}
