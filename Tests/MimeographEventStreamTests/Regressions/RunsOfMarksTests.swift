import Mimeograph
import MimeographEventStream
import MimeographJSON
import TestSupport
import Testing

/// Found in a review: Swift sorts runs of combining marks when it compares and hashes strings, in time that grows with the square
/// of a run.
@Suite(.serialized) struct RunsOfMarksTests {
    static let work: [TextWork] = [
        stream(
            "a terminator and types",
            EventStreamFormat(data: JSONFormat(), types: ["a", "message"], terminator: "a\u{316}")
        ) {
            "data: \"\($0)\"\n\nevent: \($0)\ndata: \"b\"\n\ndata: \($0)\n\n"
        },
        stream("types and keys", EventStreamFormat(data: JSONFormat(), types: ["a"])) {
            "event: a\ndata: {\"\($0)\":1}\n\nevent: \($0)\ndata: {}\n\n\($0): b\n: \($0)\nid: \($0)\nretry: \($0)\n\n"
        },
        TextWork("events ==", of: { ($0, $0 + "\u{316}") }) { one, other in
            let event = ServerSentEvent(type: one, data: one, lastEventID: one)
            _ = event == ServerSentEvent(type: one, data: other, lastEventID: one)
            _ = event == ServerSentEvent(type: other, data: one, lastEventID: one)
            _ = event == ServerSentEvent(type: one, data: one, lastEventID: other)
            _ = event.hashValue
        },
        TextWork("typed events ==", of: { events(type: $0) + events(type: $0 + "b") }) { events in
            _ = events.first == events.last
            _ = Set(events).count
        },
        TextWork("writing") { text in
            var writer = EventStreamWriter()
            _ = try writer.bytes(of: ServerSentEvent(type: text, data: text, lastEventID: text))
            _ = try writer.bytes(of: ServerSentEvent(type: text, data: text, lastEventID: text + "b"))
        },
    ]

    @Test(arguments: work) func workGrowsWithTheTextOnly(_ work: TextWork) {
        #expect(work.growth < GrowthOfWork.inProportion)
    }

    /// Types that differ in a combining mark, or in the encoding of a letter, are different.
    @Test func typesAndTerminatorsAreComparedByTheirBytes() throws {
        let stream = EventStream<Int>(data: JSONFormat(), types: ["\u{E9}"], terminator: "\u{E9}")
        let body =
            "event: e\u{301}\ndata: 1\n\nevent: \u{E9}\ndata: 2\n\nevent: \u{E9}\ndata: \u{E9}\n\nevent: \u{E9}\ndata: 3\n\n"
        var parser = try stream.makeParser(for: ResponseHead(status: 200), limits: .standard)
        var events: [EventStream<Int>.Event] = []
        try parser.consume(Array(body.utf8).span, into: &events)
        try parser.finish(into: &events)
        #expect(events.map(\.value) == [2])
    }

    private static func events(type: String) -> [EventStream<Int>.Event] {
        var events: [EventStream<Int>.Event] = []
        var parser = try? EventStream<Int>(data: JSONFormat()).makeParser(
            for: ResponseHead(status: 200),
            limits: .standard
        )
        try? parser?.consume(Array("event: \(type)\nid: \(type)\ndata: 1\n\n".utf8).span, into: &events)
        return events
    }

    private static func stream(
        _ name: String,
        _ format: EventStreamFormat,
        _ body: @escaping @Sendable (String) -> String
    ) -> TextWork {
        TextWork(name, bytes: body) { bytes in
            for size in [bytes.count, 4_001] {
                var parser = try format.makeParser(of: JSON.self, as: nil, limits: .standard)
                var values: [JSON] = []
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try? parser.consume(bytes[start..<min(start + size, bytes.count)].span, into: &values)
                }
            }
        }
    }
}
