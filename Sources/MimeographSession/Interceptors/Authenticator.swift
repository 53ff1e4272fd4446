public import Mimeograph

/// Knows how requests carry a credential of its kind, such as an access token, and how it is renewed.
///
/// ```swift
/// struct OAuth: Authenticator {
///     func apply(_ token: Token, to request: inout RequestMessage) {
///         request.fields["Authorization"] = "Bearer \(token.access)"
///     }
///     func refresh(_ token: Token) async throws -> Token { try await api.post("token", .value(token.refresh)) }
///     func isRefusal(_ head: ResponseHead) -> Bool { head.status == 401 }
///     func needsRefresh(_ token: Token) -> Bool { token.ends < .now + .seconds(60) }
///     func carries(_ request: RequestMessage, _ token: Token) -> Bool {
///         request.fields["Authorization"] == "Bearer \(token.access)"
///     }
/// }
/// configuration.interceptors = [AuthenticationInterceptor(OAuth(), token: token)]
/// ```
public protocol Authenticator<Token>: Sendable {
    /// What requests carry.
    associatedtype Token: Sendable

    /// Puts the token into a request.
    func apply(_ token: Token, to request: inout RequestMessage)

    /// Gets another token. It is never called twice at the same time. The request that it makes must not go through the same
    /// interceptor, which waits for it.
    func refresh(_ token: Token) async throws -> Token

    /// Whether the token has to be renewed before it is used, for example because it is about to end.
    func needsRefresh(_ token: Token) -> Bool

    /// Whether the response says that the token is not taken. Default: status 401.
    func isRefusal(_ head: ResponseHead) -> Bool

    /// Whether a request carries this token, and not an older one.
    func carries(_ request: RequestMessage, _ token: Token) -> Bool
}

extension Authenticator {
    /// Status 401.
    public func isRefusal(_ head: ResponseHead) -> Bool { head.status == 401 }
    /// Never: the token is renewed when it is refused.
    public func needsRefresh(_ token: Token) -> Bool { false }
}
