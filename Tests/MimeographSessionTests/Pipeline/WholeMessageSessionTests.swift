import Mimeograph
import MimeographJSON
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests of interim responses and trailers in the public interface of a session.
@Suite struct WholeMessageSessionTests {
    private static let hints = ResponseHead(status: 103, fields: ["Link": "</style.css>; rel=preload"])

    private static func transport() -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on(
            "http://h/first*",
            .init(status: 302, fields: ["Location": "/last"], interimResponses: [ResponseHead(status: 102)])
        )
        transport.on(
            "*",
            .init(
                fields: ["Content-Type": "application/json", "X-Sum": "head"],
                chunks: [Array("[1]".utf8)],
                trailers: ["X-Sum": "abc", "Content-Length": "500", "Set-Cookie": "a=1"],
                interimResponses: [hints]
            )
        )
        return transport
    }

    @Test func aConfigurationReceivesInterimResponsesOfAllExchanges() async throws {
        let told = Recorder<ResponseHead>()
        let session = session(Self.transport()) { $0.onInterimResponse = { told.append($0) } }
        let response = try await session.data(for: RequestMessage(url: "http://ada:pw@h/first"))
        #expect(response.head.status == 200)
        #expect(told.values.map(\.status) == [102, 103])
        #expect(told.values.map(\.url) == ["http://h/first", "http://h/last"])
        #expect(told.values.last?.fields.links.first?.target == "/style.css")
    }

    @Test func aTaskReceivesInterimResponses() async throws {
        let told = Recorder<ResponseHead>()
        let session = session(Self.transport()) { $0.startsTasks = false }
        let task = session.dataTask(RequestMessage(url: "http://h/first"))
            .onInterimResponse { told.append($0) }
        task.resume()
        #expect(try await task.value.trailers == ["X-Sum": "abc"])
        #expect(told.values.map(\.status) == [102, 103])
    }

    @Test func eventsReportInterimResponses() async throws {
        let session = session(Self.transport())
        let events = session.events
        _ = try await session.data(for: RequestMessage(url: "http://h/first?token=secret"))
        session.invalidate()
        var lines: [String] = []
        for await event in events {
            if case .interimResponse(let task, let head) = event { lines.append("\(task) \(head.status) \(event)") }
        }
        #expect(lines == ["1 102 #1: 102, an interim response", "1 103 #1: 103, an interim response"])
    }

    @Test func aVerbReceivesInterimResponses() async throws {
        let told = Recorder<ResponseHead>()
        let api = try HTTPSessionManager(
            baseURL: "http://h/",
            serializers: try SerializerRegistry { JSONPlugin() },
            session: session(Self.transport())
        )
        let response = try await api.response(
            .get,
            "last",
            onInterimResponse: { told.append($0) },
            as: [Int].self
        )
        #expect(response.value == [1] && response.trailers == ["X-Sum": "abc"])
        #expect(told.values.map(\.status) == [103])
        #expect(try await api.anyValue("last").trailers == ["X-Sum": "abc"])
    }

    /// Trailers don't change the head, set no cookies, and are available after the end of the body.
    @Test func trailersAreApart() async throws {
        let session = session(Self.transport()) { $0.cache = ResponseCache() }
        for _ in 0..<2 {
            let response = try await session.response(for: RequestMessage(url: "http://h/last"))
            #expect(response.trailers == [:])
            #expect(try await response.body.collect() == Array("[1]".utf8))
            #expect(response.trailers == ["X-Sum": "abc"])
            #expect(response.head.fields["X-Sum"] == "head" && response.head.contentLength == nil)
        }
        #expect(session.configuration.cookies?.cookies.isEmpty == true)
        let folder = TemporaryFolder()
        let download = try await session.download(
            RequestMessage(url: "http://h/last"),
            to: .file(folder.file("one"))
        )
        #expect(download.trailers == ["X-Sum": "abc"])
    }

    /// Trailers are sent again with their body, but not if a redirect turns a POST into a GET.
    @Test(arguments: [(303, HTTPMethod.get, false), (307, .post, true)])
    func trailersFollowTheirBody(_ status: Int, _ method: HTTPMethod, _ goes: Bool) async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/a", .init(status: status, fields: ["Location": "/b"]))
        transport.on("*", .init())
        let asked = Counter()
        var request = RequestMessage(method: .post, url: "http://h/a", body: .bytes([1, 2]))
        request.trailers = RequestTrailers(["X-Sum"]) {
            asked.increment()
            return ["X-Sum": "abc"]
        }
        _ = try await session(transport).data(for: request)
        #expect(transport.requests.map(\.trailers) == [["X-Sum": "abc"], goes ? ["X-Sum": "abc"] : [:]])
        #expect(transport.requests.last?.method == method && asked.value == (goes ? 2 : 1))
    }

    @Test func trailersThatCannotBeSentAreRefusedBeforeTheRequest() async throws {
        let transport = Self.transport()
        var request = RequestMessage(method: .post, url: "http://h/last", body: .bytes([1]))
        request.trailers = RequestTrailers(["Content-Length": "3"])
        #expect(await code { try await session(transport).data(for: request) } == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }
}
