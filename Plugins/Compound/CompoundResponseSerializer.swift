public import Mimeograph

/// A serializer that tries several serializers on one body, and returns the value of the first that succeeds.
///
/// `or` joins members with the same output. `map` converts several outputs to a common one:
/// ```swift
/// enum Answer { case user(User), problem(ProblemDetails), page(String) }
///
/// let answers = JSONFormat().serializer(of: User.self).map(Answer.user)
///     .or(JSONFormat().serializer(of: ProblemDetails.self).map(Answer.problem))
///     .or(TextResponseSerializer().map(Answer.page))
/// let answer = try answers.read(body, head: head)
/// ```
/// A compound of `any Sendable` accepts any serializers, and its value is the output of the one that succeeds:
/// ```swift
/// let anything = CompoundResponseSerializer(anyOf: XMLDocumentResponseSerializer(), JSONResponseSerializer())
/// switch try anything.read(body, head: head) {
/// case let document as XML.Document: …
/// case let json as JSON: …
/// default: …
/// }
/// ```
/// A compound is a serializer like any other: you can register it, and it can be a member of another compound.
///
/// Only a compound reads a body more than once. Reading costs at most as much as all members together, each within the limits.
/// Put a member that often fails late after one that declines early.
public struct CompoundResponseSerializer<Output: Sendable>: ResponseSerialization {
    /// The rules for trying the members. Default ``CompoundPolicy/strict``.
    public var policy: CompoundPolicy
    /// The treatment of a body whose content type no member accepts. By default it is rejected. The policy
    /// ``CompoundPolicy/afnetworking`` ignores this property.
    public var unacceptedTypes = CompoundUnacceptedTypes.refuse
    /// The responses that are acceptable with the policy ``CompoundPolicy/afnetworking``: the status codes for each member,
    /// the content types for the raw bytes. Default: 200–299, any type. The strict policy does not validate responses; a
    /// registry does.
    public var validation = ResponseValidation(contentTypes: .any)

    let members: [CompoundMember<Output>]

    init(members: [CompoundMember<Output>], policy: CompoundPolicy) {
        self.members = members
        self.policy = policy
    }

    /// Creates a compound of serializers with the same output.
    ///
    /// - Parameters:
    ///   - serializers: The members, in the order in which they are tried.
    ///   - policy: The rules for trying the members.
    public init(_ serializers: [any ResponseSerialization<Output>], policy: CompoundPolicy = .strict) {
        self.init(members: serializers.map { CompoundMember(typed: $0) }, policy: policy)
    }

    /// Creates a compound of serializers with the same output.
    public init(_ serializers: any ResponseSerialization<Output>..., policy: CompoundPolicy = .strict) {
        self.init(serializers, policy: policy)
    }

    /// The members, in the order in which they are tried.
    public var serializers: [any ResponseSerialization] { members.map(\.base) }

    /// The media types that the members accept, each range once, in their order.
    public var acceptedTypes: [MediaRange] {
        var seen: Set<MediaRange> = []
        return members.flatMap(\.acceptedTypes).filter { seen.insert($0).inserted }
    }

    /// Declines if each member that would be tried declines. With ``CompoundPolicy/afnetworking`` it never declines.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        guard policy == .strict else { return .accept }
        var reasons: [String] = []
        for member in members where isAsked(member, head.contentType) {
            guard case .decline(let reason) = member.base.inspect(prefix, head: head) else { return .accept }
            reasons.append("\(member.name): \(reason)")
        }
        // If no member would be tried, reading throws the error for that.
        return reasons.isEmpty ? .accept : .decline(reason: reasons.joined(separator: "; "))
    }

    /// Reads the body with the first member that can.
    ///
    /// - Throws: ``SerializationError/Code/allAttemptsFailed``, whose `underlying` contains one error for each member, in their
    ///   order: why it was not tried, why it declined, or its error. The error of a nested compound contains further errors.
    ///   ``SerializationError/Code/unsupportedMediaType`` if no member accepts the content type;
    ///   ``SerializationError/Code/limitExceeded`` for more than `inputBytes`. With ``CompoundPolicy/afnetworking`` the errors of
    ///   validation, with the value as `decodedBody`.
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
    /// Creates a compound of any serializers. Its value is the output of the one that succeeds.
    ///
    /// - Parameters:
    ///   - serializers: The members, in the order in which they are tried.
    ///   - policy: The rules for trying the members.
    public init(anyOf serializers: [any ResponseSerialization], policy: CompoundPolicy = .strict) {
        self.init(members: serializers.map { CompoundMember(native: $0) }, policy: policy)
    }

    /// Creates a compound of any serializers. Its value is the output of the one that succeeds.
    public init(anyOf serializers: any ResponseSerialization..., policy: CompoundPolicy = .strict) {
        self.init(anyOf: serializers, policy: policy)
    }
}

