/// A pattern for media types: `*/*`, `image/*`, `application/*+json`, `*/*+xml` or `text/html`, each with parameters
/// that a type must have.
///
/// ```swift
/// let range: MediaRange = "*/*+json"
/// range.match("application/problem+json")?.specificity   // 3
/// range.contains("application/json")              // false: it has no suffix
/// ```
///
/// A literal that is no media range does not trap. It gives a range that matches nothing and says why in ``invalidity``;
/// a registry refuses it.
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
    /// The parameters that a matching type must have. `charset` and `q` are never among them.
    public let requiredParameters: [MediaType.Parameter]
    /// Why the literal that this was made from is no media range; nil for every range that can match.
    public let invalidity: MediaTypeSyntaxError?

    /// The parts are trusted to be canonical, but for parameters that are never significant, which are left out.
    init(pattern: Pattern, parameters: [MediaType.Parameter], invalidity: MediaTypeSyntaxError? = nil) {
        self.pattern = pattern
        requiredParameters = parameters.isEmpty ? [] : parameters.filter { $0.name != "charset" && $0.name != "q" }
        self.invalidity = invalidity
    }
}

extension MediaRange {
    /// Reads a media range that a programmer or a configuration wrote.
    ///
    /// A wildcard stands for a whole type or subtype or for what comes before a suffix. `*/json` and a bare `text` are
    /// refused. A `charset` or `q` among the parameters is left out.
    ///
    /// - Throws: ``MediaTypeSyntaxError`` with any reason but ``MediaTypeSyntaxError/Reason/notConcrete`` and those
    ///   about weights.
    public init(_ text: String) throws(MediaTypeSyntaxError) {
        let syntax = try StrictMediaSyntax.parse(text)
        self.init(pattern: syntax.pattern, parameters: syntax.parameters)
    }

    /// Makes the range of just this type; its parameters, but for `charset`, are required.
    public init(_ type: MediaType) {
        self.init(pattern: .essence(type.essence), parameters: type.parameters)
    }

    /// `*/*`: every media type.
    public static let any = MediaRange(pattern: .any, parameters: [])

    /// The type that the range names, with the parameters it requires; nil where it has a wildcard or is invalid.
    public var concreteType: MediaType? {
        guard invalidity == nil, case .essence(let essence) = pattern else { return nil }
        return MediaType(canonicalEssence: essence, parameters: requiredParameters)
    }
}

extension MediaRange: ExpressibleByStringLiteral {
    /// Makes the range that a literal spells, or one that matches nothing and has an ``invalidity``.
    public init(stringLiteral text: String) {
        do throws(MediaTypeSyntaxError) {
            try self.init(text)
        } catch {
            self.init(pattern: .essence(""), parameters: [], invalidity: error)
        }
    }
}

extension MediaRange: CustomStringConvertible {
    /// The range as it is sent, without a weight; an invalid one gives the text it was made from, in quotes.
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
    /// How closely a range fits a type. The greater of two matches is the more specific.
    public struct Match: Hashable, Sendable {
        /// The specificity of the range, 1…5.
        public let specificity: Int
        /// The number of required parameters, all of which the type has.
        public let matchedParameters: Int
    }

    /// How specific the pattern is: 5 for `type/subtype`, 4 for `type/*+suffix`, 3 for `*/*+suffix`, 2 for `type/*` and 1
    /// for `*/*`.
    public var specificity: Int {
        switch pattern {
        case .essence: 5
        case .typeSuffix: 4
        case .anySuffix: 3
        case .type: 2
        case .any: 1
        }
    }

    /// How closely the range fits the type; nil where it does not.
    ///
    /// Each required parameter must be there with the same value, compared with regard to case; parameters that the
    /// range does not name never matter.
    public func match(_ type: MediaType) -> Match? {
        guard invalidity == nil, matchesEssence(of: type) else { return nil }
        for required in requiredParameters where !type.parameters.contains(required) { return nil }
        return Match(specificity: specificity, matchedParameters: requiredParameters.count)
    }

    /// Whether the type falls under the range.
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
    /// Whether the first match is the less specific: by specificity, then by the number of parameters.
    public static func < (one: MediaRange.Match, other: MediaRange.Match) -> Bool {
        (one.specificity, one.matchedParameters) < (other.specificity, other.matchedParameters)
    }
}

extension MediaType {
    /// Whether the part before the slash is `name`, which is in lower case.
    func hasType(_ name: String) -> Bool {
        let bytes = essence.utf8
        let length = name.utf8.count
        guard bytes.count > length else { return false }
        let slash = bytes.index(bytes.startIndex, offsetBy: length)
        return bytes[slash] == FieldSyntax.slash && bytes[..<slash].elementsEqual(name.utf8)
    }

    /// Whether the text after the last `+` of the subtype is `name`, which is in lower case and has no `+`.
    func hasSuffix(_ name: String) -> Bool {
        let bytes = essence.utf8
        let length = name.utf8.count
        // A name never has a slash, so a plus sign before it is one of the subtype.
        guard bytes.count > length + 1 else { return false }
        let start = bytes.index(bytes.endIndex, offsetBy: -length)
        return bytes[bytes.index(before: start)] == FieldSyntax.plus && bytes[start...].elementsEqual(name.utf8)
    }
}
