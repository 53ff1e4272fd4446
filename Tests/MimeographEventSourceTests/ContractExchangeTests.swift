import LoopbackServer
import Mimeograph
import MimeographEventSource
import MimeographEventStream
import MimeographForm
import MimeographSession
import MimeographSessionTesting
import Testing

/// The group "HTTP behavior" of the contract suite, and further rules of the standard for responses; see
/// ContractParsingTests.swift for the table.
@Suite(.timeLimit(.minutes(1))) struct ContractExchangeTests {
    /// Plays one event, and waits until the client leaves.
    private static let hello: @Sendable (StreamConnection) -> Void = { connection in
        connection.open()
        connection.send("data: hello\n\n")
        connection.waitForEnd()
    }

    @Test func defaultRequest() async throws {
        let server = try StreamServer(Self.hello)
        let manager = try server.manager { $0.fields = ["X-Everywhere": "1"] }
        #expect(try await EventSource(manager, "prices").read(1) == [.init(data: "hello")])
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.target == "/prices")
        #expect(request.field("Accept") == "text/event-stream")
        #expect(request.field("Cache-Control") == "no-cache")
        #expect(request.field("Accept-Encoding") == "identity")
        #expect(request.field("X-Everywhere") == "1")
        #expect(request.field("Last-Event-ID") == nil)
        #expect(request.body.isEmpty)
    }

    @Test func noContent() async throws {
        let server = try StreamServer { connection in
            if connection.number == 1 {
                connection.open()
                connection.send("data: a\n\n")
            } else {
                connection.respond(204)
            }
        }
        let source = EventSource(try server.manager(), "", reconnection: .quick)
        var read: [String] = []
        for try await event in source.events() { read.append(event.data) }
        #expect(read == ["a"])
        #expect(server.requests.count == 2)
        guard case .closed(.noContent) = source.state else {
            Issue.record("\(source.state)")
            return
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func redirects(_ status: Int) async throws {
        let server = try StreamServer { connection in
            if connection.request.target == "/old" {
                connection.respond(status, ["Location: /new"])
            } else {
                connection.open()
                connection.send("data: \(connection.number)\n\n")
                if connection.number > 2 { connection.waitForEnd() }
            }
        }
        let source = EventSource(try server.manager(), "old", reconnection: .quick)
        #expect(try await source.read(2).map(\.data) == ["2", "4"])
        // Redirects are not remembered, so fields for the first server are not sent to another one.
        #expect(server.requests.map(\.target) == ["/old", "/new", "/old", "/new"])
    }

    /// An empty Location is not a redirect, like a missing one.
    @Test(arguments: [301, 307], [["Location: "], []]) func redirectsToNowhere(_ status: Int, _ fields: [String])
        async throws
    {
        let server = try StreamServer { $0.respond(status, fields) }
        let source = EventSource(try server.manager(), "", reconnection: .quick)
        let error = await failure { _ = try await source.read(1) }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.remedy != nil)
        #expect(server.requests.count == 1)
    }

    @Test func customFields() async throws {
        let server = try StreamServer(Self.hello)
        let source = EventSource(
            try server.manager(),
            "",
            query: ["q": "tea"],
            headers: ["X-One": "1", "X-Two": "2", "Accept": "text/event-stream, */*", "Cache-Control": "no-store"]
        )
        _ = try await source.read(1)
        let request = try #require(server.requests.first)
        #expect(
            ["X-One", "X-Two", "Accept", "Cache-Control"].map(request.field) == [
                "1", "2", "text/event-stream, */*", "no-store",
            ]
        )
        #expect(request.target == "/?q=tea")
    }

    @Test(arguments: ["POST", "REPORT"] as [HTTPMethod]) func requestsWithBodies(_ method: HTTPMethod) async throws {
        let server = try StreamServer(Self.hello)
        let source = EventSource(try server.manager(), "", method: method, .value(["hello": "world"]))
        _ = try await source.read(1)
        let request = try #require(server.requests.first)
        #expect(request.method == method.rawValue)
        #expect(request.field("Content-Type")?.hasPrefix("application/json") == true)
        #expect(request.body == Array(#"{"hello":"world"}"#.utf8))
    }

    @Test func firstID() async throws {
        let server = try StreamServer(Self.hello)
        let source = EventSource(try server.manager(), "", lastEventID: "abc")
        #expect(try await source.read(1) == [.init(data: "hello", lastEventID: "abc")])
        #expect(server.requests.first?.field("Last-Event-ID") == "abc")
    }

    // MARK: - Beyond the contract suite

    @Test(arguments: [201, 205, 206, 304, 400, 401, 404, 429, 500, 503]) func otherStatuses(_ status: Int) async throws
    {
        let server = try StreamServer { connection in
            connection.respond(status, ["Content-Type: text/event-stream", "Retry-After: 0"], "data: a\n\n")
        }
        let source = EventSource(try server.manager(), "", reconnection: .quick)
        let error = try #require(await failure { _ = try await source.read(1) })
        #expect(error.code == .unacceptableStatus)
        #expect(error.status == status)
        #expect(error.remedy != nil)
        #expect(error.url?.hasPrefix("http://127.0.0.1") == true)
        #expect(server.requests.count == 1)
        guard case .closed(.failed(let seen)) = source.state else {
            Issue.record("\(source.state)")
            return
        }
        #expect(seen.code == error.code)
        // The loop has ended, and another one sends a new request.
        _ = await failure { _ = try await source.read(1) }
        #expect(server.requests.count == 2)
    }

    @Test func errorBodies() async throws {
        let server = try StreamServer { $0.respond(400, ["Content-Type: application/json"], #"{"error":"no model"}"#) }
        let error = await failure { _ = try await EventSource(try server.manager(), "").read(1) }
        #expect(error?.body.map { String(decoding: $0, as: UTF8.self) } == #"{"error":"no model"}"#)
    }

    @Test(arguments: ["text/plain", "application/json", "", "text/event-streams"]) func otherTypes(_ type: String)
        async throws
    {
        let server = try StreamServer { connection in
            connection.open(type)
            connection.send("data: a\n\n")
            connection.waitForEnd()
        }
        let error = await failure { _ = try await EventSource(try server.manager(), "", reconnection: .quick).read(1) }
        #expect(error?.code == .unacceptableContentType)
        #expect(error?.remedy?.contains("Check the URL") == true)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["Text/Event-Stream; charset=utf-8", "text/event-stream;x=y"]) func sameType(_ type: String)
        async throws
    {
        let server = try StreamServer { connection in
            connection.open(type)
            connection.send("data: a\n\n")
            connection.waitForEnd()
        }
        #expect(try await EventSource(try server.manager(), "").read(1).count == 1)
    }

    /// Temporary statuses are an option, and Retry-After is respected.
    @Test func passingStatuses() async throws {
        let transport = ScriptedTransport()
        let stream: HeaderFields = ["Content-Type": "text/event-stream"]
        transport.on("*", call: 1, ScriptedAnswer(status: 503, fields: ["Retry-After": "7"]))
        transport.on("*", call: 2, ScriptedAnswer(status: 429))
        transport.on("*", call: 3, ScriptedAnswer(fields: stream, body: "data: a\n\n"))
        transport.on("*", ScriptedAnswer(status: 502, fields: ["Retry-After": "61"]))
        let clock = StandingClock()
        let source = EventSource(
            try .forTests(transport: transport),
            "",
            reconnection: .init(
                initialDelay: .seconds(1),
                jitter: 0,
                statuses: EventSource.Reconnection.passingStatuses
            ),
            clock: clock
        )
        let error = await failure { _ = try await source.read(2) }
        // A Retry-After longer than the longest delay is an error.
        #expect(error?.status == 502)
        #expect(clock.sleeps == [.seconds(7), .seconds(2), .seconds(1)])
        #expect(transport.openExchangeCount == 0)
    }

    /// The cache of the manager is not used.
    @Test func cache() async throws {
        let transport = ScriptedTransport()
        let fields: HeaderFields = ["Content-Type": "text/event-stream", "Cache-Control": "max-age=600"]
        transport.on("*", ScriptedAnswer(fields: fields, body: "data: a\n\n"))
        let manager = try HTTPSessionManager.forTests(transport: transport) { $0.cache = ResponseCache() }
        let source = EventSource(manager, "", reconnection: .quick)
        #expect(try await source.read(3).count == 3)
        #expect(transport.requests.count == 3)
    }
}
