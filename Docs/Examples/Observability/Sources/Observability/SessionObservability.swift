import Logging
import Mimeograph
import MimeographSession
import Metrics
import Tracing

/// Spans, metrics and log lines of the requests of a session.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.observer = SessionObservability(logger: Logger(label: "api"))
/// ```
/// - Each exchange has a client span, child of the span of the caller, with the attributes of ``HTTPAttributes``. A redirect, an
///   answered challenge and a retry make another one.
/// - The context of the span goes along in the fields that the tracer injects, `traceparent` and `tracestate` among them.
/// - `http.client.active_requests` and `http.client.request.duration`, in seconds, have each exchange; `session.requests` and
///   `session.retries` count whole requests, and `session.revalidations` those that the session makes in the background, after it has
///   given a stale response.
/// - Each request has one log line, when it is over.
///
/// None of it holds a body, a field of a message, a user, a password or the value of a parameter.
///
/// Source: OpenTelemetry semantic conventions 1.44.0, HTTP spans and HTTP metrics.
public struct SessionObservability: RequestObserver {
    /// What makes the spans; nil takes the tracer that the program was bootstrapped with.
    public var tracer: (any Tracer)?
    /// What makes the metrics; nil takes the factory that the program was bootstrapped with.
    public var metrics: (any MetricsFactory)?
    /// Gets one line for each request; nil writes none.
    public var logger: Logger?
    /// Whether the context of the span goes along with an exchange.
    ///
    /// By default it goes to the origin that the request was made for, and to those that the manager allows: what a redirect leads to
    /// elsewhere is not told which trace it is part of. `{ _ in true }` tells all of them.
    public var propagates: @Sendable (ObservedExchange) -> Bool = { $0.isHome }
    /// The parameters of queries whose values may be seen in spans. Default none: `url.full` has names alone.
    public var visibleParameters: Set<String> = []
    /// The methods that spans and metrics tell by their names; each other one is `_OTHER` there, so that what a caller makes up does not
    /// make series of its own.
    public var knownMethods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
    ]

    /// Makes an observer.
    ///
    /// - Parameters:
    ///   - tracer: What makes the spans; nil takes the tracer of the program.
    ///   - metrics: What makes the metrics; nil takes the factory of the program.
    ///   - logger: Gets one line for each request; nil writes none.
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

/// What is made of one request.
struct RequestTelemetry: RequestObservation {
    let settings: SessionObservability
    let request: ObservedRequest
    /// The context of the caller: the line of the log is written elsewhere.
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
        // No caller waits for what the session asks in the background.
        let label = request.isRevalidation ? "session.revalidations" : "session.requests"
        Counter(label: label, dimensions: [("outcome", outcome)], factory: factory).increment()
        if metrics.retryCount > 0 {
            Counter(label: "session.retries", dimensions: [], factory: factory).increment(by: metrics.retryCount)
        }
        guard let logger = settings.logger else { return }
        let line = LogLine(request, metrics, error)
        // What adds the trace to each line looks into the context.
        ServiceContext.withValue(context) {
            logger.log(level: line.level, "\(line.message)", metadata: line.metadata)
        }
    }
}

/// Puts what a tracer sends on into fields.
private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HeaderFields) {
        // A context that no field can hold, from a caller of this program for example, does not make the request fail.
        try? fields.set(key, to: value)
    }
}
