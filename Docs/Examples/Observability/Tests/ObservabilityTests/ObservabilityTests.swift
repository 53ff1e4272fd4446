import InMemoryTracing
import Logging
import LoopbackServer
import MetricsTestKit
import Mimeograph
import MimeographSession
import MimeographSessionTesting
import Testing
import TraceContext
import Tracing

@testable import Observability

@Suite struct ObservabilityTests {
    @Test func aSpanForEachAttempt() async throws {
        let telemetry = try Telemetry()
        await telemetry.get("/user?q=tide", "/redirect", "/secret", "/busy", "/boats")
        telemetry.end()
        let spans = telemetry.tracer.finishedSpans
        #expect(Set(spans.map(\.operationName)) == ["GET"])
        #expect(spans.allSatisfy { $0.kind == .client })
        let statuses = ["200", "302", "200", "401", "200", "503", "200", "404"]
        #expect(telemetry.attribute("http.response.status_code") == statuses)
        #expect(telemetry.attribute("http.request.resend_count") == [nil, nil, "1", nil, "1", nil, "1", nil])
        #expect(telemetry.attribute("error.type") == [nil, nil, nil, "401", nil, "503", nil, "404"])
        #expect(spans.map { $0.status?.code == .error } == statuses.map { $0 >= "400" })
        let port = try RequestURL(telemetry.server.url).effectivePort
        for (name, value) in [
            ("http.request.method", "GET"), ("server.address", "127.0.0.1"), ("server.port", "\(port)"),
            ("url.scheme", "http"), ("network.protocol.version", "1.1"), ("network.peer.address", "127.0.0.1"),
        ] {
            #expect(telemetry.attribute(name) == statuses.map { _ in value }, "\(name)")
        }
        #expect(telemetry.attribute("url.full").first == "\(telemetry.server.url)/user?q=REDACTED")
        #expect(telemetry.tracer.activeSpans.isEmpty)
    }

