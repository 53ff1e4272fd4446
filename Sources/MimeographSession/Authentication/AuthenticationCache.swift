import Mimeograph
import MimeographForm
import MimeographSupport

/// The credentials that servers have accepted, for further requests to the same servers.
///
/// A credential that was accepted is sent with further requests before they are refused: Basic to paths at or below the one that
/// asked, Digest to the whole origin, with the nonce counted on. It goes to the same server only, and only with requests that
/// have it from the same source: what one configuration's provider knows is not for the requests of another one, and neither is
/// what a URL names for a URL that names another user, another password or none.
///
/// Source: RFC 7617 §2.2; RFC 7616 §3.6.
final class AuthenticationCache: Sendable {
    /// How a challenge is answered.
    enum Answer: Hashable, Sendable {
        case basic(Credential, realm: ByteEqualString, folder: String)
        case digest(Credential, DigestChallenge)

        var credential: Credential {
            switch self {
            case .basic(let credential, _, _), .digest(let credential, _): credential
            }
        }
    }

    /// Where a credential comes from.
    enum Source: Hashable, Sendable {
        /// The user and the password in the URL, byte by byte: two spellings of a password are two passwords.
        case url(user: ByteEqualString, password: ByteEqualString)
        /// The provider of a configuration.
        case provider(CredentialSource)

        init(_ credential: Credential) {
            self = .url(user: ByteEqualString(credential.username), password: ByteEqualString(credential.password))
        }
    }

    /// Which server an answer is for, and whose it is.
    struct Key: Hashable, Sendable {
        let origin: ByteEqualString
        /// The socket that is connected to instead of the origin's host: behind each is another server.
        let socket: ByteEqualString?
        /// The Host field where the request has one of its own.
        let host: ByteEqualString?
        let source: Source

        init(_ url: RequestURL, socket: String?, host: String?, source: Source) {
            origin = ByteEqualString(url.origin)
            self.socket = socket.map { ByteEqualString($0) }
            self.host = host.map { ByteEqualString($0) }
            self.source = source
        }
    }

    private struct Entry {
        var answer: Answer
        var nonceCount = 0
    }

    /// The most answers that are kept; one more removes all of them.
    private static let mostAnswers = 256

    private let state = Locked<[Key: Entry]>([:])

    /// The answer that is known for a URL, if any.
    func answer(for url: RequestURL, _ key: Key) -> Answer? {
        state.withLock { entries in
            guard !entries.isEmpty, let answer = entries[key]?.answer else { return nil }
            if case .basic(_, _, let folder) = answer, !url.path.beginsWithBytes(of: folder) { return nil }
            return answer
        }
    }

    /// Keeps an answer.
    func keep(_ answer: Answer, _ key: Key) {
        state.withLock { entries in
            if entries.count >= Self.mostAnswers, entries[key] == nil { entries = [:] }
            entries[key] = Entry(answer: answer)
        }
    }

    /// Forgets an answer that was refused, unless there is another one by now.
    func forget(_ answer: Answer, _ key: Key) {
        state.withLock { entries in
            if entries[key]?.answer == answer { entries[key] = nil }
        }
    }

    /// The value of the Authorization field; nil where the credential cannot be sent.
    func authorization(_ answer: Answer, for url: RequestURL, _ key: Key, method: HTTPMethod) -> String? {
        switch answer {
        case .basic(let credential, _, _):
            return try? HTTPRequestSerializer.basicAuthorization(
                username: credential.username,
                password: credential.password
            )
        case .digest(let credential, let challenge):
            let count = state.withLock { entries in
                guard entries[key]?.answer == answer else { return 1 }
                entries[key]?.nonceCount += 1
                return entries[key]?.nonceCount ?? 1
            }
            var generator = SystemRandomNumberGenerator()
            let random = [generator.next(), generator.next()].map { String($0, radix: 16) }.joined()
            return challenge.authorization(
                credential,
                method: method.rawValue,
                uri: url.target,
                nonceCount: count,
                clientNonce: random
            )
        }
    }

    /// How the strongest challenge that is understood would be answered, without the credential.
    static func best(
        of challenges: [AuthenticationChallenge]
    ) -> (challenge: AuthenticationChallenge, digest: DigestChallenge?)? {
        var best: (rank: Int, challenge: AuthenticationChallenge, digest: DigestChallenge?)?
        for challenge in challenges {
            let digest = DigestChallenge(challenge)
            let isBasic = challenge.scheme.hasSameBytes(as: "basic")
            let rank = if let digest { digest.usesSHA256 ? 3 : 2 } else { isBasic ? 1 : 0 }
            if rank > best?.rank ?? 0 { best = (rank, challenge, digest) }
        }
        return best.map { ($0.challenge, $0.digest) }
    }

    /// The answer with a credential.
    static func answer(
        _ challenge: AuthenticationChallenge,
        _ digest: DigestChallenge?,
        with credential: Credential,
        for url: RequestURL
    ) -> Answer {
        if let digest { return .digest(credential, digest) }
        let end = url.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? url.path.startIndex
        return .basic(credential, realm: ByteEqualString(challenge.realm), folder: String(url.path[...end]))
    }
}

/// What a configuration's provider is known by: it is made when the provider is set, and copies of the configuration share it.
final class CredentialSource: Hashable, Sendable {
    static func == (one: CredentialSource, other: CredentialSource) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
