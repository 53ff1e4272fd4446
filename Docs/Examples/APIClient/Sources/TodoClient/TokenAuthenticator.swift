import Mimeograph
import MimeographSession

/// Gets access tokens for a key, and puts them into requests.
///
/// Source: RFC 6749 §4.4 (client credentials), RFC 6750 §2.1 (Bearer).
struct TokenAuthenticator: Authenticator {
    /// A token and when it ends.
    struct Token: Sendable {
        var text: String
        var ends: ContinuousClock.Instant

        /// No token yet: one that has to be renewed before it is used.
        static var ended: Token { Token(text: "", ends: .now) }
    }

    let key: String
    let api: HTTPSessionManager

    func apply(_ token: Token, to request: inout RequestMessage) {
        request.fields["Authorization"] = "Bearer \(token.text)"
    }

    func refresh(_ token: Token) async throws -> Token {
        struct Grant: Decodable, Sendable {
            var access_token: String
            var expires_in: Int?
        }
        let grant: Grant = try await api.post(
            "token",
            .form(["grant_type": "client_credentials", "client_secret": key])
        )
        // A day at most, so that no figure of the server's is too large to add; and not to its last second.
        let lifetime = min(max(grant.expires_in ?? 3600, 0), 86_400)
        return Token(text: grant.access_token, ends: .now + .seconds(max(1, lifetime - 10)))
    }

    func needsRefresh(_ token: Token) -> Bool { token.ends <= .now }

    func carries(_ request: RequestMessage, _ token: Token) -> Bool {
        request.fields["Authorization"] == "Bearer \(token.text)"
    }
}
