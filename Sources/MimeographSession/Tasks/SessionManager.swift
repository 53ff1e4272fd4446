import Mimeograph
import MimeographSupport

/// A session that sends requests and owns all requests under way: data, uploads, downloads, streams.
///
/// ```swift
/// let session = SessionManager()
/// let response = try await session.data(for: RequestMessage(url: "https://example.com/"))
/// let film = RequestMessage(url: "https://example.com/film.mp4")
/// let task = session.downloadTask(film, to: .file("film.mp4"))
/// ```
/// Every kind of request has two forms. An `async` function ends with the task that calls it. A task object can be suspended,
/// watched and cancelled from anywhere. Bodies are bytes here; `HTTPSessionManager` decodes them into values.
///
/// A request keeps the configuration that it was made with.
public final class SessionManager: Sendable {
    /// The configuration of requests that have none of their own.
    public let configuration: SessionConfiguration
    private let snapshot: ConfigurationSnapshot
    let transport: any Transport
    let authenticationCache = AuthenticationCache()
    let acceptedQueryTypes = AcceptedQueryTypes()
    let revalidations = BackgroundRevalidations()
    private let state = Locked(State())

    fileprivate struct State {
        var nextID = 0
        /// The closures that cancel the tasks under way.
        var running: [Int: @Sendable () -> Void] = [:]
        /// The number of requests of `async` functions that are under way.
        var direct = 0
        /// The closures that end the bodies that are read after such a function has returned.
        var bodies: [Int: @Sendable () -> Void] = [:]
        var isInvalid = false
        /// Whether requests under way are cancelled, including requests that have just begun.
        var isCancelling = false
        var hasEnded = false
        var listeners: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
        var nextListener = 0
    }

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of requests that have none of their own.
    ///   - transport: The transport that sends requests; the platform's by default. Invalidating the session invalidates it too.
    public init(
        configuration: SessionConfiguration = SessionConfiguration(),
        transport: any Transport = PlatformTransport.make()
    ) {
        self.configuration = configuration
        snapshot = ConfigurationSnapshot(configuration)
        self.transport = transport
    }

    deinit {
        revalidations.close()
        let listeners = state.withLock { $0.listeners.values.map { $0 } }
        for listener in listeners { listener.finish() }
    }
}

// MARK: - Invalidation

extension SessionManager {
    /// Closes the session to further requests.
    ///
    /// - Parameter cancelling: Whether requests under way end now, with ``SessionError/Code/cancelled``. Otherwise they run to
    ///   their end.
    public func invalidate(cancelling: Bool = false) {
        let (running, bodies, isOver) = state.withLock { state in
            state.isInvalid = true
            if cancelling { state.isCancelling = true }
            return (Array(state.running.values), Array(state.bodies.values), state.endIfIdle())
        }
        // No caller waits for them.
        revalidations.close()
        if cancelling {
            for cancel in running { cancel() }
            transport.invalidate(cancelling: true)
            for drop in bodies { drop() }
        }
        if isOver { end() }
    }

    /// Whether the session takes no further requests.
    public var isInvalidated: Bool { state.withLock { $0.isInvalid } }

    /// The number of requests under way.
    public var activeCount: Int { state.withLock { $0.running.count + $0.direct } }

    /// Cancels all tasks under way. The session stays usable. Requests of `async` functions are cancelled by their callers.
    public func cancelAll() {
        for cancel in state.withLock({ Array($0.running.values) }) { cancel() }
    }

    private func end() {
        transport.invalidate(cancelling: false)
        emit(.invalidated)
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

extension SessionManager.State {
    /// Returns true once: when the last request of an invalid session has ended.
    fileprivate mutating func endIfIdle() -> Bool {
        guard isInvalid, running.isEmpty, direct == 0, !hasEnded else { return false }
        hasEnded = true
        return true
    }
}

// MARK: - Events

extension SessionManager {
    /// The events from now on. A reader that falls far behind misses the oldest unread events.
    public var events: AsyncStream<SessionEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SessionEvent.self,
            bufferingPolicy: .bufferingNewest(1024)
        )
        let id: Int? = state.withLock { state in
            if state.hasEnded { return nil }
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
        return stream
    }

    func emit(_ event: @autoclosure () -> SessionEvent) {
        let listeners = state.withLock { $0.listeners.isEmpty ? [] : Array($0.listeners.values) }
        if listeners.isEmpty { return }
        let event = event()
        for listener in listeners { listener.yield(event) }
    }
}

// MARK: - Running requests

extension SessionManager {
    /// A request under way: its pipeline, and its number in events.
    struct Job: Sendable {
        let id: Int
        let pipeline: RequestPipeline
        var transferState: TransferState { pipeline.transferState }
    }

    /// Runs a request in the task of its caller, without changing the executor.
    ///
    /// - Parameter endsWithBody: Whether the request lasts until the body ends that ``watch(_:_:of:_:)`` receives.
    nonisolated(nonsending) func run<Value: Sendable>(
        _ request: RequestMessage,
        _ configuration: ConfigurationSnapshot?,
        parsedURL: ParsedURL? = nil,
        endsWithBody: Bool = false,
        _ body: nonisolated(nonsending) (Job) async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let id: Int? = state.withLock { state in
            if state.isInvalid { return nil }
            state.direct += 1
            state.nextID += 1
            return state.nextID
        }
        guard let id else { throw SessionError.invalidSession.about(request.method, request.url) }
        let job = job(id, request, configuration, parsedURL, isPausable: false)
        emit(.started(task: id, request.method, url: request.url))
        do throws(SessionError) {
            let value = try await body(job)
            if job.transferState.callbacks != nil { await job.transferState.waitForCallbacks() }
            if endsWithBody { job.transferState.finish() } else { leave(job, request, nil) }
            return value
        } catch {
            if job.transferState.callbacks != nil { await job.transferState.waitForCallbacks() }
            leave(job, request, error)
            throw error
        }
    }

