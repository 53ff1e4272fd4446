/// Says which type the body of a failed response is decoded as.
///
/// Where status and content type of an unacceptable response both match, the body is decoded with the serializer that the
/// registry has for that content type and that Swift type, and the value stands in
/// ``SerializationError/decodedBody``; a failure to decode stands in ``SerializationError/underlying``.
///
/// ```swift
/// struct APIError: Decodable, Sendable { var code: Int, reason: String }
/// try registry.register(errorBody: ErrorBodyRule(APIError.self, for: ["application/json"]))
/// ```
public struct ErrorBodyRule: Sendable {
    /// The type of the value.
    public let type: any (Decodable & Sendable).Type
    /// The content types that the rule is for.
    public let mediaRanges: [MediaRange]
    /// The status codes that the rule is for.
    public let statuses: StatusCodes
    /// Whether a plugin has registered the rule.
    fileprivate var isOfModule = false

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - mediaRanges: The content types that the rule is for.
    ///   - statuses: The status codes that the rule is for. Default 400–599.
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
    /// Rules are tried in the order in which they were registered, your own before those of plugins.
    ///
    /// - Parameter rule: Which statuses and media types have such a body.
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
    /// Whether the rule is for a response with this head.
    package func applies(to head: ResponseHead) -> Bool {
        guard statuses.contains(head.status), let type = head.contentType else { return false }
        return mediaRanges.contains { $0.contains(type) }
    }
}
