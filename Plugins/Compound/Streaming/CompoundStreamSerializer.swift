public import Mimeograph

/// A serializer that tries several streaming serializers on the first bytes of a body, and streams the elements of the first that
/// can read them.
///
/// ```swift
/// let updates = NDJSONFormat().serializer(of: Update.self)
///     .or(JSONArrayElementsFormat().serializer(of: Update.self))
/// for try await update in updates.elements(in: chunks, head: head) { … }
/// ``` The members that accept the content type are tried in order. All members are tried if the content type is missing or
/// malformed, or if no member accepts it and ``unacceptedTypes`` is `.tryAll`.
///
/// A member is tried on the first bytes, which are kept for the next one. It is chosen when it has returned its first element,
/// when it has read ``peekedBytes`` bytes without an error, or when the body ends without an error. The choice is final: from
/// then on its errors are the errors of the stream. So an element is delivered at once, and only the first bytes are ever kept.
///
/// How the body is split affects neither the elements nor the choice.
public struct CompoundStreamSerializer<Element: Sendable>: StreamingResponseSerialization {
    /// The number of bytes that a member must read without an error to be chosen, at least 1. Default 1,445, as for
    /// ``Signature``.
    public var peekedBytes = Signature.prefixLength
    /// The treatment of a body whose content type no member accepts. By default it is rejected.
    public var unacceptedTypes = CompoundUnacceptedTypes.refuse

    let members: [CompoundStreamMember<Element>]

    init(members: [CompoundStreamMember<Element>]) { self.members = members }

    /// Creates a compound of streaming serializers with the same type of elements, in the order in which they are tried.
    public init(_ serializers: [any StreamingResponseSerialization<Element>]) {
        self.init(members: serializers.map { CompoundStreamMember(typed: $0) })
    }

    /// Creates a compound of streaming serializers with the same type of elements, in the order in which they are tried.
    public init(_ serializers: any StreamingResponseSerialization<Element>...) { self.init(serializers) }

    /// The media types that the members accept, each range once, in their order.
    public var acceptedTypes: [MediaRange] {
        var seen: Set<MediaRange> = []
        return members.flatMap(\.acceptedTypes).filter { seen.insert($0).inserted }
    }

    /// Creates a parser for one body.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` if no member accepts the content type. The parser throws
    ///   ``SerializationError/Code/allAttemptsFailed`` if no member could be chosen; its `underlying` contains one error for each
    ///   member. It also throws the errors of the chosen member.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        let type = head.contentType
        var asked: [(index: Int, member: CompoundStreamMember<Element>)] = []
        var attempts = CompoundAttempts()
        let asksAll = type.map { type in unacceptedTypes == .tryAll && !members.contains { $0.accepts(type) } } ?? true
        for (index, member) in members.enumerated() {
            if asksAll || type.map(member.accepts) ?? true {
                asked.append((index, member))
            } else {
                attempts.addNotAsked(index, member.name, reads: member.acceptedTypes)
            }
        }
        guard !asked.isEmpty else { throw attempts.error(for: type) }
        return CompoundStreamParser(
            members: asked,
            attempts: attempts,
            head: head,
            limits: limits,
            peekedBytes: max(1, peekedBytes)
        )
    }
}

extension CompoundStreamSerializer where Element == any Sendable {
    /// Creates a compound of any streaming serializers. Its elements are the output of the chosen member.
    public init(anyOf serializers: [any StreamingResponseSerialization]) {
        self.init(members: serializers.map { CompoundStreamMember(native: $0) })
    }

    /// Creates a compound of any streaming serializers. Its elements are the output of the chosen member.
    public init(anyOf serializers: any StreamingResponseSerialization...) { self.init(anyOf: serializers) }
}

extension StreamingResponseSerialization {
    /// Returns a streaming serializer that tries this one, then the other.
    ///
    /// - Parameter other: A streaming serializer with the same type of elements. `map` converts elements.
    public func or(_ other: some StreamingResponseSerialization<Element>) -> CompoundStreamSerializer<Element> {
        CompoundStreamSerializer(self, other)
    }
}

extension CompoundStreamSerializer {
    /// Returns this compound with one more member, which is tried last. The other settings stay.
    public func or(_ other: some StreamingResponseSerialization<Element>) -> CompoundStreamSerializer<Element> {
        var longer = CompoundStreamSerializer(members: members + [CompoundStreamMember(typed: other)])
        longer.peekedBytes = peekedBytes
        longer.unacceptedTypes = unacceptedTypes
        return longer
    }
}

/// One streaming serializer of a compound, of which only the type of elements is known.
struct CompoundStreamMember<Element: Sendable>: Sendable {
    /// The name of the serializer in errors.
    let name: String
    let acceptedTypes: [MediaRange]
    private let serializer: any StreamingResponseSerialization<Element>

    /// Creates a member from a serializer with the elements of the compound.
    init(typed serializer: any StreamingResponseSerialization<Element>) {
        name = MemberName.of(type(of: serializer))
        acceptedTypes = serializer.acceptedTypes
        self.serializer = serializer
    }

    func makeParser(
        _ head: ResponseHead,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        try serializer.makeParser(for: head, limits: limits)
    }

    func accepts(_ type: MediaType) -> Bool { acceptedTypes.contains { $0.contains(type) } }
}

extension CompoundStreamMember where Element == any Sendable {
    /// Creates a member from a serializer with any elements.
    init(native serializer: any StreamingResponseSerialization) {
        if let same = serializer as? any StreamingResponseSerialization<any Sendable> {
            self.init(typed: same)
        } else {
            self.init(named: MemberName.of(type(of: serializer)), opening: serializer)
        }
    }

    private init(named name: String, opening serializer: some StreamingResponseSerialization) {
        self.name = name
        acceptedTypes = serializer.acceptedTypes
        self.serializer = serializer.map { (element) throws(SerializationError) -> any Sendable in element }
    }
}
