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
