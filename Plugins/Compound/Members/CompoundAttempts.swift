import Mimeograph

/// What became of the members of a compound, for the error where none made a value.
struct CompoundAttempts {
    /// Each with the place of its member; they come out in the order of the members.
    private var noted: [(place: Int, error: SerializationError)] = []
    private var askedCount = 0

    /// Notes a member that does not claim the content type.
    mutating func addNotAsked(_ place: Int, _ name: String, reads ranges: [MediaRange]) {
        let claims = ranges.isEmpty ? "nothing" : ranges.map(\.description).joined(separator: ", ")
        noted.append((place, SerializationError(.unsupportedMediaType, "\(name) was not asked: it reads \(claims).")))
    }

    /// Notes a member that looked at the first bytes and does not want the body.
    mutating func addDeclined(_ place: Int, _ name: String, reason: String) {
        askedCount += 1
        noted.append((place, SerializationError(.declined, "\(name) declined: \(reason).")))
    }

    /// Notes a member that failed; its error stays as it is, but that its message says whose it is.
    mutating func addFailed(_ place: Int, _ name: String, _ error: SerializationError) {
        askedCount += 1
        var error = error
        error.message = "\(name) failed: \(error.message)"
        noted.append((place, error))
    }

    /// The error that lists them.
    func error(for type: MediaType?) -> SerializationError {
        let errors = noted.sorted { $0.place < $1.place }.map(\.error)
        let what = type.map { "a body of the type \"\($0.shownEssence)\"" } ?? "a body without a usable content type"
        guard askedCount > 0 || errors.isEmpty else {
            return SerializationError(
                .unsupportedMediaType,
                "None of the \(errors.count) serializers of a compound reads \(what).",
                remedy: "Add a serializer that claims it, or set unclaimedTypes to .tryAll to have all of them tried.",
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
