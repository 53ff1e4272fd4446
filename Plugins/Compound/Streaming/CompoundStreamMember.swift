import Mimeograph

/// One streaming serializer of a compound, of which only the element is known.
struct CompoundStreamMember<Element: Sendable>: Sendable {
    /// What it is called in errors.
    let name: String
    /// What it claims.
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

    /// Whether it claims that media type.
    func claims(_ type: MediaType) -> Bool { acceptedTypes.contains { $0.contains(type) } }
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
