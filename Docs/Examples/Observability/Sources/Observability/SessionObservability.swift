import Logging
import Mimeograph
import MimeographSession
import Metrics
import Tracing

/// An observer that creates spans, metrics and log lines for the requests of a session.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.observer = SessionObservability(logger: Logger(label: "api"))
/// ```
/// - Each exchange has a client span, child of the caller's span, with the attributes of ``HTTPAttributes``. A redirect, an
///   answered challenge and a retry make another exchange.
/// - The tracer injects the context of the span into fields of the request, including `traceparent` and `tracestate`.
/// - `http.client.active_requests` and `http.client.request.duration`, in seconds, measure each exchange. `session.requests` and
///   `session.retries` count whole requests. `session.revalidations` counts the requests that the session makes in the background
///   after it returned a stale response.
/// - Each request has one log line, at its end.
///
/// The output contains no bodies, fields, user names, passwords or values of parameters.
///
/// Source: OpenTelemetry semantic conventions 1.44.0, HTTP spans and HTTP metrics.
public struct SessionObservability: RequestObserver {
    /// The tracer that makes the spans; nil uses the tracer that the program was bootstrapped with.
    public var tracer: (any Tracer)?
    /// The factory that makes the metrics; nil uses the factory that the program was bootstrapped with.
    public var metrics: (any MetricsFactory)?
    /// The logger that gets one line for each request; nil disables logging.
    public var logger: Logger?
    /// Whether an exchange carries the context of its span.
    ///
    /// By default, the context is sent to the origin of the request, and to the origins that the manager allows. A redirect to
    /// another origin does not reveal the trace. `{ _ in true }` sends the context to all origins.
    public var propagates: @Sendable (ObservedExchange) -> Bool = { $0.isHome }
    /// The query parameters whose values spans may show. By default there are none: `url.full` has only names.
    public var visibleParameters: Set<String> = []
    /// The methods that spans and metrics show by name. Every other method is `_OTHER`, so that a caller's invented methods do
    /// not make new time series.
    public var knownMethods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
    ]

    /// Makes an observer.
    ///
    /// - Parameters:
    ///   - tracer: The tracer; nil uses the program's tracer.
    ///   - metrics: The factory of metrics; nil uses the program's factory.
    ///   - logger: The logger that gets one line for each request; nil disables logging.
    public init(tracer: (any Tracer)? = nil, metrics: (any MetricsFactory)? = nil, logger: Logger? = nil) {
        self.tracer = tracer
        self.metrics = metrics
        self.logger = logger
    }

    /// Observes every request, with the context of its caller.
    public func observation(of request: ObservedRequest) -> (any RequestObservation)? {
        RequestTelemetry(settings: self, request: request, context: ServiceContext.current ?? .topLevel)
    }
}

/// The observation of one request.
struct RequestTelemetry: RequestObservation {
    let settings: SessionObservability
    let request: ObservedRequest
    /// The context of the caller. The log line is written in another context.
    let context: ServiceContext

    private var factory: any MetricsFactory { settings.metrics ?? MetricsSystem.factory }

    func willSend(_ exchange: inout ObservedExchange) -> ExchangeEnding? {
        let tracer: any Tracer = settings.tracer ?? InstrumentationSystem.tracer
        let attributes = HTTPAttributes(
            exchange,
            visible: settings.visibleParameters,
            knownMethods: settings.knownMethods
        )
        let span: any Tracing.Span = tracer.startSpan(
            attributes.spanName,
            context: ServiceContext.current ?? context,
            ofKind: .client
        )
        span.updateAttributes { span in
            attributes.addStart(&span)
            // The conventions have no name for this.
            if request.isRevalidation { span.set("session.background", value: .bool(true)) }
        }
        if settings.propagates(exchange) {
            tracer.inject(span.context, into: &exchange.fields, using: FieldInjector())
        }
        let factory = factory
        let dimensions = attributes.dimensions
        Meter(label: "http.client.active_requests", dimensions: dimensions, factory: factory).increment()
        let start = ContinuousClock.now
        return { outcome in
            let duration = ContinuousClock.now - start
            let end = HTTPAttributes.End(outcome)
            span.updateAttributes(end.add)
            if let status = end.spanStatus { span.setStatus(status) }
            span.end()
            Meter(label: "http.client.active_requests", dimensions: dimensions, factory: factory).decrement()
            Recorder(
                label: "http.client.request.duration",
                dimensions: dimensions + end.dimensions,
                aggregate: true,
                factory: factory
            ).record(duration / .seconds(1))
        }
    }

    func didComplete(_ metrics: ExchangeMetrics, error: SessionError?) {
        let outcome = error?.code.rawValue ?? "ok"
        // No caller waits for requests in the background.
        let label = request.isRevalidation ? "session.revalidations" : "session.requests"
        Counter(label: label, dimensions: [("outcome", outcome)], factory: factory).increment()
        if metrics.retryCount > 0 {
            Counter(label: "session.retries", dimensions: [], factory: factory).increment(by: metrics.retryCount)
        }
        guard let logger = settings.logger else { return }
        let line = LogLine(request, metrics, error)
        // A log handler that adds the trace to each line reads it from the context.
        ServiceContext.withValue(context) {
            logger.log(level: line.level, "\(line.message)", metadata: line.metadata)
        }
    }
}

/// Writes the values of a tracer into fields.
private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HeaderFields) {
        // A value that no field can contain, for example from a caller of this program, does not make the request fail.
        try? fields.set(key, to: value)
    }
}
