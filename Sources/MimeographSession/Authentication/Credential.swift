public import Mimeograph

/// A user's name and password.
public struct Credential: Hashable, Sendable {
    /// The name.
    public let username: String
    /// The password.
    public let password: String

    /// Makes a credential.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name; the password is not shown.
    public var description: String { "\(username) (password hidden)" }
    /// The name; the password is not shown.
    public var debugDescription: String { description }
    /// Shows the name only.
    public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}

/// A challenge, with what one has to know to answer it.
public struct CredentialRequest: Sendable {
    /// The challenge that is to be answered.
    public let challenge: AuthenticationChallenge
    /// Scheme, host and port of the server: `https://example.com`. A credential is for this server alone.
    public let origin: String
    /// The response that has the challenge.
    public let head: ResponseHead
    /// How many credentials the server has refused for this request so far.
    public let failureCount: Int
}

/// Has the names and passwords that servers ask for.
///
/// ```swift
/// configuration.credentials = try Credentials(["https://example.com": Credential(username: "ada", password: "…")])
/// ```
/// It is asked when a server answers 401 with a Basic or Digest challenge that is not answered yet, unless the URL of the request
/// names a user: that one is the only one that is sent then. The session keeps what was accepted, and uses it for further
/// requests to the same server with the same configuration, or with a copy of it whose provider was not set anew. No other
/// request is sent with it.
public protocol CredentialProvider: Sendable {
    /// The credential to answer with, or nil to take the 401 as the response.
    func credential(for request: CredentialRequest) async -> Credential?
}

/// Credentials that are known beforehand, each for one origin.
public struct Credentials: CredentialProvider {
    private let byOrigin: [String: Credential]

    /// Makes a provider.
    ///
    /// - Parameter byOrigin: Credentials by scheme, host and port: `https://example.com`, `http://localhost:8080`.
    /// - Throws: ``SessionError/Code/invalidURL`` for what is no such URL.
    public init(_ byOrigin: [String: Credential]) throws(SessionError) {
        var known: [String: Credential] = [:]
        for (text, credential) in byOrigin { known[try RequestURL(text).origin] = credential }
        self.byOrigin = known
    }

    /// The origin's credential, once: one that was refused is not offered again.
    public func credential(for request: CredentialRequest) async -> Credential? {
        request.failureCount == 0 ? byOrigin[request.origin] : nil
    }
}
