import Mimeograph

/// One serializer of a compound, of which only the output is known.
struct CompoundMember<Output: Sendable>: Sendable {
    /// The serializer.
    let base: any ResponseSerialization
    /// What it is called in errors.
    let name: String
    /// What it claims.
    let acceptedTypes: [MediaRange]
    private let reading: @Sendable (Span<UInt8>, ResponseHead, DecodingLimits) throws(SerializationError) -> Output

    private init(
        _ base: any ResponseSerialization,
        reading: @escaping @Sendable (Span<UInt8>, ResponseHead, DecodingLimits) throws(SerializationError) -> Output
    ) {
        self.base = base
        name = (base as? any NamedMember)?.memberName ?? MemberName.of(type(of: base))
        acceptedTypes = base.acceptedTypes
        self.reading = reading
    }

    /// Makes a member of a serializer with the compound's own output.
    init(typed serializer: any ResponseSerialization<Output>) {
        self.init(serializer) { (body, head, limits) throws(SerializationError) in
            try serializer.read(body, head: head, limits: limits)
        }
    }

    /// Whether it claims that media type.
    func claims(_ type: MediaType) -> Bool { acceptedTypes.contains { $0.contains(type) } }

    /// Reads the body.
    func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try reading(body, head, limits)
    }

    /// Whether it judges the response by itself, so that the compound must not.
    var judgesResponses: Bool { (base as? any NamedMember)?.judgesResponses ?? false }
}

extension CompoundMember where Output == any Sendable {
    /// Makes a member of a serializer with any output.
    init(native serializer: any ResponseSerialization) {
        // What is native already would be put into a box within a box.
        if let same = serializer as? any ResponseSerialization<any Sendable> {
            self.init(typed: same)
        } else {
            self.init(serializer) { (body, head, limits) throws(SerializationError) in
                try serializer.read(body, head: head, limits: limits)
            }
        }
    }
}

/// A member that a compound knows more of: another compound.
protocol NamedMember {
    /// What it is called in errors.
    var memberName: String { get }
    /// Whether it judges responses by itself.
    var judgesResponses: Bool { get }
}

extension CompoundResponseSerializer: NamedMember {
    var memberName: String { "compound of \(members.map(\.name).joined(separator: ", "))" }
    var judgesResponses: Bool { policy == .afnetworking }
}
