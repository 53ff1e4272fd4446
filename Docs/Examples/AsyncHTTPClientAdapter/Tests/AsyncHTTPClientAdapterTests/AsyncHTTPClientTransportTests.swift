import AsyncHTTPClient
import AsyncHTTPClientAdapter
import Mimeograph
import MimeographJSON
import MimeographSession
import NIOSSL
import TestServers
import Testing

@Suite(.needsOddServer, .timeLimit(.minutes(10)))
struct AsyncHTTPClientTransportTests {
    /// Differences of AsyncHTTPClient that no setting changes.
    static let exceptions = [
        "a folded field is one field": "SwiftNIO rejects folded fields",
        "a field that is not UTF-8 is kept": "SwiftNIO replaces bytes that are not UTF-8 with U+FFFD",
        "metrics": "AsyncHTTPClient does not report the address of the peer",
        "no body": "AsyncHTTPClient sends Content-Length: 0 with OPTIONS, and never with GET, HEAD and DELETE",
        "bytes": "the same, for empty bodies",
        "a producer produces no more than the peer accepts": "its buffers are larger; see the test below",
        "invalid field lines are omitted": "SwiftNIO rejects the response",
        "interim responses come in order, before the response": "AsyncHTTPClient reports none",
        "trailers are available after the body": "AsyncHTTPClient reports none",
        "forbidden trailers are omitted": "SwiftNIO rejects the response",
        "trailers are announced, and sent after the body": "AsyncHTTPClient sends none",
        "a failing trailer closure makes the exchange fail": "the same; it rejects the request",
        "waiting for a connection is not connecting":
            "AsyncHTTPClient counts the time in which a request waits in its pool",
    ]

    @Test(arguments: TransportConformance.checks.filter { exceptions[$0.name] == nil })
    func keepsThePromisesOfTransports(_ check: TransportConformance.Check) async throws {
        let looksAtTheClock = check.needs.contains(.time)
        let transport = AsyncHTTPClientTransport()
        let transportUnderTest = TransportConformance.TransportUnderTest(transport: transport) { path in
            looksAtTheClock ? try TestServer.calm(path) : try TestServer.odd(path)
        }
        try await check.run(transportUnderTest)
    }

    @Test func aProducerWaitsForThePeer() async throws {
        let asked = Counter()
        let stream = BodyStream {
            AsyncThrowingStream {
                asked.increment()
                return [UInt8](repeating: 0, count: 1 << 16)
            }
        }
        let url = try TestServer.odd("/drip/1")
        let task = Task {
            try await AsyncHTTPClientTransport().whole(TransportRequest(method: .post, url: url, body: .stream(stream)))
        }
        // Sending stops when the buffers on both sides are full.
        var seen = -1
        while seen != asked.value || seen == 0 {
            seen = asked.value
            try await Task.sleep(for: .milliseconds(700))
        }
        #expect(seen < 1000)
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func theBodyIsSentWholeAfterAnEarlyResponse() async throws {
        let transport = AsyncHTTPClientTransport()
        let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
            Task {
                for _ in 0..<10 {
                    try await Task.sleep(for: .milliseconds(200))
                    continuation.yield([UInt8](repeating: 7, count: 100))
                }
                continuation.finish()
            }
        }
        let url = try TestServer.odd("/early/adapter")
        let body = MessageBody.stream(BodyStream { chunks })
        let response = try await transport.whole(TransportRequest(method: .post, url: url, body: body))
        #expect(response.text == "ok")
        let other = AsyncHTTPClientTransport()
        var count = ""
        for _ in 0..<100 where count != "1000" {
            try await Task.sleep(for: .milliseconds(100))
            count = try await other.whole(TransportRequest(url: TestServer.odd("/count/adapter/peek"))).text
        }
        #expect(count == "1000")
    }

    /// AsyncHTTPClient stops the process for such heads over HTTP/2.
    @Test(
        .needsTLSServer,
        arguments: [
            "long_status", "short_status", "low_status", "negative_status", "switching", "switching_bare",
        ]
    )
    func anInvalidStatusOverHTTP2IsAnError(behaviour: String) async throws {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .file(try TestServer.http2().path("authority"))
        let transport = AsyncHTTPClientTransport(configuration: configuration)
        let right = try await transport.whole(TransportRequest(url: try Self.url("right")))
        #expect(right.head.status == 200)
        let error = await #expect(throws: TransportError.self) {
            try await transport.whole(TransportRequest(url: try Self.url(behaviour)))
        }
        // SwiftNIO itself resets a stream with an Upgrade field.
        #expect(error?.code == (behaviour == "switching" ? .connectionLost : .invalidResponse))
    }

    private static func url(_ behaviour: String) throws -> String {
        "https://localhost:\(try TestServer.http2().port(behaviour + "TLS"))/"
    }

    @Test func theReadmesSampleCompiles() throws {
        let serializers = try SerializerRegistry { JSONPlugin() }
        let api = try HTTPSessionManager(
            baseURL: "https://api.example.com/v1/",
            serializers: serializers,
            transport: AsyncHTTPClientTransport()
        )
        #expect(api.baseURL?.text == "https://api.example.com/v1/")
    }

    @Test func theSessionStandsOnIt() async throws {
        let serializers = try SerializerRegistry { JSONPlugin() }
        let api = try HTTPSessionManager(
            baseURL: TestServer.odd("/"),
            serializers: serializers,
            transport: AsyncHTTPClientTransport()
        )
        let echo: JSON = try await api.post("echo", .value(["title": "tea"]))
        #expect(echo["method"].string == "POST")
        #expect(echo["body"].string == #"{"title":"tea"}"#)
        api.invalidate()
        await #expect(throws: SessionError.self) { try await api.get("echo") }
    }

    @Test(arguments: [
        TransportOptions(proxy: .init(url: "http://127.0.0.1:1")), TransportOptions(unixSocketPath: "/tmp/socket"),
        TransportOptions(version: .http2PriorKnowledge),
    ])
    func whatItCannotDoIsRefused(options: TransportOptions) async throws {
        let request = TransportRequest(url: try TestServer.odd("/echo"), options: options)
        let error = await #expect(throws: TransportError.self) { try await AsyncHTTPClientTransport().send(request) }
        #expect(error?.code == .unsupported)
    }

    @Test func trailersAreRefused() async throws {
        for body in [MessageBody.bytes([1]), .stream(BodyStream([1, 2]))] {
            var request = TransportRequest(method: .put, url: try TestServer.odd("/echo"), body: body)
            request.trailers = RequestTrailers(["X-Sum": "abc"])
            let error = await #expect(throws: TransportError.self) {
                try await AsyncHTTPClientTransport().send(request)
            }
            #expect(error?.code == .unsupported)
        }
    }
}
