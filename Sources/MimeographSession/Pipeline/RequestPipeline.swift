import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A pipeline that carries one request to its response: through cookies, the cache, proxies, challenges and redirects.
///
/// The entry point is ``perform(_:prepare:finish:)`` in RequestPipeline+Attempts.swift. It makes one attempt after the other, as
/// the interceptors decide. An attempt is a loop, with one exchange of the transport in each iteration:
///
/// 1. The session adds fields, cookies, a known credential, and the codings that it can decode.
/// 2. The cache answers the request, or adds a validator.
/// 3. Interceptors of exchanges sign the request. The transport carries the exchange, and they check the head of the response.
/// 4. A 401 that can be answered and a redirect that is followed start another iteration. Anything else is the response.
final class RequestPipeline: Sendable {
    let transport: any Transport
    private let snapshot: ConfigurationSnapshot
    var configuration: SessionConfiguration { snapshot.value }
    var home: HomeOrigins? { snapshot.home }
    let authenticationCache: AuthenticationCache
    let transferState: TransferState
    /// The revalidations that the session makes in the background.
    let revalidations: BackgroundRevalidations
    /// The observation of each exchange; nil without an observer.
    let observation: (any RequestObservation)?
    let task: Int
    /// The URL of the request, if it has been parsed.
    private let parsedURL: ParsedURL?

    init(
        transport: any Transport,
        configuration: ConfigurationSnapshot,
        authenticationCache: AuthenticationCache,
        transferState: TransferState,
        revalidations: BackgroundRevalidations,
        observation: (any RequestObservation)?,
        task: Int,
        parsedURL: ParsedURL?
    ) {
        self.transport = transport
        snapshot = configuration
        self.authenticationCache = authenticationCache
        self.transferState = transferState
        self.revalidations = revalidations
        self.observation = observation
        self.task = task
        self.parsedURL = parsedURL
    }

    /// Returns a pipeline with the same configuration for a request that no caller waits for.
    func inBackground(
        _ transferState: TransferState,
        _ parsedURL: ParsedURL,
        _ observation: (any RequestObservation)? = nil
    ) -> RequestPipeline {
        RequestPipeline(
            transport: transport,
            configuration: snapshot,
            authenticationCache: authenticationCache,
            transferState: transferState,
            revalidations: revalidations,
            observation: observation,
            task: task,
            parsedURL: parsedURL
        )
    }

    /// The limits up to which an unwanted response body is read, so that its connection can be used again. Beyond them, the
    /// connection is closed.
    private static let drainLimit = 64 << 10
    private static let drainTime = Duration.seconds(1)

    /// Sends the request and returns the response whose body is to be read.
    ///
    /// - Parameters:
    ///   - secrets: The names, in lower case, of fields that are secret because an interceptor set them.
    ///   - ownKey: The idempotency key for other origins, after a redirect; nil for none.
    nonisolated(nonsending) func response(
        to original: RequestMessage,
        secrets: Set<String> = [],
        ownKey: String? = nil
    ) async throws(SessionError) -> SessionResponse {
        if let refusal = original.fields.refused.first ?? configuration.fields.refused.first {
            throw SessionError(
                .invalidRequest,
                "The request cannot be sent: \(refusal)",
                remedy: "Set the field to a value that a message can hold.",
                underlying: [refusal]
            )
        }
        // An interceptor may have changed the URL.
        var parsed = if let parsedURL, parsedURL.text == original.url { parsedURL } else { try ParsedURL(original.url) }
        var request = original
        let isHome = home?.contain(parsed.url) ?? true
        for line in configuration.fields where !original.fields.contains(line.name) {
            if isHome || !RedirectRules.isOfAnOrigin(line.name) { try? request.fields.append(line.name, line.value) }
        }
        let origin = parsed
        var redirectCount = 0
        // The URL whose user the request is sent as.
        var userURL = parsed.url
        var authentication = attempt(for: parsed.url, request, userURL)
        var chain = CookieChain(configuration.initiator, parsed, configuration.cookies)
        while true {
            let context = chain.context(request.method)
            guard let response = try await exchange(&request, parsed, of: origin, context, secrets, &authentication)
            else {
                continue
            }
            try RedirectRules.checkLocation(of: response.head)
            guard configuration.redirects.limit > 0,
                let target = try RedirectRules.target(of: response.head, from: parsed.url)
            else { return response }
            var url = parsed.url
            let (head, body) = (response.head, response.body)
            let next = RedirectRules.next(
                request,
                status: head.status,
                from: url,
                to: target,
                secrets: secrets,
                ownKey: ownKey
            )
            let redirect = RedirectPolicy.Redirect(head: head, request: next, count: redirectCount)
            switch try await decision(about: redirect) {
            case .stop:
                return response
            case .follow:
                try check(from: url, to: target, head)
                (request, url) = (next, target.withoutCredential)
            case .send(let other):
                (request, url) = (other, try RequestURL(other.url))
                if url.namesUser { userURL = url }
            }
            guard redirectCount < configuration.redirects.limit else {
                throw SessionError(
                    .tooManyRedirects,
                    "The server redirected more than \(configuration.redirects.limit) times in a row.",
                    remedy: "The server may redirect in a loop. To allow more redirects, raise RedirectPolicy.limit."
                ).with(head)
            }
            redirectCount += 1
            transferState.count { $0.redirectCount += 1 }
            await drain(body)
            parsed = ParsedURL(url)
            chain.follow(to: parsed, configuration.cookies)
            if url.namesUser || !authentication.isFor(url) { authentication = attempt(for: url, request, userURL) }
        }
    }

