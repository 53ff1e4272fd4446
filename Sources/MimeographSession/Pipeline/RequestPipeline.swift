import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries one request to its response: through cookies, the cache, proxies, challenges and redirects.
///
/// ``perform(_:prepare:finish:)``, in RequestPipeline+Attempts.swift, is the way in: it makes one attempt after the other, as the
/// interceptors say. One attempt is a loop, each turn one exchange of the transport:
///
/// 1. what the session adds: fields, cookies, a credential that is known, the codings that it can undo;
/// 2. the cache may answer, or add a validator;
/// 3. the transport carries it;
/// 4. a 401 that can be answered, and a redirect that is followed, make another turn; everything else is the response.
final class RequestPipeline: Sendable {
    let transport: any Transport
    private let snapshot: ConfigurationSnapshot
    var configuration: SessionConfiguration { snapshot.value }
    var home: HomeOrigins? { snapshot.home }
    let authenticationCache: AuthenticationCache
    let transferState: TransferState
    /// What the session asks by itself.
    let revalidations: BackgroundRevalidations
    /// What sees each exchange; nil where nothing does.
    let observation: (any RequestObservation)?
    /// The number of the task.
    let task: Int
    /// The URL of the request, where it was read already.
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

    /// A pipeline for a request that no caller waits for, with the same configuration.
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

    /// Bodies of responses that are not wanted are read to their end up to this many bytes and for this long, so that the connection
    /// can be used again; a longer or slower one costs the connection.
    private static let drainLimit = 64 << 10
    private static let drainTime = Duration.seconds(1)

    /// Sends the request and gives the response whose body is to be read.
    ///
    /// - Parameter secrets: The names, in lower case, of fields that are secret because of who has set them.
    nonisolated(nonsending) func response(
        to original: RequestMessage,
        secrets: Set<String> = []
    ) async throws(SessionError) -> SessionResponse {
        if let refusal = original.fields.refused.first ?? configuration.fields.refused.first {
            throw SessionError(
                .invalidRequest,
                "The request cannot be sent: \(refusal)",
                remedy: "Set the field to a value that a message can hold.",
                underlying: [refusal]
            )
        }
        // An interceptor may have changed it.
        var parsed = if let parsedURL, parsedURL.text == original.url { parsedURL } else { try ParsedURL(original.url) }
        var request = original
        let isHome = home?.contain(parsed.url) ?? true
        for line in configuration.fields where !original.fields.contains(line.name) {
            if isHome || !RedirectRules.isOfAnOrigin(line.name) { try? request.fields.append(line.name, line.value) }
        }
        let origin = parsed
        var redirectCount = 0
        // The URL that says who sends the request.
        var userURL = parsed.url
        var authentication = attempt(for: parsed.url, request, userURL)
        var chain = CookieChain(configuration.initiator, parsed, configuration.cookies)
        while true {
            let context = chain.context(request.method)
            guard let response = try await exchange(&request, parsed, of: origin, context, secrets, &authentication)
            else {
                continue
            }
            guard configuration.redirects.limit > 0,
                let target = try RedirectRules.target(of: response.head, from: parsed.url)
            else { return response }
            var url = parsed.url
            let (head, body) = (response.head, response.body)
            let next = RedirectRules.next(request, status: head.status, from: url, to: target, secrets: secrets)
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
                    "More than \(configuration.redirects.limit) redirects followed each other.",
                    remedy: "The server may redirect in a circle; RedirectPolicy.limit allows more."
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

    /// Answers challenges to requests for one origin: as the user that the URL of the request names, wherever redirects lead
    /// meanwhile, else as the user that the provider names.
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
            remedy: "Where that is meant, set RedirectPolicy.allowsDowngrade."
        ).with(head)
    }

