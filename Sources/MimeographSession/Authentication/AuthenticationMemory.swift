import Mimeograph

/// What a session knows about who is to be told which name and password.
///
/// A credential that was accepted is sent with further requests before they are refused: Basic to paths at or below the one that
/// asked, Digest to the whole origin, with the nonce counted on.
///
/// Source: RFC 7617 §2.2; RFC 7616 §3.6.
final class AuthenticationMemory: Sendable {
    /// How a challenge is answered.
    enum Answer: Hashable, Sendable {
        case basic(Credential, realm: String, folder: String)
        case digest(Credential, DigestChallenge)

        var credential: Credential {
            switch self {
            case .basic(let credential, _, _), .digest(let credential, _): credential
            }
        }
    }

    private struct Entry {
        var answer: Answer
        var nonceCount = 0
    }

    /// At most so many origins are remembered; whoever meets more forgets all.
    private static let mostOrigins = 256

    private let state = Guarded<[String: Entry]>([:])

    /// The answer that is known for a URL, if any.
    func answer(for url: RequestURL) -> Answer? {
        state.withLock { entries in
            guard !entries.isEmpty, let answer = entries[url.origin]?.answer else { return nil }
            if case .basic(_, _, let folder) = answer, !url.path.hasPrefix(folder) { return nil }
            return answer
        }
    }

    /// Keeps an answer for an origin.
    func keep(_ answer: Answer, for url: RequestURL) {
        state.withLock { entries in
            if entries.count >= Self.mostOrigins, entries[url.origin] == nil { entries = [:] }
            entries[url.origin] = Entry(answer: answer)
        }
    }

    /// Forgets an answer that was refused, unless there is another one by now.
    func forget(_ answer: Answer, for url: RequestURL) {
        state.withLock { entries in
            if entries[url.origin]?.answer == answer { entries[url.origin] = nil }
        }
    }

    /// The value of the Authorization field; nil where the credential cannot be sent.
    func authorization(_ answer: Answer, for url: RequestURL, method: HTTPMethod) -> String? {
        switch answer {
        case .basic(let credential, _, _):
            return try? HTTPRequestSerializer.basicAuthorization(
                username: credential.username,
                password: credential.password
            )
        case .digest(let credential, let challenge):
            let count = state.withLock { entries in
                guard entries[url.origin]?.answer == answer else { return 1 }
                entries[url.origin]?.nonceCount += 1
                return entries[url.origin]?.nonceCount ?? 1
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
            let rank = if let digest { digest.usesSHA256 ? 3 : 2 } else { challenge.scheme == "basic" ? 1 : 0 }
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
        return .basic(credential, realm: challenge.realm, folder: String(url.path[...end]))
    }
}