    /// Returns the authentication for requests to one origin. A user that a URL of the request names counts at the origin of that
    /// URL, even if redirects led elsewhere in between. Otherwise the provider's user counts.
    private func attempt(
        for url: RequestURL,
        _ request: RequestMessage,
        _ userURL: RequestURL
    ) -> AuthenticationAttempt {
        let isNamed = userURL.namesUser && userURL.hasSameOrigin(as: url)
        return AuthenticationAttempt(
            cache: authenticationCache,
            identity: AuthenticationAttempt.Identity(
                named: isNamed ? userURL.credential : nil,
                source: isNamed ? nil : configuration.credentialSource,
                socket: configuration.options.unixSocketPath,
                host: request.fields["Host"]
            )
        )
    }

    private func decision(
        about redirect: RedirectPolicy.Redirect
    ) async throws(SessionError) -> RedirectPolicy.Decision {
        guard let decide = configuration.redirects.decide else { return .follow }
        do {
            return try await Deadline.abandon(at: transferState.deadline) { await decide(redirect) }
        } catch {
            throw Task.isCancelled ? SessionError.cancelled : .resourceTimedOut
        }
    }

    private func check(from url: RequestURL, to target: RequestURL, _ head: ResponseHead) throws(SessionError) {
        guard url.isSecure, !target.isSecure, !configuration.redirects.allowsDowngrade else { return }
        throw SessionError(
            .redirectRefused,
            "The server redirects from https to http.",
            remedy: "If that is intended, set RedirectPolicy.allowsDowngrade."
        ).with(head)
    }

    /// Performs one exchange, or returns nil if the request must be sent again, for example because a challenge was answered.
    ///
    /// - Parameters:
    ///   - origin: The URL that the program named, before any redirects.
    ///   - secrets: The names, in lower case, of fields that are secret because an interceptor set them.
    private nonisolated(nonsending) func exchange(
        _ request: inout RequestMessage,
        _ parsed: ParsedURL,
        of origin: ParsedURL,
        _ context: CookieContext,
        _ secrets: Set<String>,
        _ authentication: inout AuthenticationAttempt
    ) async throws(SessionError) -> SessionResponse? {
        let options = try options(for: parsed.url, of: origin.url)
        do throws(TransportError) {
            try check(options, parsed.url)
        } catch {
            throw SessionError(error).about(request.method, parsed.url.text)
        }
        let interceptors = exchangeInterceptors(for: parsed, of: origin)
        var sent = request
        authentication.prepare(&sent, parsed)
        if let cookies = configuration.cookies, !sent.fields.contains("Cookie"),
            let field = cookies.field(
                for: parsed.url,
                socket: options.unixSocketPath,
                context: context,
                now: Date()
            )
        {
            sent.fields["Cookie"] = field
        }
        addAcceptEncoding(to: &sent.fields)
        configuration.digests.ask(&sent.fields)
        try configuration.contentDigest?.addField(to: &sent)
        var cached = CachedExchange(
            configuration.cache,
            sent,
            parsed.url,
            CachePartition.Route(
                options,
                transport,
                secrets,
                configuration.cache == nil ? [] : interceptors.map { $0.cacheIdentity }
            ),
            configuration.staleResponses
        )
        if let answer = cached?.freshResponse {
            if answer.isToBeRevalidated, let cached {
                revalidate(sent, parsed, of: origin, options, context, cached)
            }
            return try response(answer)
        }
        cached?.addValidators(to: &sent.fields)
        if transferState.closedGate != nil { await transferState.waitWhileSuspended() }
        let observed = try observe(&sent, parsed, of: origin)
        cached?.addNames(observed, interceptors)
        let received: TransportResponse
        do throws(SessionError) {
            received = try await send(sent, parsed, options, through: interceptors)
        } catch {
            observed?.end(nil, .failed(error))
            if !Task.isCancelled, let answer = cached?.answer(inPlaceOf: error) { return try response(answer) }
            throw error
        }
        let (head, transferred) = self.received(received, request, parsed, options, context, observed)
        if let answer = cached?.answer(inPlaceOf: head.status) {
            await drain(transferred, atMost: .milliseconds(50))
            return try response(answer)
        }
        // Source: RFC 9110 §10.1.1.
        if head.status == 417, request.fields.expectContinue {
            request.fields.remove("Expect")
            await drain(transferred)
            return nil
        }
        if head.status == 401 {
            let credentials = configuration.credentials.map {
                TimeLimitedCredentials(provider: $0, deadline: transferState.deadline)
            }
            if await authentication.answers(head, to: sent, parsed.url, credentials: credentials) {
                transferState.count { $0.challengeCount += 1 }
                await drain(transferred)
                return nil
            }
        } else {
            authentication.learn(from: head, parsed.url)
        }
        // If the provider ran out of time, its answer does not mean that it has no credential.
        if head.status == 401, let deadline = transferState.deadline, deadline <= .now { throw .resourceTimedOut }
        if head.status == 401, Task.isCancelled { throw .cancelled }
        guard let cached else {
            try verify(transferred, head, interceptors)
            return SessionResponse(head: head, body: transferred, transferState: transferState)
        }
        switch cached.validation(by: head) {
        case .confirmed(let head, let bytes):
            transferState.count { $0.cache = .validated }
            await drain(transferred)
            return SessionResponse(head: head, body: try verifiedStored(bytes, head), transferState: transferState)
        case .mismatch:
            await drain(transferred)
            return nil
        case .none: break
        }
        try verify(transferred, head, interceptors)
        _ = cached.store(transferred, head: head, transferState: transferState)
        return SessionResponse(head: head, body: transferred, transferState: transferState)
    }

