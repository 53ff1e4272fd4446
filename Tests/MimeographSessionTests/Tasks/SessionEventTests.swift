import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests that an event prints as one line of a log.
@Suite struct SessionEventTests {
    @Test func lines() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/a*", .init(status: 302, fields: ["Location": "/b"]))
        transport.on("http://h/b", .init(status: 200, body: "four"))
        transport.on("*", .failure(TransportError(.cannotConnect, "No.")))
        let session = session(transport)
        let events = session.events
        var upload = RequestMessage(method: .post, url: "http://ada:pw@h/b", fields: ["Authorization": "secret"])
        upload.body = .bytes([1, 2])
        _ = try await session.data(for: RequestMessage(url: "http://h/a?token=secret"))
        _ = try await session.data(for: upload)
        _ = try? await session.data(for: RequestMessage(url: "http://h/c"))
        session.invalidate()
        var lines: [String] = []
        for await event in events {
            let line = "\(event)"
            #expect(!line.contains("secret") && !line.contains("pw") && !line.contains("\n"))
            // The time differs in each run.
            lines.append(line.split(separator: ", ").filter { !$0.hasSuffix(" ms") }.joined(separator: ", "))
        }
        #expect(
            lines == [
                "#1 GET http://h/a?…: started", "#1 GET http://h/a?…: 200, 4 bytes received, 1 redirect",
                "#2 POST http://h/b: started", "#2 POST http://h/b: 200, 2 bytes sent, 4 bytes received",
                "#3 GET http://h/c: started", "#3 GET http://h/c: cannotConnect, 0 bytes received",
                "The session is invalidated.",
            ]
        )
    }

    /// If the caller reads the body after it got the head, the request ends with the body.
    @Test func bodiesReadAfterTheHead() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/none", .init(status: 204))
        transport.on(
            "*",
            .init(fields: ["Content-Type": "application/x-ndjson"], chunks: ["1\n", "2\n"].map { Array($0.utf8) })
        )
        let session = session(transport)
        let events = session.events
        let first = try await session.response(for: RequestMessage(url: "http://h/read"))
        #expect(session.activeCount == 1)
        #expect(try await first.body.collect().count == 4)
        _ = try await session.response(for: RequestMessage(url: "http://h/none"))
        _ = try await session.response(for: RequestMessage(url: "http://h/dropped"))
        #expect(session.activeCount == 0)
        let last = try await session.response(for: RequestMessage(url: "http://h/last"))
        session.invalidate()
        #expect(try await last.body.collect().count == 4)
        var outcomes: [String] = []
        for await event in events {
            guard case .completed(_, _, let url, let metrics, let error) = event else { continue }
            #expect(metrics.total != nil)
            outcomes.append("\(url) \(metrics.bytesReceived) \(error.map { "\($0.code)" } ?? "-")")
        }
        #expect(
            outcomes == ["http://h/read 4 -", "http://h/none 0 -", "http://h/dropped 0 cancelled", "http://h/last 4 -"]
        )
    }

    @Test func invalidatingEndsTheBodiesThatAreHeld() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(chunks: [[1], [2]]))
        let session = session(transport)
        let events = session.events
        let held = try await session.response(for: RequestMessage(url: "http://h/"))
        session.invalidate(cancelling: true)
        var lines: [String] = []
        for await event in events { lines.append("\(event)") }
        #expect(lines.count == 3 && lines[1].contains("200, cancelled, "))
        #expect(await code { _ = try await held.body.collect() } == .cancelled)
    }
}
