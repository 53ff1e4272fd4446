import InMemoryLogging
import InMemoryTracing
import Logging
import LoopbackServer
import MetricsTestKit
import Mimeograph
import MimeographSession
import Observability
import TraceContext
import Tracing

/// An observed session, its server, and all output of the observer.
struct Telemetry {
    let tracer = TraceContextTracer()
    let metrics = TestMetrics()
    let log = InMemoryLogHandler()
    let server: LoopbackServer
    let session: SessionManager

    init(
        transport: any Transport = PlatformTransport.make(),
        _ configure: (inout SessionConfiguration, inout SessionObservability) -> Void = { _, _ in }
    ) throws {
        server = try LoopbackServer()
        var handler = log
        handler.metadataProvider = Logger.MetadataProvider {
            ["trace": "\(ServiceContext.current?.inMemorySpanContext?.traceID ?? "none")"]
        }
        let logger = Logger(label: "tests") { [handler] _ in handler }
        var observability = SessionObservability(tracer: tracer, metrics: metrics, logger: logger)
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.interceptors = [RetryPolicy(limit: 1, delay: .zero)]
        configuration.credentials = try Credentials([server.url: Credential(username: "ada", password: "engine")])
        configure(&configuration, &observability)
        configuration.observer = observability
        session = SessionManager(configuration: configuration, transport: transport)
    }

    /// Sends requests for paths of the server, in order.
    func get(_ paths: String...) async {
        for path in paths { _ = try? await session.data(for: RequestMessage(url: server.url + path)) }
    }

    /// Ends the session and its server.
    func end() {
        session.invalidate()
        server.stop()
    }

    /// Returns the values of an attribute in all ended spans, as text; nil if a span does not have it.
    func attribute(_ name: String) -> [String?] {
        tracer.finishedSpans.map { span in
            switch span.attributes.get(name) {
            case .string(let text)?: text
            case .int64(let number)?: "\(number)"
            default: nil
            }
        }
    }

    /// All output about the requests outside of the session.
    var everything: String {
        var text = ""
        for span in tracer.finishedSpans {
            text += "\(span.operationName) \(span.status as Any) \(span.events) \(span.errors)\n"
            span.attributes.forEach { text += "\($0): \($1)\n" }
        }
        for entry in log.entries { text += "\(entry)\n" }
        for counter in metrics.counters { text += "\(counter.label) \(counter.dimensions)\n" }
        for meter in metrics.meters { text += "\(meter.label) \(meter.dimensions)\n" }
        for recorder in metrics.recorders { text += "\(recorder.label) \(recorder.dimensions)\n" }
        return text
    }
}
