import LoopbackServer
import Mimeograph
import MimeographEventSource
import MimeographEventStream
import MimeographSession
import MimeographSessionTesting
import MimeographSupport
import Synchronization
import Testing

/// The states of a source, and how it is closed.
@Suite(.timeLimit(.minutes(1))) struct EventSourceStateTests {
    private let stream: HeaderFields = ["Content-Type": "text/event-stream"]

    private func texts(_ states: AsyncStream<EventSource.State>) async -> [String] {
        var texts: [String] = []
        for await state in states { texts.append("\(state)") }
        return texts
    }

    @Test func transitions() async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, ScriptedAnswer(fields: stream, body: "retry: 1500\n\ndata: a\n\n"))
        transport.on("*", call: 2, .failure(TransportError(.cannotConnect, "Nothing listens.")))
        transport.on("*", call: 3, ScriptedAnswer(fields: stream))
        transport.on("*", call: 4, ScriptedAnswer(fields: stream, body: "data: b\n\n"))
        transport.on("*", ScriptedAnswer(status: 204))
        let source = EventSource(
            try .forTests(transport: transport),
            "",
            reconnection: .init(jitter: 0),
            clock: StandingClock()
        )
        #expect("\(source.state)" == "idle")
        let states = source.states
        #expect(try await source.read(.max).map(\.data) == ["a", "b"])
        #expect(
            await texts(states) == [
                "idle", "connecting", "open", "waiting 1.5 seconds to connect again: the stream ended",
                "connecting, attempt 2", "waiting 3.0 seconds to connect again: cannotConnect",
                "connecting, attempt 3", "open", "waiting 6.0 seconds to connect again: the stream ended",
                "connecting, attempt 4", "open", "waiting 1.5 seconds to connect again: the stream ended",
                "connecting, attempt 2", "closed: the server has nothing more",
            ]
        )
        // A late reader gets the last state.
        #expect(await texts(source.states) == ["closed: the server has nothing more"])
    }

    @Test func leavingTheLoop() async throws {
        let server = try StreamServer { connection in
            connection.open()
            connection.send("data: a\n\ndata: b\n\n")
            if connection.waitForEnd() { connection.write("") }
        }
        let manager = try server.manager()
        let source = EventSource(manager, "")
        _ = try await source.read(1)
        guard case .closed(.byReader) = source.state else {
            Issue.record("\(source.state)")
            return
        }
        // The exchange has ended with the loop.
        #expect(manager.session.activeCount == 0)
    }

    enum Moment: CaseIterable { case connecting, reading, waiting }

    private func transport(_ moment: Moment) -> ScriptedTransport {
        let transport = ScriptedTransport()
        let closed = AsyncGate(isOpen: false)
        switch moment {
        case .connecting: transport.on("*", ScriptedAnswer(fields: stream, gate: closed))
        case .reading: transport.on("*", ScriptedAnswer(fields: stream, chunks: [[10]], chunkGate: closed))
        case .waiting: transport.on("*", .failure(TransportError(.cannotConnect, "Nothing listens.")))
        }
        return transport
    }

    private func reaches(_ moment: Moment, _ source: EventSource) async {
        for await state in source.states {
            switch (moment, state) {
            case (.connecting, .connecting), (.reading, .open), (.waiting, .waiting): return
            default: continue
            }
        }
    }

    @Test(arguments: Moment.allCases) func cancellation(_ moment: Moment) async throws {
        let transport = transport(moment)
        let source = EventSource(
            try .forTests(transport: transport),
            "",
            reconnection: .init(initialDelay: .seconds(60))
        )
        let loop = Task { await failure { _ = try await source.read(1) }?.code }
        await reaches(moment, source)
        let start = ContinuousClock.now
        loop.cancel()
        #expect(await loop.value == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(10), "not the 60 s that it would wait")
        guard case .closed(.byReader) = source.state else {
            Issue.record("\(source.state)")
            return
        }
        #expect(transport.openExchangeCount == 0)
    }

    @Test(arguments: Moment.allCases) func closing(_ moment: Moment) async throws {
        let transport = transport(moment)
        let source = EventSource(
            try .forTests(transport: transport),
            "",
            reconnection: .init(initialDelay: .seconds(60))
        )
        let loop = Task { try await source.read(1).count }
        await reaches(moment, source)
        let start = ContinuousClock.now
        source.close()
        #expect(try await loop.value == 0)
        #expect(ContinuousClock.now - start < .seconds(10), "not the 60 s that it would wait")
        guard case .closed(.byCaller) = source.state else {
            Issue.record("\(source.state)")
            return
        }
        #expect(transport.openExchangeCount == 0)
        let requests = transport.requests.count
        #expect(try await source.read(1).isEmpty, "it is closed for good")
        #expect(transport.requests.count == requests)
    }

    /// Events that have arrived are not returned after close.
    @Test func closingAmidEvents() async throws {
        let transport = ScriptedTransport()
        transport.on("*", ScriptedAnswer(fields: stream, body: String(repeating: "data: a\n\n", count: 9)))
        let source = EventSource(try .forTests(transport: transport), "")
        var count = 0
        for try await _ in source.events() {
            count += 1
            if count == 4 { source.close() }
        }
        #expect(count == 4)
    }

    @Test(arguments: Moment.allCases) func reconnecting(_ moment: Moment) async throws {
        let transport = ScriptedTransport()
        let closed = AsyncGate(isOpen: false)
        switch moment {
        case .connecting: transport.on("*", call: 1, ScriptedAnswer(fields: stream, gate: closed))
        case .reading: transport.on("*", call: 1, ScriptedAnswer(fields: stream, chunks: [[10]], chunkGate: closed))
        case .waiting: transport.on("*", call: 1, .failure(TransportError(.cannotConnect, "Nothing listens.")))
        }
        transport.on("*", ScriptedAnswer(fields: stream, body: "data: a\n\n"))
        let source = EventSource(
            try .forTests(transport: transport),
            "",
            reconnection: .init(initialDelay: .seconds(600), maximumDelay: .seconds(600))
        )
        let loop = Task { try await source.read(1).count }
        await reaches(moment, source)
        // Otherwise the first request might end before the transport gets it. The transport would then take the second one for
        // the first.
        while transport.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        source.reconnect()
        #expect(try await loop.value == 1)
        #expect(transport.requests.count == 2)
    }

    @Test func oneLoopAtATime() async throws {
        let transport = transport(.reading)
        let source = EventSource(try .forTests(transport: transport), "")
        let loop = Task { await failure { _ = try await source.read(1) }?.code }
        await reaches(.reading, source)
        let error = await failure { _ = try await source.read(1) }
        #expect(error?.code == .eventSourceInUse)
        #expect(error?.remedy != nil)
        guard case .open = source.state else {
            Issue.record("the other loop should continue, but the source is \(source.state)")
            return
        }
        loop.cancel()
        #expect(await loop.value == .cancelled)
    }

    /// The next bytes are requested only after the events before them have been read.
    @Test func backPressure() async throws {
        let sent = Mutex(0)
        let server = try StreamServer { connection in
            connection.open()
            let piece = "data: \(String(repeating: "x", count: 1 << 16))\n\n"
            while connection.send(piece) { sent.withLock { $0 += 1 } }
        }
        let manager = try server.manager()
        for try await _ in EventSource(manager, "").events() {
            // Enough time for the server to send a hundred times as much as buffers hold.
            try await Task.sleep(for: .milliseconds(500))
            break
        }
        #expect(sent.withLock { $0 } < 500, "in pieces of 64 KiB")
        #expect(manager.session.activeCount == 0)
    }

    @Test func invalidatedSession() async throws {
        let transport = transport(.reading)
        let manager = try HTTPSessionManager.forTests(transport: transport)
        let source = EventSource(manager, "", reconnection: .quick)
        let loop = Task { await failure { _ = try await source.read(1) }?.code }
        await reaches(.reading, source)
        manager.invalidate(cancelling: true)
        #expect(await [.cancelled, .invalidated].contains(loop.value))
    }
}
