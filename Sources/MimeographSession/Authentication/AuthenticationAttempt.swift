import Mimeograph

/// The answers to the authentication challenges of one request.
///
/// Only one credential is sent: from the URL of the request, otherwise from the provider of its configuration. If the request has
/// none, or the server rejects it, no other credential is tried.
struct AuthenticationAttempt {
    /// The source of a request's credential, and its server.
    struct Identity {
        /// The credential in the URL.
        let named: Credential?
        /// The provider of the configuration, if any.
        let source: CredentialSource?
        /// The Unix-domain socket of the connection, if any.
        let socket: String?
        /// The Host field that the caller set.
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
    /// Whether the caller set an Authorization field.
    private var isSetByHand = false

    /// The answer that the request is sent with.
    private var answer: AuthenticationCache.Answer?
    private var lastURL: ParsedURL?
    private var failureCount = 0
    private var answerCount = 0
    private var hasRenewed = false

    /// The most answers to challenges within one request.
    private static let mostAnswers = 6

    init(cache: AuthenticationCache, identity: Identity) {
        self.cache = cache
        self.identity = identity
    }

    /// Returns whether a URL has the origin that this attempt is for.
    func isFor(_ other: RequestURL) -> Bool { lastURL?.url.hasSameOrigin(as: other) ?? true }

    /// Adds the known answer, unless the caller set the field. If the server rejects that, only the user in the URL may answer.
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

    /// Returns whether a response of status 401 has a challenge that can be answered, so that the request is sent again.
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
            // A stale nonce says nothing about the password. A new nonce without that mark may mean the same, so it is tried
            // once.
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
        // If the credential cannot be sent, the request would be sent without it and rejected each time.
        guard cache.authorization(made, for: url, key, method: request.method) != nil else { return false }
        use(made, key)
        return true
    }

    private mutating func use(_ answer: AuthenticationCache.Answer, _ key: AuthenticationCache.Key) {
        answerCount += 1
        self.answer = answer
        cache.keep(answer, key)
    }

    /// Stores the server's next nonce. A field with control characters is ignored, because later requests send the nonce back.
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
