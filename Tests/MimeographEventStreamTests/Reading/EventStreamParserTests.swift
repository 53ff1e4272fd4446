import Mimeograph
import MimeographEventStream
import MimeographText
import TestSupport
import Testing

@Suite struct EventStreamParserTests {
    /// The examples of WHATWG HTML §9.2.6, and each of its rules separately.
    static let samples: [(String, [ServerSentEvent])] = [
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [
                ServerSentEvent(data: "first event", lastEventID: "1"), ServerSentEvent(data: "second event"),
                ServerSentEvent(data: " third event"),
            ]
        ),
        ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]),
        ("event: add\ndata: 1\n\ndata: 2\n\n", [ServerSentEvent(type: "add", data: "1"), ServerSentEvent(data: "2")]),
        ("event: add\n\ndata: 2\n\n", [ServerSentEvent(data: "2")]),
        ("event: a\nevent: b\ndata\n\n", [ServerSentEvent(type: "b", data: "")]),
        ("event: a\nevent\ndata\n\n", [ServerSentEvent(data: "")]),
        ("id: 7\n\ndata: a\n\nid: 8\n", [ServerSentEvent(data: "a", lastEventID: "7")]),
        ("id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n", ["a", "b"].map { ServerSentEvent(data: $0, lastEventID: "7") }),
        ("retry: 1500\ndata: a\n\n", [ServerSentEvent(data: "a", retry: 1500)]),
        ("retry: 15x\nretry:\nretry: -1\nretry:  2\ndata: a\n\n", [ServerSentEvent(data: "a")]),
        ("retry: 99999999999999999999\ndata: a\n\n", [ServerSentEvent(data: "a", retry: .max)]),
        ("retry: 007\ndata: a\n\n", [ServerSentEvent(data: "a", retry: 7)]),
        ("Data: a\n data: b\ndata : c\ndatax: d\ndat: e\n\n", []),
        (":data: a\n:\n\n", []),
        ("data:a:b\n\n", [ServerSentEvent(data: "a:b")]),
        ("data: a\r\rdata: b\r\n\r\ndata: c\n\n", ["a", "b", "c"].map { ServerSentEvent(data: $0) }),
        ("data: a\r\n\rdata: b\n\r", ["a", "b"].map { ServerSentEvent(data: $0) }),
        ("data: a\ndata: b", []),
        ("data: a\n\ndata: b\n", [ServerSentEvent(data: "a")]),
        ("\u{FEFF}data: a\n\n", [ServerSentEvent(data: "a")]),
        ("\u{FEFF}\u{FEFF}data: a\n\ndata: \u{FEFF}b\n\n", [ServerSentEvent(data: "\u{FEFF}b")]),
        ("data: \u{2028}\u{85}\u{0B}\n\n", [ServerSentEvent(data: "\u{2028}\u{85}\u{0B}")]),
        ("data: \0\n\n", [ServerSentEvent(data: "\0")]),
        ("", []), ("\n\n\r\n", []),
    ]

    @Test(arguments: samples.indices)
    func rules(_ index: Int) {
        let (text, events) = Self.samples[index]
        let body = Array(text.utf8)
        #expect(EventModel.events(of: body) == events, "the model itself")
        let whole = EventRun(EventStreamParser(), body)
        #expect(whole.elements == events)
        #expect(whole.error == nil)
        for size in 1...3 { #expect(EventRun(EventStreamParser(), body, chunk: size) == whole) }
        for cut in body.indices { #expect(EventRun(EventStreamParser(), body, cuts: [cut, cut]) == whole) }
    }

    /// Truncated and changed bodies are not errors, and their events match the steps of the standard.
    @Test func prefixesAndMutations() {
        let body = Array(Self.samples.map(\.0).joined().utf8)
        for end in body.indices {
            let prefix = Array(body[..<end])
            #expect(EventRun(EventStreamParser(), prefix).elements == EventModel.events(of: prefix))
        }
        var generator = SeededGenerator(seed: 8)
        let dictionary = ["data:", "\r", "\n", "\r\n", "\n\n", "id:", "retry: 1", "event: e", ":", "\0", "\u{FEFF}"]
        for _ in 0..<3000 {
            let sample = Self.samples.randomElement(using: &generator)?.0 ?? ""
            let input = Mutation.mutate(
                Array(sample.utf8),
                dictionary: dictionary.map { Array($0.utf8) },
                using: &generator
            )
            let whole = EventRun(EventStreamParser(), input)
            #expect(whole.elements == EventModel.events(of: input), "\(input)")
            #expect(whole.error == nil)
            let cuts = (0..<3).map { _ in Int.random(in: 0...input.count, using: &generator) }.sorted()
            #expect(EventRun(EventStreamParser(), input, cuts: cuts) == whole, "\(input) cut at \(cuts)")
        }
    }

    /// Invalid bytes are replaced by the same characters as in the core.
    @Test func invalidBytesAreReplaced() throws {
        for bytes in [[0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98, 0x41], [0xED, 0xA0, 0x80], [0xC0, 0xAF]]
            as [[UInt8]]
        {
            let event = try #require(
                EventRun(EventStreamParser(), Array("data: ".utf8) + bytes + [10, 10]).elements.first
            )
            let padded = Array("..".utf8) + bytes
            let expected = try TextDecoding.decode(padded.span, onInvalid: .replace).text.dropFirst(2)
            #expect(event.data == expected, "\(bytes)")
        }
    }

    /// An id or a reconnection time may arrive without an event, and a client needs it anyway.
    @Test func idsAndTimesWithoutEventsAreKept() throws {
        var parser = EventStreamParser()
        var events: [ServerSentEvent] = []
        try parser.consume(Array("id: 4\nretry: 20\n".utf8).span, into: &events)
        #expect(parser.reconnectionTime == 20)
        #expect(parser.lastEventID == "")
        try parser.consume(Array("\n".utf8).span, into: &events)
        #expect(parser.lastEventID == "4")
        try parser.finish(into: &events)
        #expect(events.isEmpty)
    }

    @Test(
        arguments: [
            ("data: 12345\n\n", 5, 100, nil), ("data: 123456\n\n", 5, 100, .inputBytes),
            ("data: 12\ndata: 34\n\n", 5, 100, nil), ("data: 12\ndata: 345\n\n", 5, 100, .inputBytes),
            ("data: 12\ndata: 34\ndata:\n\n", 5, 100, .inputBytes),
            ("event: 123\ndata: 12\n\n", 5, 100, nil), ("event: 123\ndata: 123\n\n", 5, 100, .inputBytes),
            ("id: 123456\n\n", 5, 100, .inputBytes), ("id: 12345\ndata: 12345\n\n", 5, 100, nil),
            (":comment\nunknown: field\nnonsense\n\n", 0, 0, nil), ("retry: 12345\n\n", 0, 0, nil),
            ("data\ndata\n\n", 100, 2, nil), ("data\ndata\ndata\n\n", 100, 2, .elements),
            ("data: 12345\n\ndata: 12345\n\ndata: 1\n\n", 5, 1, nil),
        ] as [(String, Int, Int, DecodingLimits.Limit?)]
    )
    func limits(_ text: String, _ bytes: Int, _ elements: Int, _ limit: DecodingLimits.Limit?) throws {
        let limits = DecodingLimits(inputBytes: bytes, elements: elements)
        let body = Array(text.utf8)
        let whole = EventRun(EventStreamParser(limits: limits), body)
        #expect(whole.error?.code == (limit == nil ? nil : .limitExceeded))
        if let limit { #expect(whole.error?.message.contains(limit.noun) == true) }
        for size in 1...4 {
            #expect(EventRun(EventStreamParser(limits: limits), body, chunk: size) == whole)
        }
    }

    /// The location counts from the start of the body, not of a chunk.
    @Test func locationsOfErrors() throws {
        let body = Array(": hello\r\n\r\ndata: 12\ndata: 345678\n\n".utf8)
        let run = EventRun(EventStreamParser(limits: DecodingLimits(inputBytes: 5)), body, cuts: [3, 9, 20])
        let location = try #require(run.error?.location)
        #expect(location == SourceLocation(offset: location.offset, in: body.span))
        #expect(location.line == 4)
        // The first byte that does not fit.
        #expect(location.column == 9)
    }

    /// Skipped lines take no memory, and kept ones never more than the limit.
    @Test func endlessLinesAreLimited() throws {
        let limits = DecodingLimits(inputBytes: 1000)
        var events: [ServerSentEvent] = []
        var comment = EventStreamParser(limits: limits)
        let chunk = [UInt8](repeating: UInt8(ascii: ":"), count: 1 << 16)
        for _ in 0..<64 { try comment.consume(chunk.span, into: &events) }
        var data = EventStreamParser(limits: limits)
        try data.consume(Array("data:".utf8).span, into: &events)
        let error = try #require(throws: SerializationError.self) { try data.consume(chunk.span, into: &events) }
        #expect(error.limit?.limit == .inputBytes)
        #expect(error.limit?.allowed == 1000)
    }
}
