/// Which serializers were considered for a message, and why each was chosen or not.
///
/// Its `description` is what ``SerializerRegistry/explain(_:for:body:)`` prints, and what the `debugDescription` of an error has:
/// ```
/// "application/problem+json" into User: json reads it.
///   json  chosen: matches */*+json (any type with the suffix)  reads application/json, text/json, …
///   text  media type does not match                           reads text/*
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
        /// It does not accept the media type.
        case mediaTypeDiffers
    }

    /// One registration and what became of it.
    public struct Candidate: Hashable, Sendable {
        /// The registration's name.
        public let id: Registration.ID
        /// What it reads.
        public let types: String
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

    /// The registrations in columns: the name, what became of it, and its types as far as they fit.
    ///
    /// A reason that is longer than the column has the types on a line below it, so that one long reason does not
    /// push all types off the screen.
    private var rows: [String] {
        let nameWidth = candidates.map(\.id.rawValue.count).max() ?? 0
        let verdicts = candidates.map(\.verdict.description)
        let verdictWidth = verdicts.map(\.count).filter { $0 <= Self.longestPadded }.max() ?? 0
        let indent = String(repeating: " ", count: nameWidth + 4)
        return zip(candidates, verdicts).map { candidate, verdict in
            let isLong = verdict.count > verdictWidth
            let before = "  \(padded(candidate.id.rawValue, nameWidth))  \(padded(verdict, verdictWidth))"
            let used = isLong ? indent.count : before.count + 2
            let types = shortened(candidate.types, to: max(Self.lineWidth - used, Self.leastTypes))
            return isLong ? "\(before)\n\(indent)\(types)" : "\(before)  \(types)"
        }
    }

    /// How wide a line should be, in characters: 100, less what an error's text indents it by.
    private static var lineWidth: Int { 98 }

    /// The longest reason that the others are aligned to, in characters.
    private static var longestPadded: Int { 52 }

    /// The room that the types have in any case, in characters.
    private static var leastTypes: Int { 24 }

    /// The first of the types, as many as fit, and at least one; an ellipsis stands for the rest.
    private func shortened(_ types: String, to width: Int) -> String {
        guard types.count > width else { return types }
        // To split at a string would bring the library of regular expressions, 2 MB, into every program.
        var kept = types[..<types.startIndex]
        for index in types.indices where types[index...].hasPrefix(", ") {
            let longer = types[..<index]
            if !kept.isEmpty, longer.count + 3 > width { break }
            kept = longer
        }
        return kept.isEmpty ? types : "\(kept), …"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension DispatchTrace.Verdict: CustomStringConvertible {
    /// The reason, as it stands in a line of a trace.
    public var description: String {
        switch self {
        case .chosen(let range): "chosen: matches \(range) (\(range.specificityName))"
        case .outranked(let range): "not asked: matches \(range) (\(range.specificityName))"
        case .declined(let reason): "declined: \(reason)"
        case .wrongType(let produces): "cannot give it (gives \(produces))"
        case .mediaTypeDiffers: "media type does not match"
        }
    }
}

extension MediaRange {
    /// What the specificity of the pattern means, for a person.
    fileprivate var specificityName: String {
        switch pattern {
        case .essence: requiredParameters.isEmpty ? "exact type" : "exact type with its parameters"
        case .typeSuffix: "type and suffix"
        case .anySuffix: "any type with the suffix"
        case .type: "any subtype"
        case .any: "anything"
        }
    }
}
