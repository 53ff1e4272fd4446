import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests of the fields that an observer adds to an exchange.
@Suite struct ObserverFieldTests {
    private let transport = ScriptedTransport()

    init() { transport.on("*", .init()) }

    @Test func fieldsReplaceThoseOfTheRequest() async throws {
        let recorder = ExchangeRecorder {
            $0.fields["TraceParent"] = "00-new"
            try? $0.fields.append("tracestate", "a=1")
            try? $0.fields.append("tracestate", "b=2")
        }
        let session = session(transport) { $0.observer = recorder }
        let fields: HeaderFields = ["X": "1", "traceparent": "00-old", "Authorization": "Bearer t"]
        _ = try await session.data(for: RequestMessage(url: "http://h/", fields: fields))
        let sent = try #require(transport.requests.first).fields
        #expect(sent.values(of: "traceparent") == ["00-new"])
        #expect(sent.values(of: "tracestate") == ["a=1", "b=2"])
        #expect(sent["X"] == "1")
        #expect(sent["Authorization"] == "Bearer t")
    }

    /// An observer does not see the fields of the request.
    @Test func fieldsOfTheRequestAreNotShown() async throws {
        let recorder = ExchangeRecorder()
        let session = session(transport) { $0.observer = recorder }
        let fields: HeaderFields = ["Authorization": "Bearer t"]
        _ = try await session.data(for: RequestMessage(url: "http://ada:s3cret@h/", fields: fields))
        let exchange = try #require(recorder.seen.exchanges.first).exchange
        #expect(Array(exchange.fields).isEmpty)
        #expect(!"\(exchange) \(recorder.seen.requests)".contains("s3cret"))
    }

    private static let refused: [String] = [
        "Authorization", "cookie", "X-Api-Key", "Proxy-Authorization", "Host", "Content-Length", "content-type",
        "Transfer-Encoding", "TE", "Trailer", "Connection", "Upgrade", "Expect", "Range", "If-None-Match", "Accept",
        "Accept-Encoding", "Cache-Control", "Pragma",
    ]

    @Test(arguments: refused)
    func fieldsThatAnObserverMayNotSet(_ name: String) async throws {
        let recorder = ExchangeRecorder { $0.fields[name] = "s3cret" }
        let session = session(transport) {
            $0.observer = recorder
            $0.interceptors = [RetryPolicy(delay: .zero)]
        }
        await #expect { try await session.data(for: RequestMessage(url: "http://h/")) } throws: { error in
            (error as? SessionError)?.code == .invalidRequest && "\(error)".contains(name)
                && !"\(error)".contains("s3cret")
        }
        #expect(transport.requests.isEmpty)
        #expect(recorder.lines == ["GET http://h/: invalidRequest"])
        #expect(recorder.completions == ["invalidRequest"])
    }

    @Test(arguments: [("traceparent", "00\r\nX: y"), ("traceparent", "a\0b"), ("trace parent", "x"), ("", "x")])
    func fieldsThatCannotBeSent(_ name: String, _ value: String) async throws {
        let recorder = ExchangeRecorder { $0.fields[name] = value }
        let session = session(transport) { $0.observer = recorder }
        #expect(await code { try await session.data(for: RequestMessage(url: "http://h/")) } == .invalidRequest)
        #expect(transport.requests.isEmpty)
        #expect(recorder.lines == ["GET http://h/: invalidRequest"])
    }

    /// A manager's path, and whether the request goes to an origin that gets its secrets.
    @Test(arguments: [
        ("a", true), ("http://h/v2", true), ("http://h:81/", false), ("https://h/", false), ("//friend/a", true),
        ("http://other/a", false),
    ])
    func homeOfAManager(_ path: String, _ isHome: Bool) async throws {
        let recorder = ExchangeRecorder()
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.observer = recorder
        var api = try HTTPSessionManager(
            baseURL: "http://h/v1/",
            serializers: SerializerRegistry(),
            configuration: configuration,
            transport: transport
        )
        api.allowedOrigins = try AllowedOrigins(["http://friend"])
        _ = try await api.response(.get, path, as: Void.self)
        #expect(recorder.seen.exchanges.map(\.exchange.isHome) == [isHome])
    }

    /// A request from an interceptor counts as the caller's. The target of a redirect that the program changes does not count as
    /// home.
    @Test func homeWithoutABase() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/a", .init(status: 302, fields: ["Location": "/b"]))
        transport.on("*", .init())
        let recorder = ExchangeRecorder()
        let session = session(transport) {
            $0.observer = recorder
            $0.redirects.decide = { _ in .send(RequestMessage(url: "http://other/")) }
        }
        _ = try await session.data(for: RequestMessage(url: "http://h/a"))
        _ = try await session.data(for: RequestMessage(url: "http://other/"))
        #expect(recorder.seen.exchanges.map(\.exchange.isHome) == [true, false, true])
    }
}
