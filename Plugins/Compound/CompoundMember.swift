import Mimeograph

/// One serializer of a compound, of which only the output is known.
struct CompoundMember<Output: Sendable>: Sendable {
    /// The serializer.
    let base: any ResponseSerialization
    /// What it is called in errors.
    let name: String
    /// What it accepts.
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

    /// Whether it accepts that media type.
    func accepts(_ type: MediaType) -> Bool { acceptedTypes.contains { $0.contains(type) } }

    /// Reads the body.
    func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try reading(body, head, limits)
    }

    /// Whether it validates the response by itself, so that the compound must not.
    var validatesResponses: Bool { (base as? any NamedMember)?.validatesResponses ?? false }
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
    /// Whether it validates responses by itself.
    var validatesResponses: Bool { get }
}

extension CompoundResponseSerializer: NamedMember {
    var memberName: String { "compound of \(members.map(\.name).joined(separator: ", "))" }
    var validatesResponses: Bool { policy == .afnetworking }
}

/// What a serializer is called in an error, by its type.
enum MemberName {
    /// What goes around a serializer and says nothing about it: the serializer is the first type in its angle brackets.
    private static let wrappers: Set<String> = [
        "MappedResponseSerializer", "PreprocessedResponseSerializer", "MappedStreamSerializer",
    ]
    /// What is told apart by the types in its angle brackets alone.
    private static let decoders: Set<String> = ["DecodedResponseSerializer", "DecodedStreamSerializer"]

    /// The name: `MappedResponseSerializer<DecodedResponseSerializer<JSONFormat, User>, Answer>` is `JSONFormat (User)`.
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

    /// The types between angle brackets, each with those between its own.
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

/// What became of the members of a compound, for the error where none made a value.
struct CompoundAttempts {
    /// Each with the index of its member; they come out in the order of the members.
    private var attempts: [(index: Int, error: SerializationError)] = []
    private var askedCount = 0

    /// Adds a member that does not accept the content type.
    mutating func addNotAsked(_ index: Int, _ name: String, reads ranges: [MediaRange]) {
        let accepted = ranges.isEmpty ? "nothing" : ranges.map(\.description).joined(separator: ", ")
        attempts.append(
            (index, SerializationError(.unsupportedMediaType, "\(name) was not asked: it reads \(accepted)."))
        )
    }

    /// Adds a member that looked at the first bytes and does not want the body.
    mutating func addDeclined(_ index: Int, _ name: String, reason: String) {
        askedCount += 1
        attempts.append((index, SerializationError(.declined, "\(name) declined: \(reason).")))
    }

    /// Adds a member that failed; its error stays as it is, but that its message says whose it is.
    mutating func addFailed(_ index: Int, _ name: String, _ error: SerializationError) {
        askedCount += 1
        var error = error
        error.message = "\(name) failed: \(error.message)"
        attempts.append((index, error))
    }

    /// The error that lists them.
    func error(for type: MediaType?) -> SerializationError {
        let errors = attempts.sorted { $0.index < $1.index }.map(\.error)
        let what = type.map { "a body of the type \"\($0.shownEssence)\"" } ?? "a body without a usable content type"
        guard askedCount > 0 || errors.isEmpty else {
            return SerializationError(
                .unsupportedMediaType,
                "None of the \(errors.count) serializers of a compound reads \(what).",
                remedy:
                    "Add a serializer that accepts it, or set unacceptedTypes to .tryAll to have all of them tried.",
                underlying: errors
            )
        }
        return SerializationError(
            .allAttemptsFailed,
            errors.isEmpty
                ? "A compound without serializers was to read \(what)."
                : "None of the \(errors.count) serializers of a compound could read \(what).",
            remedy: errors.isEmpty
                ? "Give it serializers."
                : "Mend what the reasons above name, or add a serializer that reads such a body.",
            underlying: errors
        )
    }
}

extension MediaType {
    /// The essence as a person may see it: a peer may have sent a long one. Its characters are tokens.
    fileprivate var shownEssence: String { essence.count > 100 ? "\(essence.prefix(100))…" : essence }
}
