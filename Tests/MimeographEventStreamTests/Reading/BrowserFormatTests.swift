import Mimeograph
import MimeographEventStream
import Testing

/// The bodies with which browsers are tested, and the events that a page receives.
///
/// Each case has the name of its test. A body ends as the server of those tests ends it.
/// Source: web-platform-tests/wpt, eventsource/format-*.any.js and eventsource/event-data.any.js.
@Suite struct BrowserFormatTests {
    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var body: String
        var events: [ServerSentEvent]

        init(_ name: String, _ body: String, _ events: [ServerSentEvent]) {
            (self.name, self.body, self.events) = (name, body, events)
        }

        init(_ name: String, _ body: String, data: String...) {
            self.init(name, body, data.map { ServerSentEvent(data: $0) })
        }

        var description: String { name }
    }

    private static let comment = String(repeating: "x", count: 2048)

    static let cases = [
        Case(
            "event-data",
            "data:msg\ndata: msg\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n",
            data: "msg\nmsg",
            "",
            "end"
        ),
        Case("format-bom", "\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n\n", data: "1", "3"),
        Case("format-bom-2", "\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\ndata:3\n\n\n", data: "2", "3"),
        Case(
            "format-comments",
            "data:1\r:\0\n:\r\ndata:2\n:\(comment)\rdata:3\n:data:fail\r:\(comment)\ndata:4\n\n",
            data: "1\n2\n3\n4"
        ),
        Case(
            "format-data-before-final-empty-line",
            "retry:1000\ndata:test1\n\nid:test\ndata:test2\n",
            [ServerSentEvent(data: "test1", retry: 1000)]
        ), Case("format-field-data", "data:\n\ndata\ndata\n\ndata:test\n\n\n", data: "", "\n", "test"),
        Case("format-field-event-empty", "event: \ndata:data\n\n\n", data: "data"),
        Case(
            "format-field-event",
            "event:test\ndata:x\n\ndata:x\n\n\n",
            [ServerSentEvent(type: "test", data: "x"), ServerSentEvent(data: "x")]
        ),
        Case(
            "format-field-id",
            "id: …\nretry: 200\ndata: hello\n\n",
            [ServerSentEvent(data: "hello", lastEventID: "…", retry: 200)]
        ),
        Case(
            "format-field-id-3: the id persists",
            "id: 1\ndata: a\n\ndata: b\n\n",
            ["a", "b"].map { ServerSentEvent(data: $0, lastEventID: "1") }
        ),
        Case(
            "format-field-id-3: the id changes and persists",
            "id: 1\ndata: a\n\nid: 2\ndata: b\n\ndata: c\n\n",
            [("a", "1"), ("b", "2"), ("c", "2")].map { ServerSentEvent(data: $0.0, lastEventID: $0.1) }
        ),
        Case(
            "format-field-id-3: an empty id resets it",
            "id: 1\ndata: a\n\nid:\ndata: b\n\ndata: c\n\n",
            [("a", "1"), ("b", ""), ("c", "")].map { ServerSentEvent(data: $0.0, lastEventID: $0.1) }
        ), Case("format-field-id-null 1", "id: \0\0\ndata: hello\n\n", data: "hello"),
        Case("format-field-id-null 2", "id: x\0\ndata: hello\n\n", data: "hello"),
        Case("format-field-id-null 3", "id: \0x\ndata: hello\n\n", data: "hello"),
        Case("format-field-id-null 4", "id: x\0x\ndata: hello\n\n", data: "hello"),
        Case("format-field-id-null 5", "id:  \0\ndata: hello\n\n", data: "hello"),
        Case(
            "format-field-parsing",
            "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
            data: "\0\n 2\n1\n3\n\n4"
        ),
        Case(
            "format-field-retry",
            "retry:02000\ndata:x\n\n\n",
            [ServerSentEvent(data: "x", retry: 2000)]
        ),
        Case(
            "format-field-retry-bogus",
            "retry:2000\nretry:1000x\ndata:x\n\n\n",
            [ServerSentEvent(data: "x", retry: 2000)]
        ), Case("format-field-retry-empty", "retry\ndata:test\n\n\n", data: "test"),
        Case(
            "format-field-unknown",
            "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n\n",
            data: "test\n\ntest"
        ), Case("format-leading-space", "data:\ttest\rdata: \ndata:test\n\n\n", data: "\ttest\n\ntest"),
        Case("format-newlines", "data:test\r\ndata\ndata:test\r\n\r\n", data: "test\n\ntest"),
        Case("format-null-character", "data:\0\n\n\n\n\n", data: "\0"),
        Case("format-utf-8", "data:ok…\n\n\n", data: "ok…"),
    ]

    @Test(arguments: cases) func pagesReceiveTheEvents(_ sample: Case) {
        let body = Array(sample.body.utf8)
        let whole = EventRun(EventStreamParser(), body)
        #expect(whole.elements == sample.events && whole.error == nil)
        for size in 1...3 { #expect(EventRun(EventStreamParser(), body, chunk: size) == whole) }
    }

    /// The text is UTF-8, whatever the media type says. A semicolon after the type is allowed.
    @Test(
        arguments: [
            ("format-utf-8", "text/event-stream;charset=windows-1252", nil),
            ("format-mime-trailing-semicolon", "text/event-stream;", nil),
            ("format-mime-bogus", "x bogus", .missingContentType),
            ("format-mime-valid-bogus", "text/x-bogus", .unsupportedMediaType),
        ] as [(String, String, SerializationError.Code?)]
    )
    func mediaTypesAreChecked(_ name: String, _ type: String, _ code: SerializationError.Code?) throws {
        let serializers = try SerializerRegistry { EventStreamPlugin() }
        let head = ResponseHead(status: 200, fields: ["Content-Type": type])
        let body = Array("data:ok…\n\n".utf8)
        guard let code else {
            #expect(try serializers.read([ServerSentEvent].self, from: body, head: head).map(\.data) == ["ok…"])
            return
        }
        let error = #expect(throws: SerializationError.self) {
            try serializers.read([ServerSentEvent].self, from: body, head: head)
        }
        #expect(error?.code == code)
    }
}
