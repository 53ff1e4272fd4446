import Mimeograph
import MimeographSession

/// Gets access tokens for a key, and adds them to requests.
///
/// Source: RFC 6749 §4.4 (client credentials), RFC 6750 §2.1 (Bearer).
struct TokenAuthenticator: Authenticator {
    /// A token and its expiry.
    struct Token: Sendable {
        var text: String
        var ends: ContinuousClock.Instant

        /// An expired token, which must be refreshed before its first use.
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
        // The limit of one day prevents an overflow by the server's figure. The token expires here a little earlier than on the
        // server.
        let lifetime = min(max(grant.expires_in ?? 3600, 0), 86_400)
        return Token(text: grant.access_token, ends: .now + .seconds(max(1, lifetime - 10)))
    }

    func needsRefresh(_ token: Token) -> Bool { token.ends <= .now }

    func carries(_ request: RequestMessage, _ token: Token) -> Bool {
        request.fields["Authorization"] == "Bearer \(token.text)"
    }
}
