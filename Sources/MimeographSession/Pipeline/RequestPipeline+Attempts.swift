import Mimeograph

extension RequestPipeline {
    /// Rejects a body in chunks for a server that has answered this request in HTTP/1.0, which has no chunks.
    ///
    /// Source: RFC 9112 §6.1.
    func checkChunks(of request: RequestMessage, to url: RequestURL) throws(SessionError) {
        if case .none = request.body { return }
        guard
            request.trailers != nil || request.fields.contains("Transfer-Encoding") || request.body.knownLength == nil,
            let last = transferState.metrics.steps.last(where: {
                $0.target.url.hasSameOrigin(as: url) && $0.status != nil
            }),
            last.transport.protocolVersion == ResponseHeadParser.Version.http1_0.rawValue,
            request.trailers != nil || !request.fields.contains("Content-Length"), try request.body.length == nil
        else { return }
        throw SessionError(
            .invalidRequest,
            "The server answered in HTTP/1.0, so the body must not be sent in chunks, and its length is unknown.",
            remedy: "Give the body a length, for example with BodyStream(length:)."
        ).about(request.method, url.text)
    }

    /// Sends the request as the interceptors adapt it, as often as they decide, and converts the response.
    ///
    /// - Parameters:
    ///   - request: The request as the caller made it; each attempt starts with it.
    ///   - addsKey: Whether a retry policy may add an idempotency key.
    ///   - prepare: Changes the request before each attempt and before the interceptors.
    ///   - finish: Converts the response into the value. Its errors may be retried too.
    nonisolated(nonsending) func perform<Value: Sendable>(
        _ request: RequestMessage,
        addsKey: Bool = true,
        prepare: @Sendable (inout RequestMessage) -> Void = { _ in },
        finish: nonisolated(nonsending) @Sendable (SessionResponse) async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        do throws(SessionError) {
            guard configuration.interceptors.isEmpty else {
                return try await attempts(request, addsKey: addsKey, prepare: prepare, finish: finish)
            }
            var prepared = request
            prepare(&prepared)
            let response = try await response(to: prepared)
            await transferState.countBody()?.waitForCalls(until: transferState.deadline)
            return try await finish(response)
        } catch {
            var error = error.about(request.method, request.url)
            if error.isOfResourceTimeout, let limit = configuration.resourceTimeout {
                error.message = "The request took longer than \(limit), the resource timeout."
            }
            error.metrics = transferState.metrics
            throw error
        }
    }

    private nonisolated(nonsending) func attempts<Value: Sendable>(
        _ request: RequestMessage,
        addsKey: Bool,
        prepare: @Sendable (inout RequestMessage) -> Void,
        finish: nonisolated(nonsending) @Sendable (SessionResponse) async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        // The policies' own key, and the key at the origin of the request: the first attempt's, whoever set it.
        let isRetriedByKey = configuration.interceptors.contains { ($0 as? RetryPolicy)?.retriesByKey(request) == true }
        let ownKey = isRetriedByKey ? IdempotencyKey.random() : nil
        var key: String?
        var request = request
        if let ownKey, addsKey, !request.fields.contains(IdempotencyKey.field) {
            request.fields[IdempotencyKey.field] = ownKey
        }
        var retryCount = 0
        // The number of retries that each interceptor has asked for.
        var ownCounts = [Int](repeating: 0, count: configuration.interceptors.count)
        while true {
            var adapted = request
            var failure: FailedAttempt?
            do throws(SessionError) {
                prepare(&adapted)
                let secrets: Set<String>
                (adapted, secrets) = try await adapt(adapted)
                if ownKey != nil {
                    if let key {
                        adapted.fields[IdempotencyKey.field] = key
                    } else {
                        key = adapted.fields[IdempotencyKey.field]
                    }
                }
                let response = try await self.response(to: adapted, secrets: secrets, ownKey: ownKey)
                guard response.head.status >= 400 else {
                    await transferState.countBody()?.waitForCalls(until: transferState.deadline)
                    return try await finish(response)
                }
                let seen = FailedAttempt(request: adapted, head: response.head, error: nil, retryCount: retryCount)
                if try await !isRetried(seen, response.body, &ownCounts) {
                    // The interceptors have decided about the status; they are asked again only about other errors.
                    failure = seen
                    await transferState.countBody()?.waitForCalls(until: transferState.deadline)
                    return try await finish(response)
                }
            } catch {
                let wasAsked = failure != nil && error.code == .unacceptableStatus
                if wasAsked || error.code == .cancelled || error.isOfInterceptor { throw error }
                let seen = FailedAttempt(
                    request: adapted,
                    head: failure?.head ?? error.head,
                    error: error,
                    retryCount: retryCount
                )
                guard try await isRetried(seen, nil, &ownCounts) else { throw error }
            }
            retryCount += 1
            transferState.count { $0.retryCount += 1 }
        }
    }

    /// Returns the request as the interceptors adapt it, and the names of the fields that are secret because they set them.
    private func adapt(_ request: RequestMessage) async throws(SessionError) -> (RequestMessage, Set<String>) {
        var adapted = request
        var secrets: Set<String> = []
        for interceptor in configuration.interceptors where mayAdapt(interceptor, adapted.url) {
            // It changes each exchange instead.
            if interceptor is any ExchangeInterceptor { continue }
            do {
                let request = adapted
                adapted = try await Deadline.abandon(at: transferState.deadline) {
                    try await interceptor.adapt(request)
                }
                secrets.formUnion(AddedFields.names(from: request.fields, to: adapted.fields))
            } catch {
                if Task.isCancelled { throw .cancelled }
                var error = SessionError(
                    wrapping: error,
                    as: .interceptorFailed,
                    "An interceptor could not adapt the request.",
                    remedy: "See the underlying error."
                )
                error.isOfInterceptor = true
                throw error
            }
        }
        return (adapted, secrets)
    }

