import LoopbackServer
import Mimeograph
import MimeographEventSource
import MimeographEventStream
import MimeographSession
import Synchronization
import Testing

/// The group "reconnection" of the contract suite; see ContractParsingTests.swift for the table.
@Suite(.timeLimit(.minutes(1))) struct ContractReconnectionTests {
    @Test func restart() async throws {
        let server = try StreamServer { connection in
            connection.open()
            connection.send("data: \(connection.number)\n\n")
            connection.waitForEnd()
        }
        // The delay would be a minute without the restart.
        let source = EventSource(try server.manager(), "", reconnection: .init(initialDelay: .seconds(60)))
        var read: [String] = []
        for try await event in source.events() {
            read.append(event.data)
            if read.count == 3 { break }
            source.reconnect()
        }
        #expect(read == ["1", "2", "3"])
    }

    @Test(arguments: [
        ("id: abc\ndata: Hello\n\n", 1, "abc"),
        ("id: abc\ndata: Hello\n\ndata: World\n\n", 2, "abc"),
        ("id: abc\ndata: Hello\n\nid: \ndata: World\n\n", 2, nil),
        ("id: abc\ndata: Hello\n\nid: de\0f\ndata: World\n\n", 2, "abc"),
        ("id: abc\ndata: Hello\n\nid: def\n\n", 1, "def"),
        ("id: abc\n\nretry: 1\ndata: Hello\n\n", 1, "abc"),
        ("id: é日\ndata: Hello\n\n", 1, "é日"),
    ])
    func lastID(_ text: String, _ count: Int, _ id: String?) async throws {
        let server = try StreamServer { connection in
            connection.open()
            if connection.number == 1 { return _ = connection.send(text) }
            connection.send("data: again\n\n")
            connection.waitForEnd()
        }
        let source = EventSource(try server.manager(), "", reconnection: .quick)
        let events = try await source.read(count + 1)
        #expect(events.last?.data == "again")
        #expect(events.last?.lastEventID == id ?? "", "an id holds until another one comes")
        #expect(server.requests.map { $0.field("Last-Event-ID") } == [nil, id])
        #expect(source.lastEventID == id ?? "")
    }

    @Test(arguments: ["POST", "PUT"] as [HTTPMethod]) func bodyAgain(_ method: HTTPMethod) async throws {
        let server = try StreamServer { connection in
            connection.open()
            connection.send("id: \(connection.number)\ndata: a\n\n")
            if connection.number == 2 { connection.waitForEnd() }
        }
        var reconnection = EventSource.Reconnection.quick
        if method == .post { reconnection.methods.insert(.post) }
        let source = EventSource(
            try server.manager(),
            "",
            method: method,
            .value(["hello": "world"]),
            reconnection: reconnection
        )
        _ = try await source.read(2)
        #expect(server.requests.map(\.method) == [method.rawValue, method.rawValue])
        #expect(server.requests.map(\.body) == Array(repeating: Array(#"{"hello":"world"}"#.utf8), count: 2))
        #expect(server.requests.map { $0.field("Last-Event-ID") } == [nil, "1"])
    }

    /// A POST may have an effect each time it is sent, so it is sent only once unless the caller allows more.
    @Test func postIsSentOnce() async throws {
        let server = try StreamServer { connection in
            connection.open()
            connection.send("data: a\n\n")
            if connection.request.target == "/whole" { connection.end() }
        }
        let manager = try server.manager()
        let whole = EventSource(manager, "whole", method: .post, .value(["a"]), reconnection: .quick)
        #expect(try await whole.read(.max).map(\.data) == ["a"])
        guard case .closed(.streamEnded) = whole.state else {
            Issue.record("\(whole.state)")
            return
        }
        let broken = EventSource(manager, "broken", method: .post, .value(["a"]), reconnection: .quick)
        #expect(await failure { _ = try await broken.read(.max) }?.code == .connectionLost)
        let never = EventSource(manager, "whole", reconnection: .none)
        #expect(try await never.read(.max).count == 1)
        #expect(server.requests.count == 3)
    }

    @Test func silence() async throws {
        let server = try StreamServer { connection in
            connection.open()
            connection.send("data: \(connection.number)\n\n")
            connection.waitForEnd()
        }
        let manager = try server.manager { $0.options.idleTimeout = .milliseconds(300) }
        let source = EventSource(manager, "", reconnection: .quick)
        let states = source.states
        #expect(try await source.read(2).map(\.data) == ["1", "2"])
        var causes: [SessionError.Code?] = []
        for await state in states { if case .waiting(let wait) = state { causes.append(wait.cause?.code) } }
        #expect(causes == [.timedOut])
    }

    @Test func partialEvent() async throws {
        let server = try StreamServer { connection in
            connection.open()
            if connection.number == 1 {
                connection.send("id: abc\ndata: Hello\n\nid: def\ndata: Goodbye")
                connection.end()
            } else {
                connection.send("data: We meet again\n\n")
                connection.waitForEnd()
            }
        }
        let source = EventSource(try server.manager(), "", reconnection: .quick)
        let read = try await source.read(2)
        #expect(read == [.init(data: "Hello", lastEventID: "abc"), .init(data: "We meet again", lastEventID: "abc")])
    }

    @Test(arguments: [true, false]) func newConnection(_ endsWell: Bool) async throws {
        let server = try StreamServer { connection in
            connection.open()
            connection.send("id: \(connection.number)\ndata: \(connection.number)\n\n")
            if connection.number == 3 { connection.waitForEnd() } else if endsWell { connection.end() }
        }
        let source = EventSource(try server.manager(), "", reconnection: .quick)
        #expect(try await source.read(3).map(\.data) == ["1", "2", "3"])
        #expect(server.requests.map { $0.field("Last-Event-ID") } == [nil, "1", "2"])
    }

    /// A second loop continues after the last event that the first one has read, even if more events had arrived.
    @Test func secondLoop() async throws {
        let server = try StreamServer { connection in
            connection.open()
            let first = (Int(connection.request.field("Last-Event-ID") ?? "0") ?? 0) + 1
            connection.send((first..<first + 10).map { "id: \($0)\ndata: \($0)\n\n" }.joined())
            connection.waitForEnd()
        }
        let source = EventSource(try server.manager(), "")
        #expect(try await source.read(3).map(\.data) == ["1", "2", "3"])
        #expect(source.lastEventID == "3")
        #expect(try await source.read(2).map(\.data) == ["4", "5"])
    }

    @Test func noServer() async throws {
        let port = try { () throws -> String in try StreamServer { _ in }.url }()
        try await Task.sleep(for: .milliseconds(60))
        let clock = StandingClock()
        var reconnection = EventSource.Reconnection(initialDelay: .seconds(1), jitter: 0, limit: 4)
        reconnection.maximumDelay = .seconds(5)
        let source = EventSource(try .forTests(baseURL: port), "", reconnection: reconnection, clock: clock)
        let error = await failure { _ = try await source.read(1) }
        #expect(error?.code == .tooManyReconnections)
        #expect((error?.underlying.first as? SessionError)?.code == .cannotConnect)
        #expect(clock.sleeps == [1, 2, 4, 5].map { .seconds($0) })
    }
}
