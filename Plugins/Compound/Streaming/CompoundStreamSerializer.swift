public import Mimeograph

/// Tries several streaming serializers on one body by peeking, and gives the elements of the first that gets on with it.
///
/// ```swift
/// let updates = NDJSONFormat().serializer(of: Update.self)
///     .or(JSONArrayElementsFormat().serializer(of: Update.self))
/// for try await update in updates.elements(in: chunks, head: head) { … }
/// ```
/// The members that accept the content type are tried in order; all of them where there is none that can be used, or where
/// no member accepts it and ``unacceptedTypes`` says so. A member is tried on the first bytes, which are kept for the next one. It
/// is chosen, for good, when it has made its first element, when it has read ``peekedBytes`` bytes without an error, or when
/// the body ends without one; from then on its errors are the stream's. So an element is delivered as soon as it is there,
/// and no more is ever kept than the first bytes.
///
/// Where the chunks are cut changes nothing, the choice included.
public struct CompoundStreamSerializer<Element: Sendable>: StreamingResponseSerialization {
    /// How many bytes a member has to read without an error to be chosen; at least 1. Default 1,445, as for
    /// ``Signature``.
    public var peekedBytes = Signature.prefixLength
    /// What is done with a body whose content type no member accepts. Default: it is refused.
    public var unacceptedTypes = CompoundUnacceptedTypes.refuse

    let members: [CompoundStreamMember<Element>]

    init(members: [CompoundStreamMember<Element>]) { self.members = members }

    /// Makes a compound of streaming serializers that have one type of element, in the order in which they are tried.
    public init(_ serializers: [any StreamingResponseSerialization<Element>]) {
        self.init(members: serializers.map { CompoundStreamMember(typed: $0) })
    }

    /// Makes a compound of streaming serializers that have one type of element, in the order in which they are tried.
    public init(_ serializers: any StreamingResponseSerialization<Element>...) { self.init(serializers) }

    /// What the members accept, each range once, in their order.
    public var acceptedTypes: [MediaRange] {
        var seen: Set<MediaRange> = []
        return members.flatMap(\.acceptedTypes).filter { seen.insert($0).inserted }
    }

    /// Makes a parser for one body.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` where no member accepts the content type. The parser throws
    ///   ``SerializationError/Code/allAttemptsFailed``, whose `underlying` errors are one for each member, where none could
    ///   be chosen; and what the one that was chosen throws.
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
    /// Makes a compound of any streaming serializers; its elements are whatever the chosen one makes.
    public init(anyOf serializers: [any StreamingResponseSerialization]) {
        self.init(members: serializers.map { CompoundStreamMember(native: $0) })
    }

    /// Makes a compound of any streaming serializers; its elements are whatever the chosen one makes.
    public init(anyOf serializers: any StreamingResponseSerialization...) { self.init(anyOf: serializers) }
}

extension StreamingResponseSerialization {
    /// A streaming serializer that tries this one, and then the other.
    ///
    /// - Parameter other: A streaming serializer of the same elements; `map` makes two kinds of elements one.
    public func or(_ other: some StreamingResponseSerialization<Element>) -> CompoundStreamSerializer<Element> {
        CompoundStreamSerializer(self, other)
    }
}

extension CompoundStreamSerializer {
    /// This compound with one more member, to be tried last; its other settings stay.
    public func or(_ other: some StreamingResponseSerialization<Element>) -> CompoundStreamSerializer<Element> {
        var longer = CompoundStreamSerializer(members: members + [CompoundStreamMember(typed: other)])
        longer.peekedBytes = peekedBytes
        longer.unacceptedTypes = unacceptedTypes
        return longer
    }
}

/// One streaming serializer of a compound, of which only the element is known.
struct CompoundStreamMember<Element: Sendable>: Sendable {
    /// What it is called in errors.
    let name: String
    /// What it accepts.
    let acceptedTypes: [MediaRange]
    /// Makes its parser.
    let makeParser:
        @Sendable (ResponseHead, DecodingLimits) throws(SerializationError) -> any IncrementalParser<Element>

    /// Makes a member of a serializer with the compound's own elements.
    init(typed serializer: any StreamingResponseSerialization<Element>) {
        name = MemberName.of(type(of: serializer))
        acceptedTypes = serializer.acceptedTypes
        makeParser = { (head, limits) throws(SerializationError) in
            try serializer.makeParser(for: head, limits: limits)
        }
    }

    /// Whether it accepts that media type.
    func accepts(_ type: MediaType) -> Bool { acceptedTypes.contains { $0.contains(type) } }
}

extension CompoundStreamMember where Element == any Sendable {
    /// Makes a member of a serializer with any elements.
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
        let erased = serializer.map { (element) throws(SerializationError) -> any Sendable in element }
        makeParser = { (head, limits) throws(SerializationError) in try erased.makeParser(for: head, limits: limits) }
    }
}
