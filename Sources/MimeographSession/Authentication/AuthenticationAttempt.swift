import Mimeograph

/// The answering of challenges within one request.
///
/// The one credential that is sent is the one that the request names: that of its URL, else that of its configuration's provider.
/// Where it names none, or that one is refused, no other takes its part.
struct AuthenticationAttempt {
    /// The user that requests to a server are sent as, and the server.
    struct Identity {
        /// The credential in the URL.
        let named: Credential?
        /// The provider of the configuration; nil where it has none.
        let source: CredentialSource?
        /// The Unix-domain socket that is connected to, where it is one.
        let socket: String?
        /// The Host field that was set by hand.
        let host: String?

        func key(_ url: RequestURL) -> AuthenticationCache.Key? {
            let from = named.map { AuthenticationCache.Source($0) } ?? source.map { .provider($0) }
            return from.map { AuthenticationCache.Key(url, socket: socket, host: host, source: $0) }
        }
    }

    let cache: AuthenticationCache
    private let identity: Identity
    /// Whether the credential of the URL was tried.
    private var hasTriedNamed = false
    /// Whether the request came with an Authorization field of its own.
    private var isSetByHand = false

    /// What the request is sent with.
    private var answer: AuthenticationCache.Answer?
    private var lastURL: ParsedURL?
    private var failureCount = 0
    private var answerCount = 0
    private var hasRenewed = false

    /// So often a challenge is answered within one request.
    private static let mostAnswers = 6

    init(cache: AuthenticationCache, identity: Identity) {
        self.cache = cache
        self.identity = identity
    }

    /// Whether what was learned is for that URL too.
    func isFor(_ other: RequestURL) -> Bool { lastURL?.url.hasSameOrigin(as: other) ?? true }

    /// Puts the answer that is known into the request. A field that was set by hand names who sends it: it stays, and only the
    /// user whom the URL names besides may answer where it is refused.
    mutating func prepare(_ request: inout RequestMessage, _ parsed: ParsedURL) {
        let url = parsed.url
        let key = identity.key(url)
        if answerCount == 0 {
            isSetByHand = request.fields.contains("Authorization")
            answer = isSetByHand ? nil : key.flatMap { cache.answer(for: url, $0) }
        }
        lastURL = parsed
        guard let answer, let key, let value = cache.authorization(answer, for: url, key, method: request.method)
        else {
            return
        }
        request.fields["Authorization"] = value
    }

    /// Whether the response, of status 401, is a challenge that is answered now, so that the request is to go out again.
    mutating func answers(
        _ head: ResponseHead,
        to request: RequestMessage,
        _ url: RequestURL,
        credentials: (any CredentialProvider)?
    ) async -> Bool {
        guard answerCount < Self.mostAnswers, !isSetByHand || identity.named != nil, let key = identity.key(url),
            let (challenge, digest) = AuthenticationCache.best(of: AuthenticationChallenge.challenges(in: head.fields))
        else { return false }
        if let refused = answer {
            cache.forget(refused, key)
            // A nonce that has ended says nothing about the password; one without that mark may have, so it is tried once.
            if let digest, case .digest(let credential, let old) = refused, digest.nonce != old.nonce,
                digest.isStale || answerCount == 0 && !hasRenewed
            {
                hasRenewed = true
                use(.digest(credential, digest), key)
                return true
            }
            failureCount += 1
        }
        answer = nil
        let found: Credential?
        if let named = identity.named {
            found = hasTriedNamed ? nil : named
            hasTriedNamed = true
        } else {
            let asked = CredentialRequest(
                challenge: challenge,
                origin: url.origin,
                head: head,
                failureCount: failureCount
            )
            found = await credentials?.credential(for: asked)
        }
        guard let found else { return false }
        let made = AuthenticationCache.answer(challenge, digest, with: found, for: url)
        // With one that cannot be sent, the request would go out without any, and be refused without end.
        guard cache.authorization(made, for: url, key, method: request.method) != nil else { return false }
        use(made, key)
        return true
    }

    private mutating func use(_ answer: AuthenticationCache.Answer, _ key: AuthenticationCache.Key) {
        answerCount += 1
        self.answer = answer
        cache.keep(answer, key)
    }

    /// A server that lets a request pass may give the nonce of the next one. One with control characters, which would be sent
    /// back, is passed over.
    ///
    /// Source: RFC 7616 §3.5; RFC 9110 §5.5.
    func learn(from head: ResponseHead, _ url: RequestURL) {
        guard case .digest(let credential, let challenge) = answer, let key = identity.key(url),
            let information = head.fields["Authentication-Info"], information.isFieldContent,
            let next = AuthenticationChallenge.parse("digest \(information)").first?.parameters["nextnonce"]
        else { return }
        cache.keep(.digest(credential, challenge.replacing(nonce: next)), key)
    }
}
