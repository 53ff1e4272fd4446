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
    /// The name, without the password.
    public var description: String { "\(username) (password hidden)" }
    /// The name, without the password.
    public var debugDescription: String { description }
    /// A mirror with the name only.
    public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}

/// A challenge with the details for answering it.
public struct CredentialRequest: Sendable {
    /// The challenge to answer.
    public let challenge: AuthenticationChallenge
    /// The scheme, host and port of the server, such as `https://example.com`. A credential is for this server only.
    public let origin: String
    /// The response with the challenge.
    public let head: ResponseHead
    /// The number of credentials that the server has rejected for this request so far.
    public let failureCount: Int
}

/// A provider of the names and passwords that servers ask for.
///
/// ```swift
/// configuration.credentials = try Credentials(["https://example.com": Credential(username: "ada", password: "…")])
/// ```
/// The session calls it if a server answers 401 with a Basic or Digest challenge that no stored credential answers. If the URL of
/// the request names a user, the session sends only that user's credential instead. It stores an accepted credential for requests
/// to the same server with the same configuration, or a copy with the same provider.
public protocol CredentialProvider: Sendable {
    /// Returns the credential to answer with, or nil to accept the 401 as the response.
    func credential(for request: CredentialRequest) async -> Credential?
}

/// A provider with a fixed credential for each origin.
public struct Credentials: CredentialProvider {
    private let byOrigin: [String: Credential]

    /// Makes a provider.
    ///
    /// - Parameter byOrigin: The credentials by scheme, host and port: `https://example.com`, `http://localhost:8080`.
    /// - Throws: ``SessionError/Code/invalidURL`` if a key is not such a URL.
    public init(_ byOrigin: [String: Credential]) throws(SessionError) {
        var known: [String: Credential] = [:]
        for (text, credential) in byOrigin { known[try RequestURL(text).origin] = credential }
        self.byOrigin = known
    }

    /// Returns the origin's credential once; a rejected credential is not offered again.
    public func credential(for request: CredentialRequest) async -> Credential? {
        request.failureCount == 0 ? byOrigin[request.origin] : nil
    }
}
