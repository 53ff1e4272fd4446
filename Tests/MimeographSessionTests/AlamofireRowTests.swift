import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographSessionTesting
import MimeographSupport
import MimeographXML
import Testing

@testable import MimeographSession

/// Tests of what Alamofire adds to AFNetworking's behavior: validation, redirects, retry, downloads, authentication and
/// streaming. Each row is kept or deliberately changed.
///
/// | Row | Where |
/// |---|---|
/// | First rule: nothing is decoded after an error | here |
/// | Validation | `ResponseValidationTests` in `MimeographTests`, and here through the session |
/// | Empty bodies | here; the table itself in `MimeographTests` |
/// | Interceptors | `InterceptorTests.interceptorsAdaptInOrderAtEachAttempt`, `throwingInterceptorEndsTheRequest`, `firstDecisionCounts` |
/// | Retry after a failure to decode | here |
/// | `RetryPolicy` | `RetryTests.thePolicyDecidesAsAlamofires`, and the others there; `ConnectionLostRetryPolicy`, here |
/// | Authentication interceptor | `InterceptorTests.manyRequestsRefreshOnce`, `anExpiringTokenIsRefreshedBeforeItIsSent`, `uselessRefreshesEnd`, `missingTokenAndFailedRefreshAreErrors` |
/// | `OfflineRetrier` | `OfflineRetrierTests` |
/// | Cache handlers (changed: fields decide) | here |
/// | Redirect handlers | `RedirectTests.thePolicyFollowsStopsAndChanges`; a request's policy takes precedence over the session's, here |
/// | Download options and resume data | `DownloadTests`, `HostileDownloadTests` |
/// | Events, cURL | `SessionTaskTests.eventsReportTheStagesOfATask`, `CurlCommandTests` |
/// | Cancelling with the task | `SessionTaskTests.cancellingEndsATaskWhereverItIs` |
/// | Streaming (changed: elements, not chunks) | here; back-pressure, `HTTPSessionManagerTests.aStreamRequestsNoMoreThanIsRead` |
/// | Body of a GET (changed: sent) | here |
@Suite struct AlamofireRowTests {
    private struct User: Codable, Sendable, Equatable { var name: String }
    private static let json: HeaderFields = ["Content-Type": "application/json"]

    private func manager(
        _ transport: ScriptedTransport,
        _ configure: (inout SessionConfiguration) -> Void = { _ in }
    ) throws -> HTTPSessionManager {
        try HTTPSessionManager(
            baseURL: "http://h/",
            serializers: SerializerRegistry { JSONPlugin() },
            session: session(transport, configure)
        )
    }

