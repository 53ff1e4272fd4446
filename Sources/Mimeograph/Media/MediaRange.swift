/// A pattern for media types: `*/*`, `image/*`, `application/*+json`, `*/*+xml` or `text/html`, each with optional required
/// parameters.
///
/// ```swift
/// let range: MediaRange = "*/*+json"
/// range.match("application/problem+json")?.specificity   // 3
/// range.contains("application/json")              // false: it has no suffix
/// ```
///
/// An invalid literal does not trap. It makes a range that matches nothing and states the reason in ``invalidity``; a registry
/// rejects it.
///
/// Source: RFC 9110 §12.5.1; the forms with a suffix are ours (RFC 6838 §4.2.8 suffixes).
public struct MediaRange: Hashable, Sendable {
    /// The pattern without its parameters.
    package enum Pattern: Hashable, Sendable {
        /// `*/*`
        case any
        /// `type/*`
        case type(String)
        /// `*/*+suffix`
        case anySuffix(String)
        /// `type/*+suffix`
        case typeSuffix(String, suffix: String)
        /// `type/subtype`
        case essence(String)
    }

    /// The pattern without its parameters.
    package let pattern: Pattern
    /// The parameters that a matching type must have, never `charset` or `q`.
    public let requiredParameters: [MediaType.Parameter]
    /// The error of an invalid literal; nil for every range that can match.
    public let invalidity: MediaTypeSyntaxError?

    /// Makes a range of canonical parts, without `charset` and `q`.
    init(pattern: Pattern, parameters: [MediaType.Parameter], invalidity: MediaTypeSyntaxError? = nil) {
        self.pattern = pattern
        requiredParameters = parameters.isEmpty ? [] : parameters.filter { $0.name != "charset" && $0.name != "q" }
        self.invalidity = invalidity
    }
}

extension MediaRange {
    /// Parses a media range from a program or a configuration.
    ///
    /// A wildcard replaces a whole type or subtype, or the text before a suffix. `*/json` and a bare `text` are rejected. A
    /// `charset` or `q` parameter is omitted.
    ///
    /// - Throws: ``MediaTypeSyntaxError`` with any reason but ``MediaTypeSyntaxError/Reason/notConcrete`` and those
    ///   about weights.
    public init(_ text: String) throws(MediaTypeSyntaxError) {
        let syntax = try StrictMediaSyntax.parse(text)
        self.init(pattern: syntax.pattern, parameters: syntax.parameters)
    }

    /// Makes the range of one type; its parameters except `charset` are required.
    public init(_ type: MediaType) {
        self.init(pattern: .essence(type.essence), parameters: type.parameters)
    }

    /// `*/*`, which matches every media type.
    public static let any = MediaRange(pattern: .any, parameters: [])

    /// The type that the range names, with its required parameters; nil if it has a wildcard or is invalid.
    public var concreteType: MediaType? {
        guard invalidity == nil, case .essence(let essence) = pattern else { return nil }
        return MediaType(canonicalEssence: essence, parameters: requiredParameters)
    }
}

extension MediaRange: ExpressibleByStringLiteral {
    /// Makes the range of a literal; an invalid one matches nothing and has an ``invalidity``.
    public init(stringLiteral text: String) {
        do throws(MediaTypeSyntaxError) {
            try self.init(text)
        } catch {
            self.init(pattern: .essence(""), parameters: [], invalidity: error)
        }
    }
}

extension MediaRange: CustomStringConvertible {
    /// The range for sending, without a weight; for an invalid range, its text in quotes.
    public var description: String {
        if let invalidity { return invalidity.text.quotedForMessage }
        var text =
            switch pattern {
            case .any: "*/*"
            case .type(let type): "\(type)/*"
            case .anySuffix(let suffix): "*/*+\(suffix)"
            case .typeSuffix(let type, let suffix): "\(type)/*+\(suffix)"
            case .essence(let essence): essence
            }
        for parameter in requiredParameters { parameter.write(into: &text) }
        return text
    }
}

extension MediaRange {
    /// The specificity of a match. The greater of two matches is the more specific.
    public struct Match: Hashable, Sendable {
        /// The specificity of the range, 1…5.
        public let specificity: Int
        /// The number of required parameters, which the type all has.
        public let matchedParameters: Int
    }

    /// The specificity of the pattern: 5 for `type/subtype`, 4 for `type/*+suffix`, 3 for `*/*+suffix`, 2 for `type/*` and 1 for
    /// `*/*`.
    public var specificity: Int {
        switch pattern {
        case .essence: 5
        case .typeSuffix: 4
        case .anySuffix: 3
        case .type: 2
        case .any: 1
        }
    }

    /// Returns how specifically the range matches the type; nil if it does not match.
    ///
    /// The type must have each required parameter with the same value, compared case-sensitively. Other parameters are ignored.
    public func match(_ type: MediaType) -> Match? {
        guard invalidity == nil, matchesEssence(of: type) else { return nil }
        for required in requiredParameters where !type.parameters.contains(required) { return nil }
        return Match(specificity: specificity, matchedParameters: requiredParameters.count)
    }

    /// Whether the range matches the type.
    public func contains(_ type: MediaType) -> Bool { match(type) != nil }

    private func matchesEssence(of type: MediaType) -> Bool {
        switch pattern {
        case .any: true
        case .essence(let essence): type.essence == essence
        case .type(let name): type.hasType(name)
        case .anySuffix(let suffix): type.hasSuffix(suffix)
        case .typeSuffix(let name, let suffix): type.hasSuffix(suffix) && type.hasType(name)
        }
    }
}

extension MediaRange.Match: Comparable {
    /// Whether the first match is less specific, by the pattern and then by the number of parameters.
    public static func < (one: MediaRange.Match, other: MediaRange.Match) -> Bool {
        (one.specificity, one.matchedParameters) < (other.specificity, other.matchedParameters)
    }
}

extension MediaType {
    /// Whether the part before the slash is `name`, which must be in lower case.
    func hasType(_ name: String) -> Bool {
        let bytes = essence.utf8
        let length = name.utf8.count
        guard bytes.count > length else { return false }
        let slash = bytes.index(bytes.startIndex, offsetBy: length)
        return bytes[slash] == FieldSyntax.slash && bytes[..<slash].elementsEqual(name.utf8)
    }

    /// Whether the text after the last `+` of the subtype is `name`, which must be in lower case without a `+`.
    func hasSuffix(_ name: String) -> Bool {
        let bytes = essence.utf8
        let length = name.utf8.count
        // A name never has a slash, so a plus sign before it belongs to the subtype.
        guard bytes.count > length + 1 else { return false }
        let start = bytes.index(bytes.endIndex, offsetBy: -length)
        return bytes[bytes.index(before: start)] == FieldSyntax.plus && bytes[start...].elementsEqual(name.utf8)
    }
}
