import Logging
import Mimeograph
import MimeographSession

/// The log line of a request.
struct LogLine {
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata

    init(_ request: ObservedRequest, _ metrics: ExchangeMetrics, _ error: SessionError?) {
        // A response from the cache has no exchange, and therefore no status here.
        let status = error?.status ?? metrics.steps.last?.status
        level = Self.level(status, error)
        var metadata: Logger.Metadata = ["http.request.method": "\(request.method)", "url.full": "\(request.url)"]
        if let status { metadata["http.response.status_code"] = "\(status)" }
        if let error { metadata["error.type"] = "\(error.code)" }
        if let total = metrics.total {
            // Whole milliseconds are precise enough for a log.
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

    /// Returns the level. A cancellation by the caller is not a warning, and neither is a missing page.
    private static func level(_ status: Int?, _ error: SessionError?) -> Logger.Level {
        if error?.code == .cancelled { return .info }
        if let status, (400...499).contains(status) { return .notice }
        if let status, status >= 500 { return .warning }
        return error == nil ? .info : .warning
    }
}
