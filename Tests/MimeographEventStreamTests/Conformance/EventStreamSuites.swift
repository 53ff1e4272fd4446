import Mimeograph
package import MimeographConformance
import MimeographEventStream
import MimeographJSON
import MimeographJSONSuites
import SuiteSupport

/// The suites of event streams: streaming and listing events, writing them, and decoding the values of their data.
package enum EventStreamSuites {
    package static var all: [ConformanceSuite] { [stream, list, writer, values, typed] }

    private static let types: [MediaRange] = ["text/event-stream"]
    private static let sample = """
        : a comment
        event: price
        id: 1
        retry: 1000
        data: é
        data:b

        data

        unknown: 1
        id: 2

        data: c


        """
    private static let events = [
        ServerSentEvent(type: "price", data: "é\nb", lastEventID: "1", retry: 1000),
        ServerSentEvent(data: "", lastEventID: "1", retry: 1000),
        ServerSentEvent(data: "c", lastEventID: "2", retry: 1000),
    ]
    private static let utf8Only = "the standard has UTF-8 whatever a label says; fixtures have a mark and a wrong label"

    /// Bodies that both readers of events read as the same events.
    private static let bodies: [ConformanceFixture<[ServerSentEvent]>] = [
        .reads("all fields", sample, as: events),
        .reads("CRLF", sample.replacing("\n", with: "\r\n"), as: events),
        .reads("CR", sample.replacing("\n", with: "\r"), as: events),
        .reads("a mark", "\u{FEFF}data: a\n\n", as: [ServerSentEvent(data: "a")]),
        .reads(
            "a wrong label",
            "data: é\n\n",
            type: "text/event-stream;charset=latin1",
            as: [ServerSentEvent(data: "é")]
        ),
        .reads("bad UTF-8", Array("data: ".utf8) + [0xC3, 0x28, 10, 10], as: [ServerSentEvent(data: "\u{FFFD}(")]),
        .reads("no end", "data: a\n\ndata: b\n", as: [ServerSentEvent(data: "a")]),
    ]

    private static var stream: ConformanceSuite {
        ConformanceSuite(
            "event-stream",
            streaming: EventStreamResponseSerializer(),
            types: types,
            fixtures: bodies,
            capabilities: [
                .limit(.inputBytes, at: 100) { Array("data: \(String(repeating: "a", count: $0))\n\n".utf8) },
                .limit(.elements) { Array((String(repeating: "data: a\n", count: $0) + "\n").utf8) },
                .notApplicable(.depth, because: "events do not nest"),
            ] + ofEvents() + shared()
        )
    }

    private static var list: ConformanceSuite {
        ConformanceSuite(
            "event-list",
            reading: EventListResponseSerializer(),
            types: types,
            fixtures: bodies,
            capabilities: [
                .limit(.elements) { Array(String(repeating: "data: a\n\n", count: $0).utf8) },
                .notApplicable(.depth, because: "events do not nest"),
                .notApplicable(.declining, because: "it declines nothing"),
                .truncationIsInvisible("an event that is not complete is dropped, and those before it are a list"),
            ] + ofEvents() + shared()
        )
    }

    private static var writer: ConformanceSuite {
        ConformanceSuite(
            "event-list-writer",
            writing: EventListRequestSerializer(),
            types: types,
            fixtures: [
                .writes(
                    "three",
                    events,
                    as: "event: price\nid: 1\nretry: 1000\ndata: é\ndata: b\n\ndata: \n\nid: 2\ndata: c\n\n"
                ),
                .writes("none", [], as: ""),
            ],
            capabilities: [
                .reader(EventListResponseSerializer()), unwritable,
                .noOracle,
            ]
        )
    }

    private static var values: ConformanceSuite {
        ConformanceSuite(
            "event-stream-values",
            streaming: EventStreamFormat(data: JSONFormat()),
            of: Record.self,
            types: types,
            fixtures: [
                .reads(
                    "two",
                    "data: \(Record.sampleJSON)\n\nid: 1\ndata:\(Record.sampleJSON)\n\n",
                    as: [.sample, .sample]
                ),
                .refuses("a broken value", "data: \(Record.sampleJSON)\n\ndata: {\"name\":}\n\n", .syntax),
                .refuses("another shape", "data: {}\n\n", .dataShape),
            ],
            capabilities: ofValues() + shared()
        )
    }

    private static var typed: ConformanceSuite {
        ConformanceSuite(
            "event-stream-typed",
            streaming: EventStream<Record>(data: JSONFormat(), types: ["message"], terminator: "[DONE]"),
            types: types,
            fixtures: [
                .reads("up to the end", "event: ping\ndata\n\nid: 1\ndata: \(Record.sampleJSON)\n\ndata: [DONE]\n\n") {
                    $0.map(\.value) == [.sample] && $0.map(\.lastEventID) == ["1"]
                },
                .refuses("a broken value", "data: \(Record.sampleJSON)\n\ndata: {\"name\":}\n\n", .syntax),
                .refuses("lines of it", "data: {\ndata: \"name\":}\n\n", .syntax),
            ],
            capabilities: ofValues() + shared()
        )
    }

    private static var unwritable: ConformanceCapability<[ServerSentEvent]> {
        .unwritable(
            [ServerSentEvent(type: "a\nb", data: "")],
            [ServerSentEvent(data: "a"), ServerSentEvent(data: "", lastEventID: "\u{0}")],
            [ServerSentEvent(data: "", retry: -1)]
        )
    }

    /// The capabilities for events whose data is not decoded.
    private static func ofEvents() -> [ConformanceCapability<[ServerSentEvent]>] {
        [.writer(EventListRequestSerializer()), unwritable]
    }

    /// The capabilities for values decoded from the data of events.
    private static func ofValues<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .limit(.depth) { event(JSONBodies.record.depth($0)) },
            .limit(.elements, at: 20) { event(JSONBodies.record.elements($0)) },
            .limit(.inputBytes, at: 100) { event(JSONBodies.record.bytes($0)) },
            .notApplicable(
                .roundTrip,
                because: "events are written with their data, and the suite of the list reads them"
            ),
        ]
    }

    private static func event(_ data: [UInt8]) -> [UInt8] { Array("data: ".utf8) + data + [10, 10] }

    /// The capabilities for event streams of every kind.
    private static func shared<Value: Sendable>() -> [ConformanceCapability<[Value]>] {
        [
            .emptyBody(is: []),
            .plugin(EventStreamPlugin(data: JSONFormat())),
            .vocabulary([
                "data", ":", " ", "\n", "\r", "\r\n", "\n\n", "event: ", "id: ", "retry: ", "9", "\u{FEFF}", "\u{0}",
            ]),
            .notApplicable(.charsets, because: utf8Only),
            .notApplicable(.outputBytes, .expansionRatio, because: "inputBytes bounds what it makes"),
            .noPixels,
            .noOracle,
        ]
    }
}
