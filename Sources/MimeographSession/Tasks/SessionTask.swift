public import Mimeograph
public import MimeographReachability

/// A request under way, which can be watched, suspended and cancelled.
///
/// ```swift
/// let task = session.downloadTask(RequestMessage(url: "https://example.com/film.mp4"), to: .file("film.mp4"))
/// for await progress in task.downloadProgress { show(progress.fraction) }
/// let download = try await task.value
/// ```
/// It runs whether or not a caller waits for it, and goes on when the last reference to it is gone. A task that is suspended then is
/// cancelled: nothing could resume it.
public final class SessionTask<Value: Sendable>: Sendable {
    /// The task's number, unique within its session.
    public let id: Int
    /// The request as it was made; its URL is absolute.
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

    /// What came of the request, once it is over.
    ///
    /// Cancelling the task that waits here does not cancel the request; see ``cancel()``.
    ///
    /// - Throws: ``SessionError``.
    public var value: Value {
        get async throws(SessionError) { try await work.value.get() }
    }

    /// The value or the error, once it is over.
    public var result: Result<Value, SessionError> {
        get async { await work.value }
    }

    /// Ends the request with ``SessionError/Code/cancelled``, unless it is over.
    public func cancel() { work.cancel() }

    /// Moves no more bytes until ``resume()``: those who send are held back, and nothing more is taken from the peer.
    ///
    /// The connection stays, and what is in buffers on the way still arrives. A peer that waits too long may give up.
    public func suspend() {
        if transferState.suspend() { onSuspension(true) }
    }

    /// Goes on.
    public func resume() {
        if transferState.resume() { onSuspension(false) }
    }

    /// Whether the task is suspended.
    public var isSuspended: Bool { transferState.isSuspended }

    /// How far the body of the request has come by now.
    public var currentUploadProgress: TransferProgress { transferState.progress(.sending) }

    /// How far the body of the response has come by now.
    public var currentDownloadProgress: TransferProgress { transferState.progress(.receiving) }

    /// How far the body of the request comes, from now on until the task is over. A slow reader misses figures in between, but not
    /// the last one.
    public var uploadProgress: AsyncStream<TransferProgress> { transferState.updates(.sending) }

    /// How far the body of the response comes, as ``uploadProgress``.
    public var downloadProgress: AsyncStream<TransferProgress> { transferState.updates(.receiving) }

    /// Tells from now on how far the body of the request comes, from any thread, in order.
    ///
    /// A task that was made with `startsTasks` off tells from the beginning; of another the first figures may be missed. A closure that
    /// is slower than the network misses figures in between, but not the last one. It holds up no other request.
    ///
    /// - Returns: The task.
    @discardableResult
    public func onUploadProgress(_ observer: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        transferState.observe(.sending, observer)
        return self
    }

    /// Tells from now on how far the body of the response comes, from any thread, in order. Reading goes on when the closure has
    /// returned.
    ///
    /// - Returns: The task.
    @discardableResult
    public func onDownloadProgress(_ observer: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        transferState.observe(.receiving, observer)
        return self
    }

    /// Tells from now on of each interim response (1xx), such as `103 Early Hints`, when it comes, from any thread, in order.
    ///
    /// Source: RFC 9110 §15.2; RFC 8297.
    ///
    /// - Returns: The task.
    @discardableResult
    public func onInterimResponse(_ observer: @escaping @Sendable (ResponseHead) -> Void) -> Self {
        transferState.observeInterimResponses(observer)
        return self
    }

    /// Tells what came of the request, once, when it is over; at once where it is over already.
    ///
    /// - Parameters:
    ///   - executor: Where that is told. Default any thread.
    ///   - handler: Told the value or the error.
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

    /// How the request went so far; complete once it is over.
    public var metrics: ExchangeMetrics { transferState.metrics }
}
