import Mimeograph

/// A serializer of a compound, with all of its type erased except the output.
struct CompoundMember<Output: Sendable>: Sendable {
    let base: any ResponseSerialization
    /// The name of the serializer in errors.
    let name: String
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

    /// Creates a member from a serializer with the output of the compound.
    init(typed serializer: any ResponseSerialization<Output>) {
        self.init(serializer) { (body, head, limits) throws(SerializationError) in
            try serializer.read(body, head: head, limits: limits)
        }
    }

    func accepts(_ type: MediaType) -> Bool { acceptedTypes.contains { $0.contains(type) } }

    func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try reading(body, head, limits)
    }

    /// Whether the member validates the response itself. Then the compound must not.
    var validatesResponses: Bool { (base as? any NamedMember)?.validatesResponses ?? false }
}

extension CompoundMember where Output == any Sendable {
    /// Creates a member from a serializer with any output.
    init(native serializer: any ResponseSerialization) {
        // A serializer of `any Sendable` would otherwise be wrapped twice.
        if let same = serializer as? any ResponseSerialization<any Sendable> {
            self.init(typed: same)
        } else {
            self.init(serializer) { (body, head, limits) throws(SerializationError) in
                try serializer.read(body, head: head, limits: limits)
            }
        }
    }
}

/// A member about which a compound knows more: another compound.
protocol NamedMember {
    /// The name of the member in errors.
    var memberName: String { get }
    var validatesResponses: Bool { get }
}

extension CompoundResponseSerializer: NamedMember {
    var memberName: String { "compound of \(members.map(\.name).joined(separator: ", "))" }
    var validatesResponses: Bool { policy == .afnetworking }
}

/// The names of serializers in errors, derived from their types.
enum MemberName {
    /// Types that wrap a serializer and are left out of the name. The serializer is the first type in the angle brackets.
    private static let wrappers: Set<String> = [
        "MappedResponseSerializer", "PreprocessedResponseSerializer", "MappedStreamSerializer",
    ]
    /// Types that are left out of the name because the types in the angle brackets suffice.
    private static let decoders: Set<String> = ["DecodedResponseSerializer", "DecodedStreamSerializer"]

    /// Returns the name: `JSONFormat (User)` for `MappedResponseSerializer<DecodedResponseSerializer<JSONFormat, User>, Answer>`.
    static func of(_ type: any Any.Type) -> String {
        var name = "\(type)"
        while true {
            guard let open = name.firstIndex(of: "<"), name.last == ">" else { return name }
            let outer = String(name[..<open])
            let arguments = arguments(in: name[name.index(after: open)...].dropLast())
            if wrappers.contains(outer), let first = arguments.first {
                name = first
            } else if decoders.contains(outer), arguments.count == 2 {
                return "\(arguments[0]) (\(arguments[1]))"
            } else {
                return name
            }
        }
    }

    /// Returns the types between angle brackets, including their own generic arguments.
    private static func arguments(in text: Substring) -> [String] {
        var arguments = [""]
        var depth = 0
        for character in text {
            switch character {
            case "<", "(", "[": depth += 1
            case ">", ")", "]": depth -= 1
            default: break
            }
            if character == ",", depth == 0 {
                arguments.append("")
            } else if !(character == " " && arguments[arguments.count - 1].isEmpty) {
                arguments[arguments.count - 1].append(character)
            }
        }
        return arguments
    }
}

/// The failed attempts of a compound's members, for the error if no member succeeds.
struct CompoundAttempts {
    /// The errors with the indices of the members. The final error lists them in the order of the members.
    private var attempts: [(index: Int, error: SerializationError)] = []
    private var askedCount = 0

    /// Adds a member that does not accept the content type.
    mutating func addNotAsked(_ index: Int, _ name: String, reads ranges: [MediaRange]) {
        let accepted = ranges.isEmpty ? "nothing" : ranges.map(\.description).joined(separator: ", ")
        attempts.append(
            (index, SerializationError(.unsupportedMediaType, "\(name) was not tried: it reads \(accepted)."))
        )
    }

    /// Adds a member that declined the body after inspecting its first bytes.
    mutating func addDeclined(_ index: Int, _ name: String, reason: String) {
        askedCount += 1
        attempts.append((index, SerializationError(.declined, "\(name) declined: \(reason).")))
    }

    /// Adds a member that failed. Its error is kept, and its message gets the name of the member.
    mutating func addFailed(_ index: Int, _ name: String, _ error: SerializationError) {
        askedCount += 1
        var error = error
        error.message = "\(name) failed: \(error.message)"
        attempts.append((index, error))
    }

    func error(for type: MediaType?) -> SerializationError {
        let errors = attempts.sorted { $0.index < $1.index }.map(\.error)
        let what = type.map { "a body of the type \"\($0.shownEssence)\"" } ?? "a body without a usable content type"
        guard askedCount > 0 || errors.isEmpty else {
            return SerializationError(
                .unsupportedMediaType,
                "None of the \(errors.count) serializers of a compound reads \(what).",
                remedy:
                    "Add a serializer that accepts it, or set unacceptedTypes to .tryAll to try all of them.",
                underlying: errors
            )
        }
        return SerializationError(
            .allAttemptsFailed,
            errors.isEmpty
                ? "A compound without serializers cannot read \(what)."
                : "None of the \(errors.count) serializers of a compound could read \(what).",
            remedy: errors.isEmpty
                ? "Add serializers to the compound."
                : "Fix the causes listed above, or add a serializer that reads such a body.",
            underlying: errors
        )
    }
}

extension MediaType {
    /// The essence, shortened for messages, because a peer may send a long one. It consists of token characters.
    fileprivate var shownEssence: String { essence.count > 100 ? "\(essence.prefix(100))…" : essence }
}
