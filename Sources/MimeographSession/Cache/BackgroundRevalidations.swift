import Mimeograph
import MimeographSupport

/// The requests that a session sends by itself to revalidate stale responses that it has returned.
///
/// Each is a task that holds the request and its secrets until it ends. They are cancelled when the session ends.
final class BackgroundRevalidations: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextID = 0
        var isClosed = false
    }

    /// The most revalidations at the same time. A stale response beyond them is revalidated when it is returned again.
    static let most = 16

    private let state = Locked(State())

    deinit { close() }

    /// The number of running revalidations.
    var count: Int { state.withLock { $0.tasks.count } }

    /// Runs an operation in a new task.
    ///
    /// - Returns: False if it does not run, because too many are running or the session has ended.
    func start(_ operation: @escaping @Sendable () async -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.tasks.count < Self.most else { return false }
            state.nextID += 1
            let id = state.nextID
            // The task cannot end before it is stored, because it needs the lock to end.
            state.tasks[id] = Task { [weak self] in
                await operation()
                self?.state.withLock { $0.tasks[id] = nil }
            }
            return true
        }
    }

    /// Cancels all running revalidations and starts no more.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            defer { state.tasks = [:] }
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }
}

extension RequestPipeline {
    /// The longest time for a revalidation in the background.
    private static let longestRevalidation = Duration.seconds(60)

    /// Revalidates a returned response with the server in the background, once for all requests that need it.
    ///
    /// An observer of the session sees it as a separate request.
    ///
    /// - Parameters:
    ///   - request: The request that would have been sent, without conditions.
    ///   - origin: The URL of the original request, before redirects.
    func revalidate(
        _ request: RequestMessage,
        _ parsed: ParsedURL,
        of origin: ParsedURL,
        _ options: TransportOptions,
        _ context: CookieContext,
        _ cached: CachedExchange
    ) {
        guard let stored = cached.stored, cached.cache.beginRevalidation(of: stored, cached.url) else { return }
        let limit = min(configuration.resourceTimeout ?? Self.longestRevalidation, Self.longestRevalidation)
        let transferState = TransferState(resourceTimeout: limit)
        // Does not keep the pipeline of the answered request, which holds its caller's observers.
        let unobserved = inBackground(transferState, parsed)
        let isStarted = revalidations.start {
            let observation = unobserved.configuration.observer?.observation(
                of: ObservedRequest(
                    task: unobserved.task,
                    method: request.method,
                    url: RequestURL.redacted(request.url),
                    isRevalidation: true
                )
            )
            let pipeline = unobserved.inBackground(transferState, parsed, observation)
            var failure: SessionError?
            do throws(SessionError) {
                try await pipeline.ask(request, parsed, of: origin, options, context, cached)
            } catch {
                failure = error.about(request.method, request.url)
            }
            cached.cache.endRevalidation(of: stored, cached.url)
            observation?.didComplete(transferState.metrics, error: failure)
        }
        if !isStarted { cached.cache.endRevalidation(of: stored, cached.url) }
    }

    private func ask(
        _ request: RequestMessage,
        _ parsed: ParsedURL,
        of origin: ParsedURL,
        _ options: TransportOptions,
        _ context: CookieContext,
        _ cached: CachedExchange
    ) async throws(SessionError) {
        var (sent, cached) = (request, cached)
        cached.addValidators(to: &sent.fields)
        let observed = try observe(&sent, parsed, of: origin)
        let interceptors = exchangeInterceptors(for: parsed, of: origin)
        cached.addNames(observed, interceptors)
        let response: TransportResponse
        do throws(SessionError) {
            response = try await send(sent, parsed, options, through: interceptors)
        } catch {
            observed?.end(nil, .failed(error))
            throw error
        }
        let (head, body) = received(response, request, parsed, options, context, observed)
        switch cached.validation(by: head) {
        case .confirmed: await drain(body)
        case .mismatch: body.cancel()
        case .none: try await store(body, head, cached, interceptors)
        }
    }

    /// Reads a response that replaces the stored one, if it may be stored.
    private func store(
        _ body: SessionBody,
        _ head: ResponseHead,
        _ cached: CachedExchange,
        _ interceptors: [any ExchangeInterceptor]
    ) async throws(SessionError) {
        // The rest of the body is not read.
        defer { body.cancel() }
        // A server error says nothing about the stored response.
        guard head.status < 500 else { return }
        try verify(body, head, interceptors)
        guard cached.store(body, head: head, transferState: transferState) else { return }
        var count = 0
        while count <= cached.cache.largestEntry, let chunk = try await body.chunks.nextChunk() {
            count += chunk.count
        }
    }
}
