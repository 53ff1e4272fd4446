/// What happens in a session, for logs and for what watches all of its tasks.
///
/// These are the notifications of AFNetworking.
public enum SessionEvent: Sendable {
    /// A task was made.
    case started(task: Int, url: String)
    /// A suspended task goes on.
    case resumed(task: Int)
    /// A task was suspended.
    case suspended(task: Int)
    /// A task is over; the error is nil where it ended well.
    case completed(task: Int, metrics: ExchangeMetrics, error: SessionError?)
    /// The file of a download is where it was to be.
    case downloadMoved(task: Int, path: String)
    /// The file of a download could not be moved there.
    case downloadMoveFailed(task: Int, error: SessionError)
    /// The session takes no further requests; it is the last event.
    case invalidated
}
