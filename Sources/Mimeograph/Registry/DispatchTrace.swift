/// Which serializers were considered for a message, and why each was taken or left.
///
/// Its `description` is what errors carry and what ``SerializerRegistry/explain(_:as:body:)`` prints:
/// ```
/// "application/problem+json" into User: json reads it.
///   json   reads application/json, text/json, */*+json    chosen: */*+json (any type with the suffix)
///   text   reads text/*                                   media type does not match
/// ```
public struct DispatchTrace: Hashable, Sendable {
    /// What became of one registration.
    public enum Verdict: Hashable, Sendable {
        /// It reads the body.
        case chosen(MediaRange)
        /// It would have been asked after the one that was chosen.
        case outranked(MediaRange)
        /// It matched, looked at the body and said that it is not its own.
        case declined(reason: String)
        /// It matches, and cannot give the wanted Swift type.
        case wrongType(produces: String)
        /// It does not claim the media type.
        case mediaTypeDiffers
    }

    /// One registration and what became of it.
    public struct Candidate: Hashable, Sendable {
        /// The registration's name.
        public let id: Registration.ID
        /// What it reads, or the type it writes.
        public let claims: String
        /// What became of it.
        public let verdict: Verdict
    }

    /// The media type that was looked up, after relabelling and sniffing; nil where there was none.
    public var contentType: MediaType?
    /// The Swift type that was wanted, by name.
    public var wanted: String
    /// What happened before the look-up: relabelled, sniffed, malformed.
    public var notes: [String] = []
    /// The registrations, the chosen one first, then those that were asked or could have been, then the rest.
    public var candidates: [Candidate] = []

    /// The registration that reads the body, or nil where none does.
    public var chosen: Registration.ID? {
        for candidate in candidates {
            if case .chosen = candidate.verdict { return candidate.id }
        }
        return nil
    }
}

extension DispatchTrace: CustomStringConvertible {
    /// The decision in one line, then a line for each note and each registration.
    public var description: String {
        ([headline] + notes.map { "  note: \($0)" } + rows).joined(separator: "\n")
    }

    /// The decision in one line.
    public var headline: String {
        let type = contentType.map { "\"\($0.visible)\"" }
        if let chosen { return "\(type ?? "A body without a content type") into \(wanted): \(chosen) reads it." }
        return "No serializer reads \(type ?? "a body without a content type") into \(wanted)."
    }

    /// A line for each registration, in columns.
    private var rows: [String] {
        let nameWidth = candidates.map(\.id.rawValue.count).max() ?? 0
        let claimWidth = min(72, candidates.map(\.claims.count).max() ?? 0)
        return candidates.map { candidate in
            "  \(padded(candidate.id.rawValue, nameWidth))  \(padded(candidate.claims, claimWidth))  \(candidate.verdict)"
        }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension DispatchTrace.Verdict: CustomStringConvertible {
    /// The reason, as it stands in a line of a trace.
    public var description: String {
        switch self {
        case .chosen(let range): "chosen: claims \(range) (\(range.tierName))"
        case .outranked(let range): "not asked: claims \(range) (\(range.tierName))"
        case .declined(let reason): "declined: \(reason)"
        case .wrongType(let produces): "cannot give it (gives \(produces))"
        case .mediaTypeDiffers: "media type does not match"
        }
    }
}

extension MediaRange {
    /// What the tier of the pattern means, for a person.
    fileprivate var tierName: String {
        switch pattern {
        case .essence: requiredParameters.isEmpty ? "exact type" : "exact type with its parameters"
        case .typeSuffix: "type and suffix"
        case .anySuffix: "any type with the suffix"
        case .type: "any subtype"
        case .any: "anything"
        }
    }
}