    private func response(_ answer: CachedExchange.Answer) throws(SessionError) -> SessionResponse {
        transferState.count { $0.cache = answer.use }
        return SessionResponse(
            head: answer.head,
            body: try verifiedStored(answer.body, answer.head),
            transferState: transferState
        )
    }

    /// Stores the cookies of a response, and returns the session's head and the body as it arrives.
    func received(
        _ response: TransportResponse,
        _ request: RequestMessage,
        _ parsed: ParsedURL,
        _ options: TransportOptions,
        _ context: CookieContext,
        _ observed: ExchangeObserving? = nil
    ) -> (ResponseHead, SessionBody) {
        var head = response.head
        head.requestMethod = request.method
        head.url = parsed.url.text
        transferState.endStep(status: head.status, nil)
        configuration.cookies?.store(
            head.fields,
            from: parsed.url,
            socket: options.unixSocketPath,
            context: context,
            now: Date(),
            mayWait: false
        )
        let exchange = BodyChunks.Exchange(
            head,
            transferState,
            request: (request.method, parsed),
            observed: observed
        )
        return (head, SessionBody(BodyChunks(response.body, of: exchange)))
    }

    /// Verifies a body before anything else reads it. The bodies of redirects that are followed are not verified.
    func verify(
        _ body: SessionBody,
        _ head: ResponseHead,
        _ interceptors: [any ExchangeInterceptor]
    ) throws(SessionError) {
        try configuration.digests.verify(
            body,
            head,
            isPartVerified: transferState.verifiesWhole,
            checksAll: interceptors.contains { $0.requiresContentDigest }
        )
    }

    /// Verifies a stored body if digests are required now, because an earlier configuration may have required less.
    private func verifiedStored(_ bytes: [UInt8], _ head: ResponseHead) throws(SessionError) -> SessionBody {
        let body = SessionBody(BodyChunks(bytes))
        if configuration.digests == .required {
            try configuration.digests.verify(body, head, isPartVerified: false)
        }
        return body
    }

    /// Asks for the codings that can be decoded. A range is requested without codings, because a part cannot be decoded.
    ///
    /// Source: RFC 9110 §12.5.3; Fetch §4.6 "HTTP-network-or-cache fetch" for ranges.
    private func addAcceptEncoding(to fields: inout HeaderFields) {
        guard let names = configuration.acceptEncoding, !fields.contains("Accept-Encoding") else { return }
        fields["Accept-Encoding"] = fields.contains("Range") ? "identity" : names
    }

