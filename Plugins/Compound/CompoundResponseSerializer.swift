public import Mimeograph

/// Tries several serializers on one body, and gives the value of the first that succeeds.
///
/// Members of one output are joined by `or`; `map` brings those of several to a
/// common one:
/// ```swift
/// enum Answer { case user(User), problem(ProblemDetails), page(String) }
///
/// let answers = JSONFormat().serializer(of: User.self).map(Answer.user)
///     .or(JSONFormat().serializer(of: ProblemDetails.self).map(Answer.problem))
///     .or(TextResponseSerializer().map(Answer.page))
/// let answer = try answers.read(body, head: head)
/// ```
/// A native one takes any serializers, and its value is whatever the winner makes:
/// ```swift
/// let anything = CompoundResponseSerializer(native: XMLDocumentResponseSerializer(), JSONResponseSerializer())
/// switch try anything.read(body, head: head) {
/// case let document as XML.Document: …
/// case let json as JSON: …
/// default: …
/// }
/// ```
/// It is a serializer like any other: a registry takes it, and it may be a member of another one.
///
/// This is the one place where a body is read twice. It costs at most as much as all members together, each within the
/// limits; a member that often fails late belongs behind one that declines early.
public struct CompoundResponseSerializer<Output: Sendable>: ResponseSerialization {
    /// How the members are gone about. Default ``CompoundPolicy/strict``.
    public var policy: CompoundPolicy
    /// What is done with a body whose content type no member claims. Default: it is refused. The policy
    /// ``CompoundPolicy/afnetworking`` does not look at it.
    public var unclaimedTypes = CompoundUnclaimedTypes.refuse
    /// The responses that are acceptable to the policy ``CompoundPolicy/afnetworking``: the status codes for each member,
    /// the content types for the raw bytes. Default: 200–299, any type. The strict policy judges no response; that is the
    /// business of a registry.
    public var validation = ResponseValidation(contentTypes: .any, rules: .afnetworking)

    let members: [CompoundMember<Output>]

    init(members: [CompoundMember<Output>], policy: CompoundPolicy) {
        self.members = members
        self.policy = policy
    }

    /// Makes a compound of serializers that have one output.
    ///
    /// - Parameters:
    ///   - serializers: The members, in the order in which they are tried.
    ///   - policy: How they are gone about.
    public init(_ serializers: [any ResponseSerialization<Output>], policy: CompoundPolicy = .strict) {
        self.init(members: serializers.map { CompoundMember(typed: $0) }, policy: policy)
    }

    /// Makes a compound of serializers that have one output.
    public init(_ serializers: any ResponseSerialization<Output>..., policy: CompoundPolicy = .strict) {
        self.init(serializers, policy: policy)
    }

    /// The members, in the order in which they are tried.
    public var serializers: [any ResponseSerialization] { members.map(\.base) }

    /// What the members claim, each range once, in their order.
    public var acceptedTypes: [MediaRange] {
        var seen: Set<MediaRange> = []
        return members.flatMap(\.acceptedTypes).filter { seen.insert($0).inserted }
    }

    /// Declines where each member that would be asked declines; with ``CompoundPolicy/afnetworking`` it never does.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        guard policy == .strict else { return .accept }
        var reasons: [String] = []
        for member in members where isAsked(member, head.contentType) {
            guard case .decline(let reason) = member.base.inspect(prefix, head: head) else { return .accept }
            reasons.append("\(member.name): \(reason)")
        }
        // With nothing to ask, reading gives the error that says so.
        return reasons.isEmpty ? .accept : .decline(reason: reasons.joined(separator: "; "))
    }

    /// Reads the body with the first member that can.
    ///
    /// - Throws: ``SerializationError/Code/allAttemptsFailed``, whose `underlying` errors are one for each member, in their
    ///   order: why it was not asked, why it declined, or what it threw. A nested compound's has errors of its own below it.
    ///   ``SerializationError/Code/unsupportedMediaType`` where no member claims the content type;
    ///   ``SerializationError/Code/limitExceeded`` for more than `inputBytes`. With ``CompoundPolicy/afnetworking`` the
    ///   errors of validation, with the value as `decodedBody`.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        switch policy {
        case .strict: return try readStrictly(body, head: head, limits: limits)
        case .afnetworking:
            let outcome = judged(body, head: head, limits: limits)
            guard var error = outcome.error else { return try outcome.get() }
            error.decodedBody = outcome.value
            throw error
        }
    }
}

extension CompoundResponseSerializer where Output == any Sendable {
    /// Makes a compound of any serializers; its value is whatever the winner makes.
    ///
    /// - Parameters:
    ///   - serializers: The members, in the order in which they are tried.
    ///   - policy: How they are gone about.
    public init(native serializers: [any ResponseSerialization], policy: CompoundPolicy = .strict) {
        self.init(members: serializers.map { CompoundMember(native: $0) }, policy: policy)
    }

    /// Makes a compound of any serializers; its value is whatever the winner makes.
    public init(native serializers: any ResponseSerialization..., policy: CompoundPolicy = .strict) {
        self.init(native: serializers, policy: policy)
    }
}
