/// The limit that a body exceeded, by how much, and how to raise it.
public struct LimitExcess: Hashable, Sendable {
    /// Which limit.
    public let limit: DecodingLimits.Limit
    /// What the limit allows, in the limit's unit.
    public let allowed: Int
    /// What the body has or needs, in the same unit; nil where only "more" is known.
    public let actual: Int?

    /// Makes the record of an exceeded limit.
    public init(_ limit: DecodingLimits.Limit, allowed: Int, actual: Int? = nil) {
        self.limit = limit
        self.allowed = allowed
        self.actual = actual
    }
}

extension SerializationError {
    /// Makes the error for an exceeded limit; it names the limit, the actual figure and the setting that raises it.
    ///
    /// - Parameters:
    ///   - limit: Which limit.
    ///   - allowed: What it allows.
    ///   - actual: What the body has or needs; nil where only "more" is known.
    ///   - location: Where in the body it was noticed.
    public static func limitExceeded(
        _ limit: DecodingLimits.Limit,
        allowed: Int,
        actual: Int? = nil,
        at location: SourceLocation? = nil
    ) -> SerializationError {
        let figure = actual.map { "\($0)" } ?? "more than \(allowed)"
        var error = SerializationError(
            .limitExceeded,
            "The body exceeds the limit on \(limit.noun): \(figure) \(limit.unit), and \(allowed) are allowed.",
            at: location,
            remedy: "If you trust the sender, raise DecodingLimits.\(limit.rawValue)."
        )
        error.limit = LimitExcess(limit, allowed: allowed, actual: actual)
        return error
    }
}
