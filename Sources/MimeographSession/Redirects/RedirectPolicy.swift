public import Mimeograph

/// Decides about redirects: how many, where to, and what goes along.
///
/// ```swift
/// configuration.redirects = .none                                       // a 302 is the response
/// configuration.redirects.decide = { redirect in
///     redirect.request.url.hasPrefix("https://example.com/") ? .follow : .stop
/// }
/// ```
/// Whatever it decides: a redirect leads to `http` or `https` only, and what a field holds that is secret by its name does not go to
/// another origin: `Authorization`, `Proxy-Authorization`, `Cookie`, `X-Api-Key`, `Private-Token` and the like. Whoever wants it
/// to gives another request by ``Decision/send(_:)``.
public struct RedirectPolicy: Sendable {
    /// How many redirects may follow each other. Default 20. With 0 none is followed, and the response that redirects is the
    /// response.
    public var limit: Int
    /// Whether a redirect may lead from `https` to `http`. Default false: it is an error.
    public var allowsDowngrade: Bool
    /// Asked before each redirect; nil follows all of them.
    public var decide: (@Sendable (Redirect) async -> Decision)?

    /// Makes a policy.
    public init(
        limit: Int = 20,
        allowsDowngrade: Bool = false,
        decide: (@Sendable (Redirect) async -> Decision)? = nil
    ) {
        self.limit = limit
        self.allowsDowngrade = allowsDowngrade
        self.decide = decide
    }

    /// Follows at most 20 redirects.
    public static let standard = RedirectPolicy()
    /// Follows none: the response that redirects is the response.
    public static let none = RedirectPolicy(limit: 0)

    /// What is done about a redirect.
    public enum Decision: Sendable {
        /// The request goes where the server says.
        case follow
        /// The response that redirects is the response.
        case stop
        /// This request goes out instead; its URL is absolute.
        case send(RequestMessage)
    }

    /// A redirect that is about to be followed.
    public struct Redirect: Sendable {
        /// The response that redirects; its `url` is where it came from.
        public let head: ResponseHead
        /// The request that would go out, with its absolute URL; secrets of another origin are taken out already.
        public let request: RequestMessage
        /// How many redirects were followed before this one.
        public let count: Int
    }
}