    @Test func theContextOfEachSpanArrives() async throws {
        let telemetry = try Telemetry()
        let parent = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"
        var context = ServiceContext.topLevel
        let came = ["traceparent": parent, "tracestate": "a=1,b=2"]
        telemetry.tracer.extract(came, into: &context, using: DictionaryExtractor())
        await ServiceContext.withValue(context) { await telemetry.get("/redirect", "/busy") }
        telemetry.end()
        let spans = telemetry.tracer.finishedSpans
        #expect(spans.count == 4)
        #expect(spans.allSatisfy { $0.traceID == "0123456789abcdef0123456789abcdef" })
        #expect(spans.allSatisfy { $0.parentSpanID == "0123456789abcdef" })
        let arrived = telemetry.server.requests.map { $0.field("traceparent") }
        #expect(arrived == spans.map { "00-\($0.traceID)-\($0.spanID)-01" })
        #expect(Set(arrived).count == 4)
        #expect(
            telemetry.server.requests.map { $0.field("tracestate") } == ["a=1,b=2", "a=1,b=2", "a=1,b=2", "a=1,b=2"]
        )
        // The log line is part of the caller's trace.
        #expect(
            telemetry.log.entries.map { $0.metadata["trace"] }
                == Array(repeating: "0123456789abcdef0123456789abcdef", count: 2)
        )
    }

    /// After a redirect, another origin receives the trace only if the program allows it.
    @Test(arguments: [false, true])
    func otherOrigins(_ isTold: Bool) async throws {
        let other = try LoopbackServer()
        let telemetry = try Telemetry { configuration, observability in
            configuration.redirects.decide = { _ in .send(RequestMessage(url: other.url + "/user")) }
            if isTold { observability.propagates = { _ in true } }
        }
        await telemetry.get("/redirect")
        telemetry.end()
        other.stop()
        #expect(telemetry.server.requests.map { $0.field("traceparent") != nil } == [true])
        #expect(other.requests.map { $0.field("traceparent") != nil } == [isTold])
        #expect(telemetry.tracer.finishedSpans.count == 2)
    }

    @Test func metrics() async throws {
        let telemetry = try Telemetry()
        await telemetry.get("/user", "/busy", "/boats")
        telemetry.end()
        let meters = telemetry.metrics.meters(label: "http.client.active_requests")
        #expect(meters.count == 1)
        #expect(meters.first?.values == [1, 0, 1, 0, 1, 0, 1, 0])
        let recorders = telemetry.metrics.recorders(label: "http.client.request.duration")
        let counts = recorders.reduce(into: [String: Int]()) { counts, recorder in
            let status = recorder.dimensions.first { $0.0 == "http.response.status_code" }?.1
            counts[status ?? "none", default: 0] += recorder.values.count
            #expect(recorder.values.allSatisfy { $0 > 0 && $0 < 60 })
            #expect(recorder.dimensions.contains { $0 == ("network.protocol.version", "1.1") })
        }
        #expect(counts == ["200": 2, "503": 1, "404": 1])
        #expect(try telemetry.metrics.expectCounter("session.requests", [("outcome", "ok")]).totalValue == 3)
        #expect(try telemetry.metrics.expectCounter("session.retries").totalValue == 1)
    }

    @Test func oneLineForEachRequest() async throws {
        let telemetry = try Telemetry()
        await telemetry.get("/redirect?count=3", "/busy", "/boats")
        _ = try? await telemetry.session.data(for: RequestMessage(url: "http://127.0.0.1:1/"))
        let stopped = Task {
            try await telemetry.session.data(for: RequestMessage(url: "\(telemetry.server.url)/late"))
        }
        while telemetry.server.requests.last?.path != "/late" { try await Task.sleep(for: .milliseconds(1)) }
        stopped.cancel()
        _ = await stopped.result
        telemetry.end()
        let entries = telemetry.log.entries
        let url = telemetry.server.url
        #expect(
            entries.map { "\($0.level) \($0.message)" } == [
                "info GET \(url)/redirect?…: 200", "info GET \(url)/busy: 200", "notice GET \(url)/boats: 404",
                "warning GET http://127.0.0.1:1/: cannotConnect", "info GET \(url)/late: cancelled",
            ]
        )
        #expect(entries.map { $0.metadata["redirects"] } == ["3", nil, nil, nil, nil])
        #expect(entries.map { $0.metadata["retries"] } == [nil, "1", nil, "1", nil])
        #expect(entries.allSatisfy { $0.metadata["duration"] != nil })
    }

    /// A background request has a span in the caller's trace, with an attribute that marks it.
    @Test func whatIsAskedInTheBackground() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Cache-Control": "max-age=0, stale-while-revalidate=60"], body: "x"))
        let telemetry = try Telemetry(transport: transport) { configuration, _ in configuration.cache = ResponseCache()
        }
        try await telemetry.tracer.withSpan("page") { _ in
            for _ in 0..<2 { _ = try await telemetry.session.data(for: RequestMessage(url: "http://h/")) }
        }
        for _ in 0..<5_000 where telemetry.log.entries.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
        telemetry.end()
        let spans = telemetry.tracer.finishedSpans
        let page = try #require(spans.first { $0.operationName == "page" })
        let exchanges = spans.filter { $0.kind == .client }
        #expect(exchanges.map(\.parentSpanID) == [page.spanID, page.spanID])
        #expect(exchanges.map { $0.attributes.get("session.background") } == [nil, .bool(true)])
        #expect(transport.requests.map { $0.fields["traceparent"] != nil } == [true, true])
        #expect(telemetry.log.entries.compactMap { $0.metadata["background"] } == ["true"])
        #expect(try telemetry.metrics.expectCounter("session.requests", [("outcome", "ok")]).totalValue == 2)
        #expect(try telemetry.metrics.expectCounter("session.revalidations", [("outcome", "ok")]).totalValue == 1)
    }

    /// A failure has a span and a duration too.
    @Test func connectionsThatFail() async throws {
        let telemetry = try Telemetry { configuration, _ in configuration.interceptors = [] }
        _ = try? await telemetry.session.data(for: RequestMessage(method: "SEARCH", url: "http://127.0.0.1:1/"))
        telemetry.end()
        let span = try #require(telemetry.tracer.finishedSpans.first)
        #expect(span.operationName == "HTTP")
        #expect(span.status?.code == .error)
        #expect(telemetry.attribute("error.type") == ["cannotConnect"])
        #expect(telemetry.attribute("http.request.method") == ["_OTHER"])
        #expect(telemetry.attribute("http.request.method_original") == ["SEARCH"])
        #expect(telemetry.attribute("http.response.status_code") == [nil])
        #expect(telemetry.metrics.recorders(label: "http.client.request.duration").map(\.values.count) == [1])
        #expect(telemetry.metrics.meters.first?.lastValue == 0)
        #expect(try telemetry.metrics.expectCounter("session.requests", [("outcome", "cannotConnect")]).totalValue == 1)
    }

    /// Output, metrics and traces contain no secret, whatever part of the request it is in.
    @Test func noSecretIsSeen() async throws {
        let secret = "s3cret"
        let telemetry = try Telemetry { configuration, _ in
            configuration.fields = ["Authorization": "Bearer \(secret)", "Cookie": "id=\(secret)"]
        }
        let authority = telemetry.server.url.dropFirst("http://".count)
        await telemetry.get(
            "/user?token=\(secret)",
            "/boats?\(secret)",
            "/busy?a=1&\(secret)=",
            "/redirect?x=\(secret)#\(secret)"
        )
        for url in ["http://\(secret):\(secret)@\(authority)/secret", "http://127.0.0.1:1/?k=\(secret)"] {
            _ = try? await telemetry.session.data(for: RequestMessage(url: url))
        }
        let body = RequestMessage(
            method: .post,
            url: "\(telemetry.server.url)/echo",
            fields: ["X-Api-Key": secret, "Content-Type": "text/plain"],
            body: .bytes(Array(secret.utf8))
        )
        let echoed = try await telemetry.session.data(for: body)
        telemetry.end()
        // The secrets were sent, and each request left some output.
        #expect(echoed.value == Array(secret.utf8))
        #expect(telemetry.server.requests.first?.field("Authorization") == "Bearer \(secret)")
        #expect(telemetry.log.entries.count == 7)
        let everything = telemetry.everything
        #expect(everything.contains("/user?token=REDACTED"))
        #expect(!everything.contains(secret))
    }

    @Test(arguments: [
        ("http://h/a", "http://h/a"), ("https://h:8443/a?", "https://h:8443/a"),
        ("http://h/?page=2&q=x", "http://h/?page=2&q=REDACTED"), ("http://h/?abc", "http://h/?REDACTED"),
        ("http://h/?abc=", "http://h/?REDACTED"), ("http://h/?YWJj==", "http://h/?REDACTED"),
        ("http://h/?q=a=b&&=x", "http://h/?q=REDACTED&REDACTED&REDACTED"),
        ("http://[::1]/?page=x&page=y", "http://[::1]/?page=x&page=y"),
    ])
    func urlsWithoutValues(_ url: String, _ shown: String) throws {
        #expect(try RequestURL(url).redacted(visible: ["page"]) == shown)
    }

    @Test func longQueriesAreCut() throws {
        let name = String(repeating: "n", count: 41)
        #expect(try RequestURL("http://h/?\(name)=1").redacted(visible: [name]) == "http://h/?REDACTED")
        let many = (0..<5000).map { "a\($0)=1" }.joined(separator: "&")
        #expect(try RequestURL("http://h/?\(many)").redacted(visible: []).utf8.count < 600)
    }

    @Test(arguments: [
        "", "00", "00-0123456789abcdef0123456789abcdef-0123456789abcdef",
        "01-0123456789abcdef0123456789abcdef-0123456789abcdef-01",
        "00-0123456789ABCDEF0123456789abcdef-0123456789abcdef-01",
        "00-00000000000000000000000000000000-0123456789abcdef-01",
        "00-0123456789abcdef0123456789abcdef-0000000000000000-01",
        "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01-",
    ])
    func contextsThatAreNone(_ field: String) {
        var context = ServiceContext.topLevel
        TraceContextTracer().extract(
            ["traceparent": field, "tracestate": "a=1"],
            into: &context,
            using: DictionaryExtractor()
        )
        #expect(context.inMemorySpanContext == nil)
        #expect(context.traceState == nil)
    }
}

private struct DictionaryExtractor: Extractor {
    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
}
