import Mimeograph
import MimeographForm
import MimeographSupport

/// The credentials that servers have accepted, for later requests to the same servers.
///
/// Later requests send an accepted credential without waiting for a challenge: Basic to the folder of the challenged path, Digest
/// to the whole origin with an increasing nonce count. A credential is sent only to the same server, and only with requests that
/// get it from the same source. A provider's credential is only for requests of the same configuration. A credential in a URL is
/// not for a URL with another user, another password or none.
///
/// Source: RFC 7617 §2.2; RFC 7616 §3.6.
final class AuthenticationCache: Sendable {
    /// An answer to a challenge.
    enum Answer: Hashable, Sendable {
        case basic(Credential, realm: ByteEqualString, folder: String)
        case digest(Credential, DigestChallenge)

        var credential: Credential {
            switch self {
            case .basic(let credential, _, _), .digest(let credential, _): credential
            }
        }
    }

    /// The source of a credential.
    enum Source: Hashable, Sendable {
        /// The user and the password in a URL, compared by bytes: two spellings of a password are two passwords.
        case url(user: ByteEqualString, password: ByteEqualString)
        /// The provider of a configuration.
        case provider(CredentialSource)

        init(_ credential: Credential) {
            self = .url(user: ByteEqualString(credential.username), password: ByteEqualString(credential.password))
        }
    }

    /// The server that an answer is for, and the source of its credential.
    struct Key: Hashable, Sendable {
        let origin: ByteEqualString
        /// The socket that replaces the origin's host. Each socket is another server.
        let socket: ByteEqualString?
        /// The Host field, if the caller set it.
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

    /// The most stored answers. When there is one more, all others are removed.
    private static let mostAnswers = 256

    private let state = Locked<[Key: Entry]>([:])

    /// Returns the known answer for a URL, if any.
    func answer(for url: RequestURL, _ key: Key) -> Answer? {
        state.withLock { entries in
            guard !entries.isEmpty, let answer = entries[key]?.answer else { return nil }
            if case .basic(_, _, let folder) = answer, !url.path.beginsWithBytes(of: folder) { return nil }
            return answer
        }
    }

    /// Stores an answer.
    func keep(_ answer: Answer, _ key: Key) {
        state.withLock { entries in
            if entries.count >= Self.mostAnswers, entries[key] == nil { entries = [:] }
            entries[key] = Entry(answer: answer)
        }
    }

    /// Removes a rejected answer, unless another one has replaced it.
    func forget(_ answer: Answer, _ key: Key) {
        state.withLock { entries in
            if entries[key]?.answer == answer { entries[key] = nil }
        }
    }

    /// Returns the value of the Authorization field; nil if the credential cannot be sent.
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

    /// Returns the strongest supported challenge.
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

    /// Returns the answer to a challenge with a credential.
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

/// The identity of a configuration's provider. Setting a provider makes a new one; copies of the configuration share it.
final class CredentialSource: Hashable, Sendable {
    static func == (one: CredentialSource, other: CredentialSource) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
