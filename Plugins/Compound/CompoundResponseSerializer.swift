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
/// A native one has any serializers, and its value is whatever the winner makes:
/// ```swift
/// let anything = CompoundResponseSerializer(anyOf: XMLDocumentResponseSerializer(), JSONResponseSerializer())
/// switch try anything.read(body, head: head) {
/// case let document as XML.Document: …
/// case let json as JSON: …
/// default: …
/// }
/// ```
/// It is a serializer like any other: a registry registers it, and it may be a member of another one.
///
/// Here alone a body is read twice. It costs at most as much as all members together, each within the
/// limits; a member that often fails late belongs behind one that declines early.
public struct CompoundResponseSerializer<Output: Sendable>: ResponseSerialization {
    /// How the members are gone about. Default ``CompoundPolicy/strict``.
    public var policy: CompoundPolicy
    /// What is done with a body whose content type no member accepts. Default: it is refused. The policy
    /// ``CompoundPolicy/afnetworking`` does not look at it.
    public var unacceptedTypes = CompoundUnacceptedTypes.refuse
    /// The responses that are acceptable to the policy ``CompoundPolicy/afnetworking``: the status codes for each member,
    /// the content types for the raw bytes. Default: 200–299, any type. The strict policy validates no response; a registry
    /// does that.
    public var validation = ResponseValidation(contentTypes: .any)

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

    /// What the members accept, each range once, in their order.
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
        // Where there is no member to ask, reading throws the error that says so.
        return reasons.isEmpty ? .accept : .decline(reason: reasons.joined(separator: "; "))
    }

    /// Reads the body with the first member that can.
    ///
    /// - Throws: ``SerializationError/Code/allAttemptsFailed``, whose `underlying` errors are one for each member, in their
    ///   order: why it was not asked, why it declined, or what it threw. A nested compound's has errors of its own below it.
    ///   ``SerializationError/Code/unsupportedMediaType`` where no member accepts the content type;
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
            let outcome = validated(body, head: head, limits: limits)
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
    public init(anyOf serializers: [any ResponseSerialization], policy: CompoundPolicy = .strict) {
        self.init(members: serializers.map { CompoundMember(native: $0) }, policy: policy)
    }

    /// Makes a compound of any serializers; its value is whatever the winner makes.
    public init(anyOf serializers: any ResponseSerialization..., policy: CompoundPolicy = .strict) {
        self.init(anyOf: serializers, policy: policy)
    }
}

extension CompoundResponseSerializer {
    /// Whether a member is asked about a body of that type; nil stands for none that can be used.
    func isAsked(_ member: CompoundMember<Output>, _ type: MediaType?) -> Bool {
        guard let type, unacceptedTypes == .refuse || members.contains(where: { $0.accepts(type) }) else { return true }
        return member.accepts(type)
    }

    /// Reads by the rules of ``CompoundPolicy/strict``.
    func readStrictly(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try limits.check(.inputBytes, body.count)
        let type = head.contentType
        let prefix = body.extracting(first: Signature.prefixLength)
        var attempts = CompoundAttempts()
        for (index, member) in members.enumerated() {
            guard isAsked(member, type) else {
                attempts.addNotAsked(index, member.name, reads: member.acceptedTypes)
                continue
            }
            if case .decline(let reason) = member.base.inspect(prefix, head: head) {
                attempts.addDeclined(index, member.name, reason: reason)
                continue
            }
            do throws(SerializationError) {
                return try member.read(body, head: head, limits: limits)
            } catch {
                attempts.addFailed(index, member.name, error)
            }
        }
        throw attempts.error(for: type)
    }
}

extension ResponseSerialization {
    /// A serializer that tries this one, and then the other.
    ///
    /// - Parameter other: A serializer of the same output; `map` makes two outputs one.
    /// - Returns: A compound of the strict policy.
    public func or(_ other: some ResponseSerialization<Output>) -> CompoundResponseSerializer<Output> {
        CompoundResponseSerializer(self, other)
    }
}

extension CompoundResponseSerializer {
    /// This compound with one more member, to be tried last; its other settings stay.
    ///
    /// A compound that is given becomes one member. `a.or(b).or(c)` has three, `a.or(b.or(c))` two.
    public func or(_ other: some ResponseSerialization<Output>) -> CompoundResponseSerializer<Output> {
        var longer = CompoundResponseSerializer(members: members + [CompoundMember(typed: other)], policy: policy)
        longer.unacceptedTypes = unacceptedTypes
        longer.validation = validation
        return longer
    }
}

/// How a compound goes about its members.
public enum CompoundPolicy: Hashable, Sendable, CaseIterable {
    /// The members that accept the content type are tried in order, and the first that makes a value wins.
    ///
    /// - A member that does not accept the content type is not asked. Where there is none, or one that is malformed, each
    ///   member is asked; where no member accepts it, ``CompoundUnacceptedTypes`` decides.
    /// - A member may decline the body from its head and its first bytes, before it reads anything.
    /// - One that reads and fails is followed by the next, which gets the same bytes from the first one on.
    /// - Where none makes a value, one error of the code ``SerializationError/Code/allAttemptsFailed`` has them all.
    case strict
    /// What AFNetworking 4's `AFCompoundResponseSerializer` does, traps included.
    ///
    /// - Each member is asked in order, and validates the response by its own content types and by the compound's status
    ///   codes; one that accepts no media range at all is skipped, as AFNetworking skips what is no HTTP serializer.
    /// - The first that makes a value wins, **whatever the status**: the value comes with that member's error, such as that
    ///   of a 404. `outcome(_:head:limits:)` of the compound has both; `read` throws the error, whose
    ///   `decodedBody` is the value. An empty `Optional` is no value, and neither is the null that a member makes of
    ///   nothing.
    /// - The errors of the members that made none are **lost**.
    /// - Where none makes a value the compound **gives the raw bytes**, with the error of its own validation, if any, as
    ///   `[UInt8]`. So a broken image is a success with bytes. Where `Output` cannot hold bytes it is the error of the
    ///   strict policy.
    /// - A member that accepts any bytes, and a nested compound of this policy, always makes a value: it has to be last.
    ///
    /// Source: AFNetworking 4, behaviour of `AFCompoundResponseSerializer`.
    case afnetworking
}

/// What a compound does with a body whose content type no member accepts.
public enum CompoundUnacceptedTypes: Hashable, Sendable, CaseIterable {
    /// It is an error of the code ``SerializationError/Code/unsupportedMediaType``.
    case refuse
    /// Each member is asked, as where there is no content type. It is for servers whose labels are known to be wrong, and
    /// for a compound that is registered for other ranges than its own.
    case tryAll
}
