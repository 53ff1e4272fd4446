import Foundation
import LoopbackServer
import Mimeograph
@testable import MimeographEventSource
import MimeographEventStream
import MimeographSession
import MimeographSessionTesting
import TestSupport
import Testing

/// Streams that a server should not send.
@Suite(.timeLimit(.minutes(1))) struct HostileStreamTests {
    private let stream: HeaderFields = ["Content-Type": "text/event-stream"]

    /// An endless line, event or id takes no more memory than the limits allow, and is an error with a location.
    @Test(arguments: [
        ("data: ", "x", SessionError.Code.limitExceeded), ("event: ", "x", .limitExceeded),
        ("id: ", "x", .limitExceeded),
        ("", "data: x\n", .limitExceeded), ("", "data\n", .limitExceeded),
    ])
    func withoutEnd(_ start: String, _ rest: String, _ code: SessionError.Code) async throws {
        let server = try StreamServer { connection in
            connection.open()
            connection.send("data: first\n\n\(start)")
            let piece = String(repeating: rest, count: 10_000)
            while connection.send(piece) {}
        }
        var manager = try server.manager()
        manager.serializers.limits.inputBytes = 1 << 18
        manager.serializers.limits.elements = 1 << 12
        let source = EventSource(manager, "", reconnection: .quick)
        var read: [String] = []
        let error = await failure { for try await event in source.events() { read.append(event.data) } }
        #expect(read == ["first"], "events before it come out")
        #expect(error?.code == code)
        #expect(error?.remedy != nil)
        #expect(error?.serialization?.location != nil)
        #expect(server.requests.count == 1)
    }

    @Test func largestRetry() async throws {
        let transport = ScriptedTransport()
        transport.on(
            "*",
            call: 1,
            ScriptedAnswer(fields: stream, body: "retry: 1\(String(repeating: "0", count: 30))\ndata: a\n\n")
        )
        transport.on("*", call: 2, ScriptedAnswer(fields: stream, body: "retry: 1e3\nretry: -5\nretry:\ndata: b\n\n"))
        transport.on("*", call: 3, ScriptedAnswer(fields: stream, body: "retry: 0\n\n"))
        transport.on("*", call: 4, ScriptedAnswer(fields: stream, body: "data: c\n\n"))
        transport.on("*", ScriptedAnswer(status: 204))
        let clock = StandingClock()
        let source = EventSource(try .forTests(transport: transport), "", clock: clock)
        #expect(try await source.read(.max).map(\.data) == ["a", "b", "c"])
        #expect(clock.sleeps.prefix(2) == [.seconds(60), .seconds(60)], "the longest time is the longest")
        // `retry: 0` is raised to the minimum.
        #expect(clock.sleeps.dropFirst(2).allSatisfy { $0 >= .milliseconds(100) && $0 <= .milliseconds(450) })
        #expect(clock.sleeps.count == 4)
    }

    @Test(arguments: [(4096, true), (4097, false), (4 << 20, false)]) func longIDs(_ length: Int, _ isTaken: Bool)
        async throws
    {
        let id = String(repeating: "i", count: length)
        let transport = ScriptedTransport()
        transport.on("*", call: 1, ScriptedAnswer(fields: stream, body: "data: a\n\nid: \(id)\ndata: b\n\n"))
        transport.on("*", ScriptedAnswer(status: 204))
        let source = EventSource(try .forTests(transport: transport), "", reconnection: .quick)
        var read: [String] = []
        let error = await failure { for try await event in source.events() { read.append(event.data) } }
        #expect(read == (isTaken ? ["a", "b"] : ["a"]))
        #expect(error?.code == (isTaken ? nil : .limitExceeded))
        #expect(isTaken || error?.serialization?.location?.offset == 9 + 4 + 4096)
        #expect(transport.requests.last?.fields["Last-Event-ID"] == (isTaken ? id : nil))
    }

    /// An id cannot inject a field: a line break ends it, and all other bytes are part of its value.
    @Test func idsThatLookLikeFields() async throws {
        let server = try StreamServer { connection in
            connection.open()
            connection.send("id: a: b\u{1}\u{7F}\tc; Cookie: x\rdata: a\n\n")
            if connection.number == 2 { connection.waitForEnd() }
        }
        let source = EventSource(try server.manager(), "", reconnection: .quick)
        _ = try await source.read(2)
        #expect(server.requests.last?.field("Last-Event-ID") == "a: b\u{1}\u{7F}\tc; Cookie: x")
        #expect(server.requests.last?.field("Cookie") == nil)
    }

    /// The delays before connections to a server that closes at once grow.
    @Test(arguments: [0, 1, 2, 3]) func serversThatCloseAtOnce(_ kind: Int) async throws {
        let server = try StreamServer { connection in
            switch kind {
            case 0: return
            case 1: connection.open()
            case 2:
                connection.open()
                connection.send("retry: 0\n\n: nothing\n\nid: 7\n\n")
                connection.end()
            default: connection.write("\u{0}\u{1}garbage\r\n\r\n")
            }
        }
        let source = EventSource(
            try server.manager(),
            "",
            reconnection: .init(initialDelay: .milliseconds(20), minimumDelay: .milliseconds(20), jitter: 0)
        )
        let loop = Task { await failure { _ = try await source.read(1) }?.code }
        let start = ContinuousClock.now
        while server.requests.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(300))
        let time = ContinuousClock.now - start
        let count = server.requests.count
        loop.cancel()
        #expect(await loop.value == .cancelled)
        // 20, 40, 80, 160, 320 ms, and so on: connection n is made after 20 ms times 2^(n - 1) - 1.
        var (most, sum) = (1, Duration.milliseconds(20))
        while sum <= time + .milliseconds(100) { (most, sum) = (most + 1, sum * 2 + .milliseconds(20)) }
        #expect((3...most).contains(count), "\(count) connections in \(time)")
    }

    @Test func endlessComments() async throws {
        let server = try StreamServer { connection in
            connection.open()
            let comments = String(repeating: ": still here\n\n", count: 1000)
            while connection.send(comments) {}
        }
        let source = EventSource(try server.manager(), "")
        let loop = Task { await failure { _ = try await source.read(1) }?.code }
        for await state in source.states { if case .open = state { break } }
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        loop.cancel()
        #expect(await loop.value == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    /// A thousand connections with one event each leave no memory behind.
    @Test func endlessReconnections() async throws {
        let transport = ScriptedTransport()
        transport.on("*", ScriptedAnswer(fields: stream, body: "id: 1\ndata: a\n\n"))
        let manager = try HTTPSessionManager.forTests(transport: transport)
        let source = EventSource(manager, "", clock: StandingClock())
        #expect(try await source.read(1000).count == 1000)
        #expect(transport.requests.count == 1000)
        // The last exchange ends after its reader.
        for _ in 0..<1000 where manager.session.activeCount > 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(manager.session.activeCount == 0)
    }
}

