/// A record of the serializers that were considered for a message, and why each was chosen or not.
///
/// ``SerializerRegistry/explain(_:for:body:)`` returns one, and the `debugDescription` of an error includes its `description`:
/// ```
/// "application/problem+json" into User: json reads it.
///   json  chosen: matches */*+json (any type with the suffix)  reads application/json, text/json, …
///   text  media type does not match                           reads text/*
/// ```
public struct DispatchTrace: Hashable, Sendable {
    /// The outcome for one registration.
    public enum Verdict: Hashable, Sendable {
        /// It reads the body.
        case chosen(MediaRange)
        /// It matches, but ranks after the chosen one.
        case outranked(MediaRange)
        /// It matched, inspected the body and declined it.
        case declined(reason: String)
        /// It matches, but cannot produce the wanted Swift type.
        case wrongType(produces: String)
        /// It does not accept the media type.
        case mediaTypeDiffers
    }

    /// One registration and its verdict.
    public struct Candidate: Hashable, Sendable {
        /// The registration's name.
        public let id: Registration.ID
        /// The media ranges that it reads, as text.
        public let types: String
        /// The outcome.
        public let verdict: Verdict
    }

    /// The media type that was looked up, after relabelling and sniffing; nil if there was none.
    public var contentType: MediaType?
    /// The name of the wanted Swift type.
    public var wanted: String
    /// The events before the look-up: relabelled, sniffed, malformed.
    public var notes: [String] = []
    /// The registrations: first the chosen one, then the others that matched, then the rest.
    public var candidates: [Candidate] = []

    /// The registration that reads the body; nil if there is none.
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

    /// The registrations in columns: name, verdict and as many types as fit.
    ///
    /// If a verdict is wider than its column, the types follow on the next line.
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

    /// The width of a line in characters: 100, minus the indentation in an error's text.
    private static var lineWidth: Int { 98 }

    /// The longest verdict that others are aligned to, in characters.
    private static var longestPadded: Int { 52 }

    /// The least width of the types, in characters.
    private static var leastTypes: Int { 24 }

    /// As many of the types as fit, at least one; an ellipsis stands for the rest.
    private func shortened(_ types: String, to width: Int) -> String {
        guard types.count > width else { return types }
        // Splitting at a string would link the regular expression library, 2 MB, into every program.
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
    /// The verdict as a trace prints it.
    public var description: String {
        switch self {
        case .chosen(let range): "chosen: matches \(range) (\(range.specificityName))"
        case .outranked(let range): "not asked: matches \(range) (\(range.specificityName))"
        case .declined(let reason): "declined: \(reason)"
        case .wrongType(let produces): "cannot produce it (produces \(produces))"
        case .mediaTypeDiffers: "media type does not match"
        }
    }
}

extension MediaRange {
    /// The specificity of the pattern in words.
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
