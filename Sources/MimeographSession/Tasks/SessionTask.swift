public import Mimeograph
public import MimeographReachability

/// A request under way, which can be watched, suspended and cancelled.
///
/// ```swift
/// let task = session.downloadTask(RequestMessage(url: "https://example.com/film.mp4"), to: .file("film.mp4"))
/// for await progress in task.downloadProgress { show(progress.fraction) }
/// let download = try await task.value
/// ```
/// A task runs whether or not a caller waits for it, and continues when the last reference to it is gone. If the task is
/// suspended at that moment, it is cancelled, because no caller could resume it.
public final class SessionTask<Value: Sendable>: Sendable {
    /// The task's number, unique within its session.
    public let id: Int
    /// The request as it was made, with an absolute URL.
    public let request: RequestMessage
    let transferState: TransferState
    private let work: Task<Result<Value, SessionError>, Never>
    private let onSuspension: @Sendable (Bool) -> Void

    init(
        id: Int,
        request: RequestMessage,
        transferState: TransferState,
        work: Task<Result<Value, SessionError>, Never>,
        onSuspension: @escaping @Sendable (Bool) -> Void
    ) {
        self.id = id
        self.request = request
        self.transferState = transferState
        self.work = work
        self.onSuspension = onSuspension
    }

    deinit {
        if transferState.isSuspended { work.cancel() }
    }

    /// The value of the response, once the request is over.
    ///
    /// Cancelling the Swift task that waits for the value does not cancel the request; see ``cancel()``.
    public var value: Value {
        get async throws(SessionError) { try await work.value.get() }
    }

    /// The value or the error, once the request is over.
    public var result: Result<Value, SessionError> {
        get async { await work.value }
    }

    /// Ends the request with ``SessionError/Code/cancelled``, unless it is over.
    public func cancel() { work.cancel() }

    /// Stops moving bytes until ``resume()``: the request body waits, and no more is read from the peer.
    ///
    /// The connection stays open, and bytes that are already in buffers still arrive. A peer that waits too long may give up.
    public func suspend() {
        if transferState.suspend() { onSuspension(true) }
    }

    /// Continues a suspended task.
    public func resume() {
        if transferState.resume() { onSuspension(false) }
    }

    /// Whether the task is suspended.
    public var isSuspended: Bool { transferState.isSuspended }

    /// The progress of the request body so far.
    public var currentUploadProgress: TransferProgress { transferState.progress(.sending) }

    /// The progress of the response body so far.
    public var currentDownloadProgress: TransferProgress { transferState.progress(.receiving) }

    /// The progress of the request body, from now until the task is over. A slow reader misses figures in between, but not the
    /// last one.
    public var uploadProgress: AsyncStream<TransferProgress> { transferState.updates(.sending) }

    /// The progress of the response body, reported as by ``uploadProgress``.
    public var downloadProgress: AsyncStream<TransferProgress> { transferState.updates(.receiving) }

    /// Calls a closure with the progress of the request body from now on, on any thread, in order.
    ///
    /// A task that was made with `startsTasks` off reports all progress. Any other task has already started, so the closure may
    /// miss its first figures. A closure that is slower than the network misses figures in between, but not the last one. It
    /// delays no other request.
    ///
    /// - Returns: The task.
    @discardableResult
    public func onUploadProgress(_ observer: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        transferState.observe(.sending, observer)
        return self
    }

    /// Calls a closure with the progress of the response body from now on, on any thread, in order. Reading continues when the
    /// closure has returned.
    ///
    /// - Returns: The task.
    @discardableResult
    public func onDownloadProgress(_ observer: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        transferState.observe(.receiving, observer)
        return self
    }

    /// Calls a closure with each interim response (1xx) from now on, such as `103 Early Hints`, on any thread, in order.
    ///
    /// Source: RFC 9110 §15.2; RFC 8297.
    ///
    /// - Returns: The task.
    @discardableResult
    public func onInterimResponse(_ observer: @escaping @Sendable (ResponseHead) -> Void) -> Self {
        transferState.observeInterimResponses(observer)
        return self
    }

    /// Calls a closure once with the outcome of the request, when it is over. If it is already over, the closure is called now.
    ///
    /// - Parameters:
    ///   - executor: Runs the closure, on any thread by default.
    ///   - handler: Receives the value or the error.
    /// - Returns: The task.
    @discardableResult
    public func onCompletion(
        on executor: CallbackExecutor = .concurrent,
        _ handler: @escaping @Sendable (Result<Value, SessionError>) -> Void
    ) -> Self {
        let work = work
        Task {
            let result = await work.value
            executor.run { handler(result) }
        }
        return self
    }

    /// The metrics of the request so far; complete once it is over.
    public var metrics: ExchangeMetrics { transferState.metrics }
}
