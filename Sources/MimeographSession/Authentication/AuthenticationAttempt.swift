import Mimeograph

/// The answering of challenges within one request.
struct AuthenticationAttempt {
    let memory: AuthenticationMemory
    /// The credential in the URL, until it was tried.
    var credential: Credential?

    /// What the request is sent with.
    private var answer: AuthenticationMemory.Answer?
    private var known: KnownURL?
    private var failureCount = 0
    private var answerCount = 0
    private var hasRenewed = false

    /// So often a challenge is answered within one request.
    private static let mostAnswers = 6

    init(memory: AuthenticationMemory, credential: Credential?) {
        self.memory = memory
        self.credential = credential
    }

    /// Whether what was learned is for that URL too.
    func isFor(_ other: RequestURL) -> Bool { known?.url.hasSameOrigin(as: other) ?? true }

    /// Puts the answer that is known into the request. A field that was set by hand stays, until a challenge is answered.
    mutating func prepare(_ request: inout RequestMessage, _ known: KnownURL) {
        let url = known.url
        if answerCount == 0 {
            answer = request.fields.contains("Authorization") ? nil : memory.answer(for: url)
        }
        self.known = known
        guard let answer, let value = memory.authorization(answer, for: url, method: request.method) else { return }
        request.fields["Authorization"] = value
    }

    /// Whether the response, of status 401, is a challenge that is answered now, so that the request is to go out again.
    mutating func answers(
        _ head: ResponseHead,
        to request: RequestMessage,
        _ url: RequestURL,
        credentials: (any CredentialProvider)?
    ) async -> Bool {
        guard answerCount < Self.mostAnswers,
            let (challenge, digest) = AuthenticationMemory.best(of: AuthenticationChallenge.challenges(in: head.fields))
        else { return false }
        if let refused = answer {
            memory.forget(refused, for: url)
            // A nonce that has ended says nothing about the password; one without that mark may have, so it is tried once.
            if let digest, case .digest(let known, let old) = refused, digest.nonce != old.nonce,
                digest.isStale || answerCount == 0 && !hasRenewed
            {
                hasRenewed = true
                take(.digest(known, digest), for: url)
                return true
            }
            failureCount += 1
        }
        answer = nil
        var found = credential
        credential = nil
        if found == nil {
            let asked = CredentialRequest(
                challenge: challenge,
                origin: url.origin,
                head: head,
                failureCount: failureCount
            )
            found = await credentials?.credential(for: asked)
        }
        guard let found else { return false }
        let made = AuthenticationMemory.answer(challenge, digest, with: found, for: url)
        // One that cannot be sent would go out without any, and come back for ever.
        guard memory.authorization(made, for: url, method: request.method) != nil else { return false }
        take(made, for: url)
        return true
    }

    private mutating func take(_ answer: AuthenticationMemory.Answer, for url: RequestURL) {
        answerCount += 1
        self.answer = answer
        memory.keep(answer, for: url)
    }

    /// A server that lets a request pass may give the nonce of the next one. Source: RFC 7616 §3.5.
    func learn(from head: ResponseHead, _ url: RequestURL) {
        guard case .digest(let credential, let challenge) = answer,
            let information = head.fields["Authentication-Info"],
            let next = AuthenticationChallenge.parse("digest \(information)").first?.parameters["nextnonce"]
        else { return }
        memory.keep(.digest(credential, challenge.replacing(nonce: next)), for: url)
    }
}
