/// A rule that decodes the body of a failed response as a type.
///
/// If both the status and the content type of an unacceptable response match, the registry decodes the body as the type.
/// ``SerializationError/decodedBody`` has the value; ``SerializationError/underlying`` has the error if decoding fails.
///
/// ```swift
/// struct APIError: Decodable, Sendable { var code: Int, reason: String }
/// try registry.register(errorBody: ErrorBodyRule(APIError.self, for: ["application/json"]))
/// ```
public struct ErrorBodyRule: Sendable {
    /// The type of the value.
    public let type: any (Decodable & Sendable).Type
    /// The content types that the rule applies to.
    public let mediaRanges: [MediaRange]
    /// The status codes that the rule applies to.
    public let statuses: StatusCodes
    /// Whether a plugin has registered the rule.
    fileprivate var isOfModule = false

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - mediaRanges: The content types that the rule applies to.
    ///   - statuses: The status codes that the rule applies to. Default 400–599.
    public init<Body: Decodable & Sendable>(
        _ type: Body.Type,
        for mediaRanges: [MediaRange],
        statuses: StatusCodes = .errors
    ) {
        self.type = type
        self.mediaRanges = mediaRanges
        self.statuses = statuses
    }
}

extension SerializerRegistry {
    /// Registers a type for the bodies of errors.
    ///
    /// Your own rules are tried before the rules of plugins, in the order in which they were registered.
    ///
    /// - Parameter rule: The statuses and media types that have such a body.
    /// - Throws: ``RegistryError/invalidMediaRange(_:)``; the registry is then unchanged.
    public mutating func register(errorBody rule: ErrorBodyRule) throws(RegistryError) {
        if let invalidity = rule.mediaRanges.lazy.compactMap(\.invalidity).first {
            throw .invalidMediaRange(invalidity)
        }
        var rule = rule
        rule.isOfModule = currentModule != nil
        let index = rule.isOfModule ? nil : errorBodies.firstIndex(where: \.isOfModule)
        errorBodies.insert(rule, at: index ?? errorBodies.endIndex)
    }
}

extension ErrorBodyRule {
    package func applies(to head: ResponseHead) -> Bool {
        guard statuses.contains(head.status), let type = head.contentType else { return false }
        return mediaRanges.contains { $0.contains(type) }
    }
}