    /// Returns the options for a URL, with its proxy. The general client identity stays only at the origin that the program
    /// named.
    private func options(for url: RequestURL, of origin: RequestURL) throws(SessionError) -> TransportOptions {
        var options = configuration.options
        if !isHome(url, of: origin) { options.securityPolicy = options.securityPolicy.withoutGeneralIdentity }
        if options.proxy == nil, options.unixSocketPath == nil {
            options.proxy = try configuration.proxies.proxy(for: url)
        }
        return options
    }

    /// Whether a URL is at an origin of the manager or, without a base URL, at the request's own origin.
    func isHome(_ url: RequestURL, of origin: RequestURL) -> Bool {
        home?.contain(url) ?? url.hasSameOrigin(as: origin)
    }

    /// Passes the request to the observation before it is sent, and adds the observation's fields.
    func observe(
        _ request: inout RequestMessage,
        _ parsed: ParsedURL,
        of origin: ParsedURL
    ) throws(SessionError) -> ExchangeObserving? {
        guard let observation else { return nil }
        let exchange = ObservedExchange(
            task: task,
            method: request.method,
            url: parsed.url.withoutCredential,
            resendCount: transferState.metrics.steps.count,
            isHome: isHome(parsed.url, of: origin.url)
        )
        return try ExchangeObserving(observation, exchange, addingTo: &request.fields)
    }

    nonisolated(nonsending) func send(
        _ request: RequestMessage,
        _ parsed: ParsedURL,
        _ options: TransportOptions
    ) async throws(SessionError) -> TransportResponse {
        try checkChunks(of: request, to: parsed.url)
        var message = TransportRequest(
            method: request.method,
            url: parsed.url.text,
            fields: request.fields,
            body: request.body,
            options: options
        )
        message.trailers = request.trailers
        message.onInterimResponse = transferState.interimObserver
        if transferState.isPausable {
            if request.body.hasSource, transport.waitsForSuspendedTasks {
                message.transferState = transferState
            } else {
                message.body = try request.body.pausable(by: transferState)
            }
        }
        if case .none = request.body {
            // There is nothing to count.
        } else {
            let before = transferState.expectToSend(total: try request.body.length)
            message.onBytesSent = { [transferState] in transferState.sent(total: before + $0) }
        }
        message.isOfSession = true
        transferState.beginStep(parsed)
        let sent = message
        do throws(TransportError) {
            let response = try await Deadline.within(transferState.deadline) {
                [transport] () async throws(TransportError) in
                try await transport.send(sent)
            }
            // The version of HTTP is now known.
            transferState.endStep(status: nil, response.body.metrics)
            return response
        } catch {
            if let deadline = transferState.deadline, error.code == .timedOut, deadline <= .now {
                throw SessionError.resourceTimedOut.about(request.method, parsed.url.text)
            }
            throw SessionError(error).about(request.method, parsed.url.text)
        }
    }

    /// Rejects what the policy forbids, before a connection or the cache is used, and transports that cannot enforce it.
    private func check(_ options: TransportOptions, _ url: RequestURL) throws(TransportError) {
        let policy = options.securityPolicy
        if policy.storage.isStandard { return }
        try policy.checkConnection(to: url, proxy: options.proxy)
        guard transport.enforces(policy) else { throw .cannotEnforce("the transport does not support all its rules") }
    }

    /// Reads the rest of a small body, to free its connection. Ends the exchange if that takes too long.
    func drain(_ body: SessionBody, atMost limit: Duration = drainTime) async {
        transferState.skipBody()
        let watchdog = Task { [weak chunks = body.chunks] in
            if (try? await Task.sleep(for: limit)) != nil { chunks?.cancel() }
        }
        defer { watchdog.cancel() }
        var count = 0
        while count <= Self.drainLimit, let chunk = try? await body.chunks.nextChunk() { count += chunk.count }
    }
}

/// A provider of credentials that is limited to the time of the request.
private struct TimeLimitedCredentials: CredentialProvider {
    let provider: any CredentialProvider
    let deadline: ContinuousClock.Instant?

    func credential(for request: CredentialRequest) async -> Credential? {
        (try? await Deadline.abandon(at: deadline) { await provider.credential(for: request) }) ?? nil
    }
}

extension HeaderFields {
    /// Whether the request waits for the server's consent before it sends the body. Source: RFC 9110 §10.1.1.
    var expectContinue: Bool {
        values(of: "Expect").contains { FieldSyntax.equalsIgnoringCase($0, "100-continue") }
    }
}

extension RequestURL {
    /// The URL without a user and password. In a redirect they come from the server and are not a credential.
    fileprivate var withoutCredential: RequestURL { (try? RequestURL(text)) ?? self }

    /// Whether the URL has a user, including one that cannot be decoded.
    fileprivate var namesUser: Bool { userInformation?.isEmpty == false }
}
