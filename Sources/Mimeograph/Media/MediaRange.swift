/// A pattern for media types: `*/*`, `image/*`, `application/*+json`, `*/*+xml` or `text/html`, each with parameters
/// that a type must have.
///
/// Source: RFC 9110 §12.5.1; the forms with a suffix are ours (RFC 6838 §4.2.8 suffixes).
public struct MediaRange: Hashable, Sendable {
    /// The pattern without its parameters.
    public enum Pattern: Hashable, Sendable {
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
    public let pattern: Pattern
    /// The parameters that a matching type must have. `charset` and `q` are never among them.
    public let requiredParameters: [MediaType.Parameter]
}
