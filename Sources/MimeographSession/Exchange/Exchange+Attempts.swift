import Mimeograph

extension Exchange {
    /// Sends the request, as the interceptors adapt it, as often as they say, and makes something of the response.
    ///
    /// - Parameters:
    ///   - request: The request as the caller made it; each attempt begins with it.
    ///   - prepare: Changes the request before each attempt, first of all.
    ///   - finish: Makes the value of the response; what it throws may be retried too.
    nonisolated(nonsending) func perform<Value: Sendable>(
        _ request: RequestMessage,
        prepare: @Sendable (inout RequestMessage) -> Void = { _ in },
        finish: nonisolated(nonsending) @Sendable (SessionResponse) async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        do throws(SessionError) {
            guard configuration.interceptors.isEmpty else {
                return try await attempts(request, prepare: prepare, finish: finish)
            }
            var prepared = request
            prepare(&prepared)
            return try await finish(try await response(to: prepared))
        } catch {
            var error = error.about(request.method, request.url)
            error.metrics = control.metrics
            throw error
        }
    }

    private nonisolated(nonsending) func attempts<Value: Sendable>(
        _ request: RequestMessage,
        prepare: @Sendable (inout RequestMessage) -> Void,
        finish: nonisolated(nonsending) @Sendable (SessionResponse) async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        var retryCount = 0
        while true {
            var adapted = request
            var failure: FailedAttempt?
            do throws(SessionError) {
                prepare(&adapted)
                adapted = try await adapt(adapted)
                let response = try await self.response(to: adapted)
                guard response.head.status >= 400 else { return try await finish(response) }
                let seen = FailedAttempt(request: adapted, head: response.head, error: nil, retryCount: retryCount)
                if try await isRetried(seen) {
                    await drain(response.body)
                } else {
                    // The status was asked about; only what goes wrong beyond it is asked about again.
                    failure = seen
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
                guard try await isRetried(seen) else { throw error }
            }
            retryCount += 1
            control.count { $0.retryCount += 1 }
        }
    }

    private func adapt(_ request: RequestMessage) async throws(SessionError) -> RequestMessage {
        var adapted = request
        for interceptor in configuration.interceptors {
            do {
                let request = adapted
                adapted = try await Deadline.cutShort(at: control.deadline) { try await interceptor.adapt(request) }
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
        return adapted
    }

    /// Asks the interceptors, and waits as long as the one that decides says.
    private func isRetried(_ failure: FailedAttempt) async throws(SessionError) -> Bool {
        for interceptor in configuration.interceptors {
            switch try await decision(of: interceptor, about: failure) {
            case .doNotRetry: continue
            case .fail(var error):
                error.isOfInterceptor = true
                throw error
            case .retry(let wait):
                if let deadline = control.deadline, .now + wait >= deadline { throw .resourceTimedOut }
                if wait > .zero { try? await Task.sleep(for: wait) }
                if Task.isCancelled { throw .cancelled }
                return true
            }
        }
        return false
    }

    /// What an interceptor says, unless the time of the whole is over before; it may wait, for example for a network.
    private func decision(
        of interceptor: any RequestInterceptor,
        about failure: FailedAttempt
    ) async throws(SessionError) -> RetryDecision {
        let decision: RetryDecision
        do {
            decision = try await Deadline.cutShort(at: control.deadline) { await interceptor.retry(failure) }
        } catch {
            throw Task.isCancelled ? SessionError.cancelled : .resourceTimedOut
        }
        if Task.isCancelled { throw .cancelled }
        return decision
    }
}
