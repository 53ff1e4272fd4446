public import Mimeograph

/// An event of a session, for logs and for code that watches all of its tasks.
///
/// Its description is a line for a log, without secrets and bodies:
/// ```swift
/// let events = session.events  // before the first request: a task begins later, and would miss its start
/// Task { for await event in events { print(event) } }
/// // #1 GET https://api.example.com/users?…: started
/// // #1 GET https://api.example.com/users?…: 200, 1204 bytes received, 83 ms, 1 retry
/// ```
/// These events correspond to the notifications of AFNetworking.
public enum SessionEvent: Sendable {
    /// A task was made. The URL is without user, password and query.
    case started(task: Int, method: HTTPMethod, url: String)
    /// A suspended task was resumed.
    case resumed(task: Int)
    /// A task was suspended.
    case suspended(task: Int)
    /// An interim response (1xx) arrived, for example `103 Early Hints`. An `async` function reports it only if someone listened
    /// to the events when the request began.
    case interimResponse(task: Int, head: ResponseHead)
    /// A task is over; the error is nil if it succeeded. If the caller streams the body, the task is over when the body has ended
    /// or is discarded. The method and the URL are as in ``started(task:method:url:)``.
    case completed(task: Int, method: HTTPMethod, url: String, metrics: ExchangeMetrics, error: SessionError?)
    /// The file of a download is at its destination.
    case downloadMoved(task: Int, path: String)
    /// The file of a download could not be put at its destination: a file exists there, or the download could not be moved.
    case destinationFailed(task: Int, error: SessionError)
    /// The session takes no further requests, and all of its requests are over. It is the last event.
    case invalidated
}

extension SessionEvent {
    static func started(task: Int, _ method: HTTPMethod, url: String) -> SessionEvent {
        .started(task: task, method: method, url: RequestURL.redacted(url))
    }

    static func completed(_ job: SessionManager.Job, _ request: RequestMessage, _ error: SessionError?) -> SessionEvent
    {
        .completed(
            task: job.id,
            method: request.method,
            url: RequestURL.redacted(request.url),
            metrics: job.transferState.metrics,
            error: error
        )
    }
}

extension SessionEvent: CustomStringConvertible {
    /// The event in one line: the number of the task, the method and URL, and the outcome.
    public var description: String {
        switch self {
        case .started(let task, let method, let url): "#\(task) \(method) \(url): started"
        case .resumed(let task): "#\(task): resumed"
        case .suspended(let task): "#\(task): suspended"
        case .interimResponse(let task, let head): "#\(task): \(head.status), an interim response"
        case .completed(let task, let method, let url, let metrics, let error):
            "#\(task) \(method) \(url): \(Self.outcome(metrics, error))"
        case .downloadMoved(let task, let path): "#\(task): downloaded to \(path.visible(atMost: 300))"
        case .destinationFailed(let task, let error): "#\(task): \(error.message)"
        case .invalidated: "The session is invalidated."
        }
    }

    /// Returns the status, the error, and the figures that are not zero.
    private static func outcome(_ metrics: ExchangeMetrics, _ error: SessionError?) -> String {
        var parts: [String] = []
        if let status = error?.status ?? metrics.steps.last?.status { parts.append("\(status)") }
        if let error { parts.append("\(error.code)") }
        if metrics.cache != .none { parts.append("cache \(metrics.cache.rawValue)") }
        if metrics.bytesSent > 0 { parts.append("\(metrics.bytesSent) bytes sent") }
        parts.append("\(metrics.bytesReceived) bytes received")
        if let total = metrics.total { parts.append(total.milliseconds) }
        for (count, noun, nouns) in [
            (metrics.redirectCount, "redirect", "redirects"), (metrics.challengeCount, "challenge", "challenges"),
            (metrics.retryCount, "retry", "retries"),
        ] where count > 0 {
            parts.append("\(count) \(count == 1 ? noun : nouns)")
        }
        return parts.joined(separator: ", ")
    }
}

extension Duration {
    /// For example `83 ms`.
    fileprivate var milliseconds: String {
        let seconds = components.seconds.multipliedReportingOverflow(by: 1000).partialValue
        return "\(seconds &+ components.attoseconds / 1_000_000_000_000_000) ms"
    }
}