    /// A status, a Content-Type, a body, and the error. The status is checked first, then the type, then the body.
    private static let validations: [(Int, String?, String, SessionError.Code?)] = [
        (200, "application/json", #"{"name":"a"}"#, nil),
        (299, "application/json; charset=utf-8", #"{"name":"a"}"#, nil),
        (200, "application/vnd.api+json", #"{"name":"a"}"#, nil), (200, "text/html", "<html>", .serialization),
        (200, nil, #"{"name":"a"}"#, .serialization), (404, "application/json", #"{"name":"a"}"#, .unacceptableStatus),
        (500, "text/html", "{", .unacceptableStatus), (300, "application/json", #"{"name":"a"}"#, .unacceptableStatus),
        (200, "application/json", "{", .serialization), (200, "application/json", "", .serialization),
        (204, nil, "", .serialization), (205, nil, "", .serialization),
    ]

    @Test(arguments: validations.indices)
    func aResponseIsValidatedBeforeItIsDecoded(_ index: Int) async throws {
        let (status, type, body, expected) = Self.validations[index]
        let transport = ScriptedTransport()
        var answer = ScriptedAnswer(status: status, body: body)
        if let type { answer.fields["Content-Type"] = type }
        transport.on("*", answer)
        let api = try manager(transport)
        #expect(await code { try await api.get("a", as: User.self) } == expected)
        // A caller that wants no value or an optional one needs no body.
        let isFine = (200...299).contains(status)
        #expect(await code { try await api.get("a") as ResponseHead } == (isFine ? nil : .unacceptableStatus))
        if isFine, body.isEmpty { #expect(try await api.get("a", as: User?.self) == nil) }
    }

    /// A retrier also decides about a body that cannot be decoded, once for each attempt.
    @Test func decodingFailuresCanBeRetried() async throws {
        struct Patient: RequestInterceptor {
            let asked: Locked<[String]>
            func retry(_ failure: FailedAttempt) async -> RetryDecision {
                asked.withLock { $0.append("\(failure.error?.code.rawValue ?? "-") \(failure.head?.status ?? 0)") }
                return failure.retryCount < 2 ? .retry() : .doNotRetry
            }
        }
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(fields: Self.json, body: "{"))
        transport.on("*", call: 2, .init(status: 503, fields: Self.json))
        transport.on("*", .init(fields: Self.json, body: #"{"name":"a"}"#))
        let asked = Locked<[String]>([])
        let api = try manager(transport) { $0.interceptors = [Patient(asked: asked)] }
        #expect(try await api.get("a", as: User.self) == User(name: "a"))
        #expect(asked.withLock { $0 } == ["serialization 200", "- 503"])
    }

    /// A policy with the behavior of `ConnectionLostRetryPolicy`.
    @Test func aPolicyForLostConnectionsOnly() async throws {
        let policy = RetryPolicy(delay: .zero, statuses: [], codes: [.connectionLost])
        let transport = ScriptedTransport()
        transport.on("http://h/lost", call: 1, .failure(TransportError(.connectionLost, "Gone.")))
        transport.on("http://h/lost", .init(status: 503))
        transport.on("http://h/late", .failure(TransportError(.timedOut, "Late.")))
        let session = session(transport) { $0.interceptors = [policy] }
        #expect(try await session.data(for: RequestMessage(url: "http://h/lost")).head.status == 503)
        #expect(await code { try await session.data(for: RequestMessage(url: "http://h/late")) } == .timedOut)
        #expect(transport.requests.count == 3)
    }

    /// A request's own policies take precedence over those of the session.
    @Test func aRequestMayHaveItsOwnPolicies() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/a", .init(status: 302, fields: ["Location": "/b"]))
        transport.on("http://h/b", .init())
        let session = session(transport)
        var own = session.configuration
        own.redirects = .none
        let request = RequestMessage(url: "http://h/a")
        #expect(try await session.data(for: request, configuration: own).head.status == 302)
        #expect(try await session.data(for: request).head.status == 200)
        #expect(try await session.dataTask(request, configuration: own).value.head.status == 302)
    }

    /// Cache handlers: Alamofire decides in code. Here, fields decide, for each request if needed.
    @Test func fieldsOfARequestDecideAboutTheCache() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Cache-Control": "max-age=60"], body: "x"))
        let session = session(transport) { $0.cache = ResponseCache() }
        func send(_ directive: String?) async throws -> ExchangeMetrics.CacheUse {
            var request = RequestMessage(url: "http://h/")
            if let directive { request.fields["Cache-Control"] = directive }
            return try await session.data(for: request).metrics.cache
        }
        #expect(try await send("no-store") == .none)
        #expect(try await send(nil) == .stored)
        #expect(try await send(nil) == .hit)
        #expect(try await send("no-cache") == .stored)
        #expect(try await send("only-if-cached") == .hit)
        var without = session.configuration
        without.cache = nil
        #expect(
            try await session.data(for: RequestMessage(url: "http://h/"), configuration: without).metrics.cache == .none
        )
    }

    /// Streaming: the boundaries of chunks don't matter, and an invalid element ends the exchange.
    @Test func elementsDoNotDependOnTheChunks() async throws {
        let text = Array("{\"name\":\"å\"}\n{\"name\":\"b\"}\r\n\n{\"name\":\"c\"}".utf8)
        let rows: HeaderFields = ["Content-Type": "application/x-ndjson"]
        for size in 1...text.count {
            let transport = ScriptedTransport()
            let chunks = stride(from: 0, to: text.count, by: size).map { Array(text[$0..<min($0 + size, text.count)]) }
            transport.on("*", .init(fields: rows, chunks: chunks))
            var names: [String] = []
            for try await user: User in try await manager(transport).stream("rows") { names.append(user.name) }
            #expect(names == ["å", "b", "c"])
        }
        let endless = ScriptedTransport()
        endless.on("*", .init(fields: rows, chunks: Array(repeating: Array("oh\n".utf8), count: 1000)))
        let api = try manager(endless)
        #expect(await code { for try await _: User in try await api.stream("rows") {} } == .serialization)
        #expect(endless.openExchangeCount == 0)
    }

    /// Streaming: a call may use its own serializer for streams, documents and values.
    @Test func aStreamMayHaveItsOwnSerializer() async throws {
        struct Entry: Decodable, Sendable { var title: String }
        let transport = ScriptedTransport()
        let feed = Array("<feed><entry><title>a</title></entry><x/><entry><title>b</title></entry></feed>".utf8)
        transport.on("*", .init(fields: ["Content-Type": "application/atom+xml"], chunks: feed.map { [$0] }))
        let api = try manager(transport)
        let entries = XMLParserResponseSerializer().subtrees(named: "entry")
        var count = 0
        for try await _: XML.Document in try await api.streaming(with: entries).stream("feed") { count += 1 }
        var titles: [String] = []
        for try await entry: Entry in try await api.streaming(with: entries.decoded()).stream("feed") {
            titles.append(entry.title)
        }
        #expect(count == 2 && titles == ["a", "b"])
        #expect(await code { for try await _: Entry in try await api.stream("feed") {} } == .serialization)
    }

    /// The body of a GET has no defined meaning, but is not an error either. Source: RFC 9110 §9.3.1.
    @Test func theBodyOfAGetIsSent() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 204))
        try await manager(transport).get("search", .value(User(name: "a")))
        #expect(transport.requests.map(\.body) == [Array(#"{"name":"a"}"#.utf8)])
        #expect(transport.requests[0].method == .get)
    }
}
