public import Mimeograph

/// What a server asks for before it answers, as WWW-Authenticate has it.
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme in lower case: `basic`, `digest`, `bearer` or another.
    public let scheme: String
    /// The parameters, their names in lower case.
    public let parameters: [String: String]

    /// What is protected, in the server's words.
    public var realm: String { parameters["realm"] ?? "" }

    /// Reads all challenges of a response, in order.
    ///
    /// A line with control characters, which would be sent back in a credential, is passed over.
    ///
    /// Source: RFC 9110 §11.6.1, §11.2, §5.5.
    public static func challenges(in fields: HeaderFields) -> [AuthenticationChallenge] {
        fields.values(of: "WWW-Authenticate")
            .filter(\.isFieldContent)
            .flatMap { parse($0) }
    }

    /// Several challenges may stand in one field, and their parameters are separated by the same comma as they are: what has an
    /// equals sign behind its name is a parameter, everything else begins a challenge.
    static func parse(_ text: String) -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        var scanner = FieldScanner(text)
        var scheme: String?
        var parameters: [String: String] = [:]
        func finish() {
            if let scheme { challenges.append(AuthenticationChallenge(scheme: scheme, parameters: parameters)) }
            parameters = [:]
        }
        while true {
            scanner.skipToElement()
            guard let name = scanner.token() else { break }
            var after = scanner
            after.skipSpaces()
            if scheme != nil, after.skip("=") {
                scanner = after
                scanner.skipSpaces()
                let key = name.lowercased()
                let value = scanner.value()
                // The first one counts: a later one may have been smuggled in.
                if parameters[key] == nil { parameters[key] = value }
                continue
            }
            finish()
            scheme = name.lowercased()
            scanner.skipSpaces()
            skipToken68(&scanner)
        }
        finish()
        return challenges
    }

    /// Goes over the one value that some schemes have instead of parameters. Source: RFC 9110 §11.2 `token68`.
    private static func skipToken68(_ scanner: inout FieldScanner) {
        var ahead = scanner
        let isPart = { (byte: UInt8) in FieldScanner.isToken(byte) || byte == UInt8(ascii: "/") }
        guard ahead.run(while: isPart) != nil else { return }
        _ = ahead.run { $0 == UInt8(ascii: "=") }
        ahead.skipSpaces()
        if ahead.isAtEnd || ahead.next == UInt8(ascii: ",") { scanner = ahead }
    }
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