/// The computation of delays.
@Suite struct ReconnectionDelayTests {
    @Test(
        arguments: [
            (0, nil, 0.0, 3_000), (0, nil, 1.0, 4_500), (1, nil, 0.0, 6_000), (1, nil, 1.0, 9_000),
            (4, nil, 0.0, 40_000),
            (4, nil, 1.0, 60_000), (1_000_000, nil, 1.0, 60_000), (0, 0, 0.0, 100), (3, 0, 0.0, 800),
            (0, 50_000, 0.0, 50_000),
            (0, 50_000, 1.0, 60_000), (9, 50_000, 0.0, 50_000), (0, Int.max, 0.5, 60_000),
        ] as [(Int, Int?, Double, Int)]
    )
    func delays(_ losses: Int, _ retry: Int?, _ chance: Double, _ milliseconds: Int) {
        let delay = EventSource.Reconnection().delay(after: losses, reconnectionTime: retry, chance: chance)
        #expect(abs((delay - .milliseconds(milliseconds)) / .milliseconds(1)) < 0.01, "\(delay)")
    }

    /// Invalid settings can neither make it wait forever nor skip the delay.
    @Test func strangeSettings() {
        var rules = EventSource.Reconnection(
            initialDelay: .seconds(-5),
            minimumDelay: .seconds(Int64.min / 2),
            maximumDelay: .seconds(Int64.max),
            jitter: .nan
        )
        #expect(rules.delay(after: 0, reconnectionTime: nil, chance: 1) == .zero)
        #expect(rules.delay(after: 10, reconnectionTime: nil, chance: 1) == .milliseconds(1024))
        #expect(rules.delay(after: .max, reconnectionTime: .max, chance: 1) == .seconds(3_153_600_000))
        rules.jitter = .infinity
        #expect(rules.delay(after: .max, reconnectionTime: .max, chance: 1) == .seconds(3_153_600_000))
        rules.maximumDelay = .seconds(-1)
        #expect(rules.delay(after: 3, reconnectionTime: 7, chance: 1) == .zero)
    }
}