extension CompoundResponseSerializer {
    /// Whether a member is tried on a body of that type. Nil means that the body has no usable type.
    func isAsked(_ member: CompoundMember<Output>, _ type: MediaType?) -> Bool {
        guard let type, unacceptedTypes == .refuse || members.contains(where: { $0.accepts(type) }) else { return true }
        return member.accepts(type)
    }

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
    /// Returns a serializer that tries this one, then the other.
    ///
    /// - Parameter other: A serializer with the same output. `map` converts an output.
    /// - Returns: A compound with the strict policy.
    public func or(_ other: some ResponseSerialization<Output>) -> CompoundResponseSerializer<Output> {
        CompoundResponseSerializer(self, other)
    }
}

extension CompoundResponseSerializer {
    /// Returns this compound with one more member, which is tried last. The other settings stay.
    ///
    /// A compound that you pass becomes one member: `a.or(b).or(c)` has three members, `a.or(b.or(c))` two.
    public func or(_ other: some ResponseSerialization<Output>) -> CompoundResponseSerializer<Output> {
        var longer = CompoundResponseSerializer(members: members + [CompoundMember(typed: other)], policy: policy)
        longer.unacceptedTypes = unacceptedTypes
        longer.validation = validation
        return longer
    }
}

/// The rules by which a compound tries its members.
public enum CompoundPolicy: Hashable, Sendable, CaseIterable {
    /// Tries the members that accept the content type in order. The first that returns a value wins.
    ///
    /// - A member that does not accept the content type is not tried. If the content type is missing or malformed, each member is
    ///   tried. If no member accepts it, ``CompoundUnacceptedTypes`` decides.
    /// - A member may decline the body because of its head and its first bytes, before it reads anything.
    /// - If a member fails, the next one reads the same bytes from the start.
    /// - If no member returns a value, an error with the code ``SerializationError/Code/allAttemptsFailed`` contains all errors.
    case strict
    /// Behaves like `AFCompoundResponseSerializer` of AFNetworking 4, including its traps.
    ///
    /// - Each member is tried in order, and validates the response with its own content types and the compound's status codes. A
    ///   member that accepts no media types is skipped, as AFNetworking skips objects that are not HTTP serializers.
    /// - The first member that returns a value wins, **whatever the status**. The value comes with the error of that member, for
    ///   example for a 404. `outcome(_:head:limits:)` of the compound returns both. `read` throws the error, whose `decodedBody`
    ///   is the value. An empty `Optional` does not count as a value, and neither does the null that a member makes of an empty
    ///   body.
    /// - The errors of the other members are **lost**.
    /// - If no member returns a value, the compound **returns the raw bytes** as `[UInt8]`, with the error of its own validation,
    ///   if any. So a broken image is a success with bytes. If `Output` cannot hold bytes, it throws the error of the strict
    ///   policy.
    /// - A member that accepts any bytes always returns a value, and so does a nested compound with this policy. Put it last.
    ///
    /// Source: AFNetworking 4, behavior of `AFCompoundResponseSerializer`.
    case afnetworking
}

/// The treatment of a body whose content type no member accepts.
public enum CompoundUnacceptedTypes: Hashable, Sendable, CaseIterable {
    /// Throws an error with the code ``SerializationError/Code/unsupportedMediaType``.
    case refuse
    /// Tries each member, as for a body without a content type. Use it for servers that send wrong content types, and for a
    /// compound that is registered for other types than its own.
    case tryAll
}