    /// Ends a request when its body is read to its end, fails, is discarded, or is cancelled with the session.
    func watch(_ body: SessionBody, _ head: ResponseHead, of job: Job, _ request: RequestMessage) {
        guard head.mayHaveBody, head.contentLength != 0 else {
            return leave(job, request, nil)
        }
        let chunks = body.chunks
        chunks.onCompletion { isDropped, error in
            let dropped = isDropped ? SessionError.cancelled.about(request.method, request.url) : nil
            self.leave(job, request, error ?? dropped)
        }
        let isLate = state.withLock { state in
            state.bodies[job.id] = { [weak chunks] in chunks?.drop() }
            return state.isCancelling
        }
        if isLate { chunks.drop() }
    }

    private func leave(_ job: Job, _ request: RequestMessage, _ error: SessionError?) {
        job.transferState.finish()
        complete(job, request, error)
        let isOver = state.withLock { state in
            state.direct -= 1
            state.bodies[job.id] = nil
            return state.endIfIdle()
        }
        if isOver { end() }
    }

    /// Runs a request in a task of its own.
    func start<Value: Sendable>(
        _ request: RequestMessage,
        _ configuration: ConfigurationSnapshot?,
        _ body: @escaping @Sendable (Job) async throws(SessionError) -> Value
    ) -> SessionTask<Value> {
        let (id, isInvalid) = state.withLock { state in
            state.nextID += 1
            // From here on the request is under way, and the session does not end before it.
            if !state.isInvalid { state.running[state.nextID] = {} }
            return (state.nextID, state.isInvalid)
        }
        let job = job(id, request, configuration, nil, isPausable: true, isObserved: !isInvalid)
        if !(configuration ?? snapshot).value.startsTasks { _ = job.transferState.suspend() }
        // The task must not run before it is in `running`; otherwise it might be removed before it is added.
        let entered = AsyncGate(isOpen: false)
        let work = Task { () async -> Result<Value, SessionError> in
            await entered.wait()
            let result = await self.result(of: job, request, isInvalid: isInvalid, body)
            await job.transferState.waitForCallbacks()
            job.transferState.finish()
            // The task reports its end before it leaves, because the end of the session is the last event.
            switch result {
            case .success: self.complete(job, request, nil)
            case .failure(let error): self.complete(job, request, error)
            }
            self.leave(id)
            return result
        }
        if !isInvalid {
            // The start is reported before anyone can cancel the task, because a cancelled task does not wait at the gate.
            emit(.started(task: id, request.method, url: request.url))
            let isLate = state.withLock { state in
                state.running[id] = { work.cancel() }
                return state.isCancelling
            }
            if isLate { work.cancel() }
        }
        entered.open()
        return SessionTask(id: id, request: request, transferState: job.transferState, work: work) {
            [weak self] isSuspended in
            self?.emit(isSuspended ? .suspended(task: id) : .resumed(task: id))
        }
    }

    private func result<Value: Sendable>(
        of job: Job,
        _ request: RequestMessage,
        isInvalid: Bool,
        _ body: @Sendable (Job) async throws(SessionError) -> Value
    ) async -> Result<Value, SessionError> {
        if isInvalid { return .failure(SessionError.invalidSession.about(request.method, request.url)) }
        do throws(SessionError) {
            await job.transferState.waitWhileSuspended()
            if Task.isCancelled { throw SessionError.cancelled.about(request.method, request.url) }
            return .success(try await body(job))
        } catch {
            return .failure(error)
        }
    }

    private func leave(_ id: Int) {
        let isOver = state.withLock { state in
            state.running[id] = nil
            return state.endIfIdle()
        }
        if isOver { end() }
    }

    /// Reports the end of a request to the listeners and to its observer.
    private func complete(_ job: Job, _ request: RequestMessage, _ error: SessionError?) {
        emit(.completed(job, request, error))
        job.pipeline.observation?.didComplete(job.transferState.metrics, error: error)
    }

    private func job(
        _ id: Int,
        _ request: RequestMessage,
        _ configuration: ConfigurationSnapshot?,
        _ parsedURL: ParsedURL?,
        isPausable: Bool,
        isObserved: Bool = true
    ) -> Job {
        let configuration = configuration ?? snapshot
        let transferState = TransferState(resourceTimeout: configuration.value.resourceTimeout, isPausable: isPausable)
        if let observer = configuration.value.onInterimResponse { transferState.observeInterimResponses(observer) }
        if isPausable || state.withLock({ !$0.listeners.isEmpty }) {
            transferState.observeInterimResponses(isOwn: true) { [weak self] in
                self?.emit(.interimResponse(task: id, head: $0))
            }
        }
        // Without an observer no `ObservedRequest` is made.
        let observer = isObserved ? configuration.value.observer : nil
        let observation = observer?.observation(
            of: ObservedRequest(
                task: id,
                method: request.method,
                url: RequestURL.redacted(request.url),
                isRevalidation: false
            )
        )
        let pipeline = RequestPipeline(
            transport: transport,
            configuration: configuration,
            authenticationCache: authenticationCache,
            transferState: transferState,
            revalidations: revalidations,
            observation: observation,
            task: id,
            parsedURL: parsedURL
        )
        return Job(id: id, pipeline: pipeline)
    }
}

extension SessionError {
    static var invalidSession: SessionError {
        SessionError(.invalidated, "The session no longer takes requests.", remedy: "Make another session.")
    }
}