    /// One exchange; nil where the request is to go out again: a challenge was answered, or the server does not know `Expect`.
    ///
    /// - Parameters:
    ///   - origin: The URL that the program named, where the redirects began.
    ///   - secrets: The names, in lower case, of fields that are secret because of who set them.
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
            CachePartition.Route(options, transport, secrets),
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
        if let observed { cached?.namesAddedLater = observed.addedNames }
        let received: TransportResponse
        do throws(SessionError) {
            received = try await send(sent, parsed, options)
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
        // A provider that had no time to answer has not said that there is no credential.
        if head.status == 401, let deadline = transferState.deadline, deadline <= .now { throw .resourceTimedOut }
        if head.status == 401, Task.isCancelled { throw .cancelled }
        guard let cached else {
            try verify(transferred, head)
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
        try verify(transferred, head)
        _ = cached.store(transferred, head: head, transferState: transferState)
        return SessionResponse(head: head, body: transferred, transferState: transferState)
    }

    /// A response out of the cache.
    private func response(_ answer: CachedExchange.Answer) throws(SessionError) -> SessionResponse {
        transferState.count { $0.cache = answer.use }
        return SessionResponse(
            head: answer.head,
            body: try verifiedStored(answer.body, answer.head),
            transferState: transferState
        )
    }

    /// What has come, with its cookies kept: the head as the session gives it, and the body as it arrives.
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

    /// Holds a body to its digests before anything else sees it; redirects are followed, and not read.
    func verify(_ body: SessionBody, _ head: ResponseHead) throws(SessionError) {
        try configuration.digests.verify(body, head, isPartVerified: transferState.verifiesWhole)
    }

    /// What a cache stored was verified as the configuration of then said, which may have required less.
    private func verifiedStored(_ bytes: [UInt8], _ head: ResponseHead) throws(SessionError) -> SessionBody {
        let body = SessionBody(BodyChunks(bytes))
        if configuration.digests == .required {
            try configuration.digests.verify(body, head, isPartVerified: false)
        }
        return body
    }

    /// Asks for the codings that can be undone; for a range none, since a piece of a coded body cannot.
    ///
    /// Source: RFC 9110 §12.5.3; Fetch §4.6 "HTTP-network-or-cache fetch" for ranges.
    private func addAcceptEncoding(to fields: inout HeaderFields) {
        guard let names = configuration.acceptEncoding, !fields.contains("Accept-Encoding") else { return }
        fields["Accept-Encoding"] = fields.contains("Range") ? "identity" : names
    }

    /// How a request is sent there: with the proxy that it goes through, and with the client's identity only if it stays at the origin that
    /// the program has named.
    private func options(for url: RequestURL, of origin: RequestURL) throws(SessionError) -> TransportOptions {
        var options = configuration.options
        if !isHome(url, of: origin) { options.securityPolicy = options.securityPolicy.withoutGeneralIdentity }
        if options.proxy == nil, options.unixSocketPath == nil {
            options.proxy = try configuration.proxies.proxy(for: url)
        }
        return options
    }

    /// Whether a URL is at home: at an origin of the manager, or, if that has no base URL, at the request's own.
    private func isHome(_ url: RequestURL, of origin: RequestURL) -> Bool {
        home?.contain(url) ?? url.hasSameOrigin(as: origin)
    }

    /// Lets the observation see what is about to go out, and adds its fields.
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
            // Nothing to count.
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
            // The version of HTTP is known from here on.
            transferState.endStep(status: nil, response.body.metrics)
            return response
        } catch {
            if let deadline = transferState.deadline, error.code == .timedOut, deadline <= .now {
                throw SessionError.resourceTimedOut.about(request.method, parsed.url.text)
            }
            throw SessionError(error).about(request.method, parsed.url.text)
        }
    }

    /// Refuses what the policy forbids before anything is connected, or taken from the cache, and transports that cannot enforce it.
    private func check(_ options: TransportOptions, _ url: RequestURL) throws(TransportError) {
        let policy = options.securityPolicy
        if policy.storage.isStandard { return }
        try policy.checkConnection(to: url, proxy: options.proxy)
        guard transport.enforces(policy) else { throw .cannotEnforce("the transport does not judge servers") }
    }

    /// Reads what is left of a small body, so that the connection is free again; ends the exchange if that takes too long.
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

/// A provider of credentials that has no more time than the request.
private struct TimeLimitedCredentials: CredentialProvider {
    let provider: any CredentialProvider
    let deadline: ContinuousClock.Instant?

    func credential(for request: CredentialRequest) async -> Credential? {
        (try? await Deadline.abandon(at: deadline) { await provider.credential(for: request) }) ?? nil
    }
}

extension HeaderFields {
    /// Whether the server is asked to say that it wants the body before that is sent. Source: RFC 9110 §10.1.1.
    var expectContinue: Bool {
        values(of: "Expect").contains { FieldSyntax.equalsIgnoringCase($0, "100-continue") }
    }
}

extension RequestURL {
    /// What a server puts before `@` in a redirect is no credential.
    fileprivate var withoutCredential: RequestURL { (try? RequestURL(text)) ?? self }

    /// Whether a user stands before `@`, also one whose name cannot be read.
    fileprivate var namesUser: Bool { userInformation?.isEmpty == false }
}
