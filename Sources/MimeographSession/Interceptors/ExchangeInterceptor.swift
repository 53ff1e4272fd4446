package import Mimeograph

/// An interceptor of single exchanges: it changes each request just before it is sent, and checks the head of each response.
///
/// `adapt` runs once for each attempt, before the session adds cookies, credentials, digests and validators. An exchange
/// interceptor runs after all of that, and again for each redirect, challenge and revalidation. Its `adapt` is called only if it
/// is inside another interceptor, where it would never run; it must throw ``SessionError/nestedInterceptor(_:)``.
package protocol ExchangeInterceptor: RequestInterceptor {
    /// Bytes that differ if the interceptor signs with another key or accepts other responses. They contain no key. A cached
    /// response is used only for requests with the same identities.
    var cacheIdentity: [UInt8] { get }

    /// The names, in lower case, of the fields that it adds.
    var addedNames: [String] { get }

    /// Whether the body of a response must match all supported digests in its `Content-Digest`, at least one of which the
    /// interceptor has checked.
    var requiresContentDigest: Bool { get }

    /// Returns whether it applies to exchanges with a URL.
    ///
    /// - Parameter isHome: Whether the URL is at an origin of the manager or, without a base URL, at the request's own origin.
    func applies(to url: RequestURL, isHome: Bool) -> Bool

    /// Changes a request just before it is sent. If it throws, nothing is sent.
    func prepare(_ request: inout RequestMessage) throws(SessionError)

    /// Checks the head of a response before the session uses any of it. If it throws, the exchange ends.
    ///
    /// - Parameter request: The request as it was sent.
    func check(_ head: ResponseHead, of request: RequestMessage) throws(SessionError)
}

extension ExchangeInterceptor {
    /// Accepts every response.
    package func check(_ head: ResponseHead, of request: RequestMessage) throws(SessionError) {}
}

extension RequestPipeline {
    /// Returns the interceptors that apply to an exchange with a URL, in order.
    ///
    /// - Parameter origin: The URL of the original request, before redirects.
    func exchangeInterceptors(for parsed: ParsedURL, of origin: ParsedURL) -> [any ExchangeInterceptor] {
        if configuration.interceptors.isEmpty { return [] }
        let isHome = isHome(parsed.url, of: origin.url)
        return configuration.interceptors.compactMap { interceptor in
            guard let interceptor = interceptor as? any ExchangeInterceptor else { return nil }
            return interceptor.applies(to: parsed.url, isHome: isHome) ? interceptor : nil
        }
    }

    /// Sends a request as the interceptors change it, and lets them check the response.
    nonisolated(nonsending) func send(
        _ request: RequestMessage,
        _ parsed: ParsedURL,
        _ options: TransportOptions,
        through interceptors: [any ExchangeInterceptor]
    ) async throws(SessionError) -> TransportResponse {
        if interceptors.isEmpty { return try await send(request, parsed, options) }
        let requiresDigest = interceptors.contains { $0.requiresContentDigest }
        if requiresDigest, configuration.digests == .ignored { throw .ignoredDigests }
        var sent = request
        sent.url = parsed.url.text
        for interceptor in interceptors { try interceptor.prepare(&sent) }
        let response = try await send(sent, parsed, options)
        var head = response.head
        head.requestMethod = sent.method
        head.url = parsed.url.text
        do throws(SessionError) {
            for interceptor in interceptors { try interceptor.check(head, of: sent) }
            if requiresDigest { try Self.checkDigest(head) }
        } catch {
            response.body.cancel()
            var error = error.with(head)
            // The head is not to be trusted, so no interceptor decides about retries because of it.
            error.isOfInterceptor = true
            throw error
        }
        return response
    }

    /// Rejects a body that cannot be compared with the `Content-Digest` in its head.
    private static func checkDigest(_ head: ResponseHead) throws(SessionError) {
        guard head.mayHaveBody else { return }
        guard !head.contentCodingsUndone else {
            throw .digestMissing("the transport has decoded its content coding")
        }
        guard DigestField.expected(DigestField.content, in: head.fields) != nil else {
            throw .digestMissing("Content-Digest is missing, cannot be parsed, or names no supported algorithm")
        }
    }
}

extension CachedExchange {
    /// Records the fields that observers and interceptors add after the lookup.
    mutating func addNames(_ observed: ExchangeObserving?, _ interceptors: [any ExchangeInterceptor]) {
        if let observed { namesAddedLater = observed.addedNames }
        for interceptor in interceptors { namesAddedLater.formUnion(interceptor.addedNames) }
    }
}

extension SessionError {
    /// The error for an interceptor of exchanges that is inside another interceptor.
    package static func nestedInterceptor(_ name: String) -> SessionError {
        SessionError(
            .invalidRequest,
            "A \(name) is inside another interceptor, where the session cannot call it.",
            remedy: "Put it into SessionConfiguration.interceptors itself."
        )
    }

    fileprivate static var ignoredDigests: SessionError {
        SessionError(
            .invalidRequest,
            "A signature of the response must cover Content-Digest, but SessionConfiguration.digests ignores digests.",
            remedy: "Set SessionConfiguration.digests to .verified."
        )
    }
}
