public import Mimeograph

/// What happens in a session, for logs and for what watches all of its tasks.
///
/// Printed, it is a line of a log; it has neither secrets nor bodies:
/// ```swift
/// let events = session.events  // before the first request: a task begins later, and would miss its start
/// Task { for await event in events { print(event) } }
/// // #1 GET https://api.example.com/users?…: started
/// // #1 GET https://api.example.com/users?…: 200, 1204 bytes received, 83 ms, 1 retry
/// ```
/// These are the notifications of AFNetworking.
public enum SessionEvent: Sendable {
    /// A task was made. The URL has neither user and password nor query.
    case started(task: Int, method: HTTPMethod, url: String)
    /// A suspended task goes on.
    case resumed(task: Int)
    /// A task was suspended.
    case suspended(task: Int)
    /// An interim response (1xx) has come, for example `103 Early Hints`. Of a request of an `async` function it is told where these
    /// events were listened to when it began.
    case interimResponse(task: Int, head: ResponseHead)
    /// A task is over, which one is whose body is read as it comes when that has ended or is dropped; the error is nil where it
    /// ended well. What was asked for is what ``started(task:method:url:)`` has.
    case completed(task: Int, method: HTTPMethod, url: String, metrics: ExchangeMetrics, error: SessionError?)
    /// The file of a download is where it was to be.
    case downloadMoved(task: Int, path: String)
    /// The file of a download could not be put there: it is there already, or cannot be moved.
    case destinationFailed(task: Int, error: SessionError)
    /// The session takes no further requests; it is the last event.
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
    /// The event in one line: the number of the task, method and URL, and what came of it.
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

    /// The status, what went wrong, and the figures that are not zero.
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
