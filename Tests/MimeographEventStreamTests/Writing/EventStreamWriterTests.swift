import Mimeograph
import MimeographEventStream
import MimeographJSON
import TestSupport
import Testing

@Suite struct EventStreamWriterTests {
    @Test(
        arguments: [
            (ServerSentEvent(data: "a"), "data: a\n\n"),
            (ServerSentEvent(data: ""), "data: \n\n"),
            (ServerSentEvent(data: "a\nb\r\nc\rd\n"), "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"),
            (ServerSentEvent(data: " a"), "data:  a\n\n"),
            (
                ServerSentEvent(type: "add", data: "{}", lastEventID: "é 1", retry: 0),
                "event: add\nid: é 1\nretry: 0\ndata: {}\n\n"
            ),
            (ServerSentEvent(type: "", data: "a"), "data: a\n\n"),
        ]
    )
    func bytes(_ event: ServerSentEvent, _ text: String) throws {
        var writer = EventStreamWriter()
        #expect(String(decoding: try writer.bytes(of: event), as: UTF8.self) == text)
    }

    @Test(
        arguments: [
            ServerSentEvent(type: "a\nb", data: ""), ServerSentEvent(type: "a\r", data: ""),
            ServerSentEvent(data: "", lastEventID: "1\n2"), ServerSentEvent(data: "", lastEventID: "1\u{0}"),
            ServerSentEvent(data: "", retry: -1),
        ]
    )
    func unencodableEventsAreRejected(_ event: ServerSentEvent) throws {
        var writer = EventStreamWriter()
        var bytes: [UInt8] = [1]
        let error = try #require(throws: SerializationError.self) { try writer.write(event, into: &bytes) }
        #expect(error.code == .unencodableValue)
        #expect(error.remedy != nil)
        #expect(bytes == [1])
        #expect(writer.lastEventID == "")
        var message = RequestMessage(method: .post)
        #expect(throws: SerializationError.self) { try EventListRequestSerializer().write([event], into: &message) }
        #expect(message.fields == [:])
    }

    @Test func idsAndTimesAreWrittenWhenTheyChange() throws {
        var writer = EventStreamWriter()
        var text = ""
        for (id, retry) in [("1", 5), ("1", 5), ("2", nil), ("", 6)] as [(String, Int?)] {
            let event = ServerSentEvent(data: "x", lastEventID: id, retry: retry)
            text += String(decoding: try writer.bytes(of: event), as: UTF8.self)
        }
        #expect(text == "id: 1\nretry: 5\ndata: x\n\ndata: x\n\nid: 2\ndata: x\n\nid: \nretry: 6\ndata: x\n\n")
    }

    @Test func commentsAndValues() throws {
        var writer = EventStreamWriter()
        #expect(writer.comment() == Array(":\n".utf8))
        #expect(writer.comment("a\r\nb\n") == Array(": a\n: b\n:\n".utf8))
        let bytes = try writer.bytes(of: ["a": [1, 2]], by: JSONFormat(writing: .pretty), type: "t", lastEventID: "9")
        let events = EventRun(EventStreamParser(), bytes).elements
        let event = try #require(events.first)
        #expect(events.count == 1)
        #expect((event.type, event.lastEventID) == ("t", "9"))
        #expect(try JSONFormat().decode([String: [Int]].self, from: event.data.utf8) == ["a": [1, 2]])
        #expect(
            try EventRun(EventStreamParser(), bytes + writer.bytes(of: 1, by: JSONFormat())).elements.last?.lastEventID
                == "9"
        )
    }

    /// Written events are read back as the same events, whatever they contain, and comments change nothing.
    @Test func writtenEventsAreReadBack() throws {
        var generator = SeededGenerator(seed: 3)
        let pieces = ["", " ", ":", "data: ", "\n", "a", "é", "😀", "\u{FEFF}", "\u{0}", "\n\n", "id"]
        func text(without banned: Set<String> = []) -> String {
            let allowed = pieces.filter { !banned.contains($0) }
            return (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                allowed.randomElement(using: &generator) ?? ""
            }.joined()
        }
        for _ in 0..<500 {
            var writer = EventStreamWriter()
            var events: [ServerSentEvent] = []
            var bytes: [UInt8] = []
            var retry: Int?
            for _ in 0..<4 {
                if Bool.random(using: &generator) { retry = Int.random(in: 0...Int.max, using: &generator) }
                let type = text(without: ["\n", "\n\n"])
                let event = ServerSentEvent(
                    type: type.isEmpty ? "message" : type,
                    data: text(),
                    lastEventID: text(without: ["\n", "\n\n", "\u{0}"]),
                    retry: retry
                )
                try writer.write(event, into: &bytes)
                bytes += writer.comment(text())
                events.append(event)
            }
            #expect(EventRun(EventStreamParser(), bytes).elements == events)
            #expect(EventModel.events(of: bytes) == events)
        }
    }

    /// A body of events restarts each time it is sent.
    @Test func aBodyOfEvents() async throws {
        let body = BodyStream(events: {
            AsyncStream<ServerSentEvent> { continuation in
                for data in ["a", "b"] { continuation.yield(ServerSentEvent(data: data, lastEventID: "1")) }
                continuation.finish()
            }
        })
        #expect(body.length == nil)
        for _ in 0..<2 {
            var text = ""
            for try await chunk in body { text += String(decoding: chunk, as: UTF8.self) }
            #expect(text == "id: 1\ndata: a\n\ndata: b\n\n")
        }
        let refused = BodyStream(events: { AsyncStream { $0.yield(ServerSentEvent(type: "\n", data: "")) } })
        await #expect(throws: SerializationError.self) { for try await _ in refused {} }
    }

    @Test func eventsAreWrittenAsTheyArrive() async throws {
        let events = AsyncStream<ServerSentEvent> { continuation in
            continuation.yield(ServerSentEvent(data: "a", lastEventID: "1"))
            continuation.yield(ServerSentEvent(data: "b", lastEventID: "1"))
            continuation.yield(ServerSentEvent(type: "\n", data: ""))
            continuation.finish()
        }
        var chunks: [String] = []
        await #expect(throws: SerializationError.self) {
            for try await chunk in WrittenEvents(events) { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        }
        #expect(chunks == ["id: 1\ndata: a\n\n", "data: b\n\n"])
    }
}
