import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// An event is one line of a log.
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
            // The time is another one each time.
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
}
