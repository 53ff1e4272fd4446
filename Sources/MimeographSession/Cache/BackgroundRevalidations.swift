import Mimeograph
import MimeographSupport

/// The requests that a session sends by itself, to learn whether stale responses that it has given are still right.
///
/// Each is a task that holds the request, and what is secret in it, until it ends. The session cancels all of them when it is
/// invalidated or goes away.
final class BackgroundRevalidations: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextID = 0
        var isClosed = false
    }

    /// At most so many are under way at once; a stale response that is given meanwhile is asked about when it is given again.
    static let most = 16

    private let state = Locked(State())

    deinit { close() }

    /// How many are under way.
    var count: Int { state.withLock { $0.tasks.count } }

    /// Runs an operation in a task of its own.
    ///
    /// - Returns: False where it does not, since there are enough of them, or there are to be no more.
    func start(_ operation: @escaping @Sendable () async -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.tasks.count < Self.most else { return false }
            state.nextID += 1
            let id = state.nextID
            // It cannot end before it is entered: it needs the lock for that.
            state.tasks[id] = Task { [weak self] in
                await operation()
                self?.state.withLock { $0.tasks[id] = nil }
            }
            return true
        }
    }

    /// Cancels what is under way, and starts no more.
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
    /// The most time that asking in the background may take.
    private static let longestRevalidation = Duration.seconds(60)

    /// Asks the server in the background whether a stored response that was given is still right; once, however many ask for it.
    ///
    /// An observer of the session sees that as a request of its own.
    ///
    /// - Parameters:
    ///   - request: The request as it would have gone out, without conditions.
    ///   - origin: The URL that the request was made for, before redirects.
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
        // The pipeline of the request that was answered is not kept: it has what its caller watches.
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
        if let observed { cached.namesAddedLater = observed.addedNames }
        let response: TransportResponse
        do throws(SessionError) {
            response = try await send(sent, parsed, options)
        } catch {
            observed?.end(nil, .failed(error))
            throw error
        }
        let (head, body) = received(response, request, parsed, options, context, observed)
        switch cached.validation(by: head) {
        case .confirmed: await drain(body)
        case .mismatch: body.cancel()
        case .none: try await store(body, head, cached)
        }
    }

    /// Reads a response that takes the place of the stored one, where it may.
    private func store(_ body: SessionBody, _ head: ResponseHead, _ cached: CachedExchange) async throws(SessionError) {
        // What is left of it is not read.
        defer { body.cancel() }
        // A server that fails has said nothing of the response.
        guard head.status < 500 else { return }
        try verify(body, head)
        guard cached.store(body, head: head, transferState: transferState) else { return }
        var count = 0
        while count <= cached.cache.largestEntry, let chunk = try await body.chunks.nextChunk() {
            count += chunk.count
        }
    }
}
