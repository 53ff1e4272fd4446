import InMemoryTracing
import LoopbackServer
import Logging
import MetricsTestKit
import Mimeograph
import MimeographSession
import Observability
import TraceContext
import Tracing

// Requests the URLs in its arguments, or else URLs of its own server, and prints the spans, metrics and log lines.
//
//     swift run observe
//     swift run observe https://example.com/

let tracer = TraceContextTracer()
let metrics = TestMetrics()
LoggingSystem.bootstrap { label in StreamLogHandler.standardOutput(label: label) }

let server = try LoopbackServer()
var configuration = SessionConfiguration()
configuration.interceptors = [RetryPolicy(limit: 1, delay: .milliseconds(10))]
configuration.credentials = try Credentials([server.url: Credential(username: "ada", password: "engine")])
configuration.observer = SessionObservability(tracer: tracer, metrics: metrics, logger: Logger(label: "observe"))
let session = SessionManager(configuration: configuration)

let given = Array(CommandLine.arguments.dropFirst())
let urls =
    given.isEmpty
    ? ["/user?token=s3cret", "/redirect", "/secret", "/busy", "/boats"].map { server.url + $0 } + [
        "http://127.0.0.1:1/"
    ] : given

await tracer.withSpan("a page is made") { _ in
    for url in urls { _ = try? await session.data(for: RequestMessage(url: url)) }
}
session.invalidate()
server.stop()

print("\nSpans")
for span in tracer.finishedSpans {
    var attributes: [String] = []
    span.attributes.forEach { name, value in attributes.append("    \(name): \(text(value))") }
    let status = span.status.map { " (\($0.code))" } ?? ""
    print("  \(span.operationName)\(status), span \(span.spanID) of trace \(span.traceID)")
    for attribute in attributes.sorted() { print(attribute) }
}

print("\nMetrics")
for recorder in metrics.recorders {
    print("  \(recorder.label) \(names(recorder.dimensions)): \(recorder.values.count) values, in seconds")
}
for counter in metrics.counters { print("  \(counter.label) \(names(counter.dimensions)): \(counter.totalValue)") }

if given.isEmpty {
    print("\nWhat the server got")
    for request in server.requests { print("  \(request.path) traceparent: \(request.field("traceparent") ?? "none")") }
}

func text(_ value: SpanAttribute) -> String {
    switch value {
    case .string(let text): text
    case .int64(let number): "\(number)"
    default: "\(value)"
    }
}

func names(_ dimensions: [(String, String)]) -> String {
    dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
}
