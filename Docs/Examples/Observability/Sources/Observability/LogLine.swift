import Logging
import Mimeograph
import MimeographSession

/// The one line of a log that a request has.
struct LogLine {
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata

    init(_ request: ObservedRequest, _ metrics: ExchangeMetrics, _ error: SessionError?) {
        // What the cache answers has no exchange, and so no status here.
        let status = error?.status ?? metrics.steps.last?.status
        level = Self.level(status, error)
        var metadata: Logger.Metadata = ["http.request.method": "\(request.method)", "url.full": "\(request.url)"]
        if let status { metadata["http.response.status_code"] = "\(status)" }
        if let error { metadata["error.type"] = "\(error.code)" }
        if let total = metrics.total {
            // Whole milliseconds are enough for a reader.
            metadata["duration"] = "\(Int64(total / .milliseconds(1))) ms"
        }
        if metrics.cache != .none { metadata["cache"] = "\(metrics.cache.rawValue)" }
        if request.isRevalidation { metadata["background"] = "true" }
        for (name, count) in [
            ("http.request.body.size", Int(metrics.bytesSent)), ("http.response.body.size", Int(metrics.bytesReceived)),
            ("redirects", metrics.redirectCount), ("challenges", metrics.challengeCount),
            ("retries", metrics.retryCount),
        ] where count > 0 {
            metadata[name] = "\(count)"
        }
        self.metadata = metadata
        let outcome = [status.map { "\($0)" }, error.map { "\($0.code)" }].compactMap { $0 }.joined(separator: " ")
        message = "\(request.method) \(request.url): \(outcome.isEmpty ? metrics.cache.rawValue : outcome)"
    }

    /// A caller's own mind is no warning, and neither is what a server has no page for.
    private static func level(_ status: Int?, _ error: SessionError?) -> Logger.Level {
        if error?.code == .cancelled { return .info }
        if let status, (400...499).contains(status) { return .notice }
        if let status, status >= 500 { return .warning }
        return error == nil ? .info : .warning
    }
}