    /// Whether an interceptor may adapt a request. A page that a server put elsewhere needs an interceptor for that origin.
    private func mayAdapt(_ interceptor: any RequestInterceptor, _ url: String) -> Bool {
        guard isHome(interceptor, url) else { return false }
        guard let home, home.isOfPages, (interceptor as? any SecretInterceptor)?.origins == nil else { return true }
        return (try? RequestURL(url)).map(home.contain) ?? false
    }

    /// Whether an interceptor applies to a URL. An interceptor that adds a secret applies only to the secret's origins.
    private func isHome(_ interceptor: any RequestInterceptor, _ url: String) -> Bool {
        guard let keeper = interceptor as? any SecretInterceptor, home != nil || keeper.origins != nil,
            let url = try? RequestURL(url)
        else { return true }
        return keeper.origins?.contains(url) ?? home?.contain(url) ?? true
    }

    /// Asks the interceptors whether to retry, and waits as long as the deciding one says.
    ///
    /// - Parameter body: The body of the response. It does not hold its connection during the wait.
    private func isRetried(
        _ failure: FailedAttempt,
        _ body: SessionBody?,
        _ ownCounts: inout [Int]
    ) async throws(SessionError) -> Bool {
        for (index, interceptor) in configuration.interceptors.enumerated() {
            // A response of another origin, after a redirect, says nothing about the secret.
            guard isHome(interceptor, failure.head?.url ?? failure.request.url) else { continue }
            var failure = failure
            failure.ownRetryCount = ownCounts[index]
            // Renewing the secret may need the connection.
            let isRefused = (interceptor as? any SecretInterceptor)?.isRefused(failure) ?? false
            if isRefused { await discard(body) }
            switch try await decision(of: interceptor, about: failure) {
            case .doNotRetry: continue
            case .fail(var error):
                error.isOfInterceptor = true
                throw error
            case .retry(let wait):
                if let deadline = transferState.deadline, .now + wait >= deadline { throw .resourceTimedOut }
                if !isRefused { await discard(body) }
                if wait > .zero { try? await Task.sleep(for: wait) }
                if Task.isCancelled { throw .cancelled }
                ownCounts[index] += 1
                return true
            }
        }
        return false
    }

    /// Reads the rest of an unwanted body or ends its exchange, to free the connection.
    private func discard(_ body: SessionBody?) async {
        guard let body else { return }
        await drain(body)
        body.cancel()
    }

    /// Asks an interceptor, which may wait, for example for a network, until the deadline at most.
    private func decision(
        of interceptor: any RequestInterceptor,
        about failure: FailedAttempt
    ) async throws(SessionError) -> RetryDecision {
        let decision: RetryDecision
        do {
            decision = try await Deadline.abandon(at: transferState.deadline) { await interceptor.retry(failure) }
        } catch {
            throw Task.isCancelled ? SessionError.cancelled : .resourceTimedOut
        }
        if Task.isCancelled { throw .cancelled }
        return decision
    }
}

/// Functions that end operations at a deadline.
enum Deadline {
    /// Runs an operation. At the deadline it is cancelled, and ``TransportError/Code/timedOut`` is thrown.
    static func within<Value: Sendable>(
        _ deadline: ContinuousClock.Instant?,
        _ operation: @escaping @Sendable () async throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        // Without a deadline no further task is made, because it would cost more than all the rest.
        guard deadline != nil else { return try await operation() }
        do {
            return try await cutShort(at: deadline) { try await operation() }
        } catch let error as TransportError {
            throw error
        } catch is SessionError {
            throw TransportError(.timedOut, "The request exceeded its total time limit.")
        } catch {
            throw .cancelledByCaller
        }
    }

    /// Runs code of the caller, such as an interceptor, until the deadline or until the task is cancelled.
    ///
    /// The code is then cancelled. If it ignores that, its result is discarded, and the request does not wait for it.
    ///
    /// - Throws: The code's error; ``SessionError/Code/timedOut``; `CancellationError`.
    static func abandon<Value: Sendable>(
        at deadline: ContinuousClock.Instant?,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let deadline else { return try await operation() }
        let (outcomes, outcome) = AsyncThrowingStream<Value, any Error>.makeStream()
        let work = Task {
            do { outcome.yield(try await operation()) } catch { outcome.finish(throwing: error) }
        }
        let timer = Task {
            if (try? await Task.sleep(until: deadline, clock: .continuous)) != nil {
                outcome.finish(throwing: SessionError.resourceTimedOut)
            }
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for try await value in outcomes { return value }
        throw CancellationError()
    }

    /// Runs an operation that supports cancellation, and cancels it at the deadline.
    ///
    /// - Throws: The operation's error; ``SessionError/Code/timedOut``.
    static func cutShort<Value: Sendable>(
        at deadline: ContinuousClock.Instant?,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let deadline else { return try await operation() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                try await Task.sleep(until: deadline, clock: .continuous)
                throw SessionError.resourceTimedOut
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw SessionError.resourceTimedOut }
            return value
        }
    }
}

extension SessionError {
    static var resourceTimedOut: SessionError {
        SessionError(
            .timedOut,
            resourceTimeoutMessage,
            remedy: "Raise SessionConfiguration.resourceTimeout, or ask for less at a time."
        )
    }

    private static var resourceTimeoutMessage: String { "The request exceeded its total time limit." }

    /// Whether it is ``resourceTimedOut``, whose message does not yet name the limit.
    var isOfResourceTimeout: Bool { code == .timedOut && message.hasSameBytes(as: Self.resourceTimeoutMessage) }
}
