import LoopbackServer
import Mimeograph
import MimeographEventSource
import MimeographEventStream
import TestSupport
import Testing

// The cases of the public contract suite for clients of event streams (launchdarkly/sse-contract-tests), each through a socket.
// The names of the rows and the table below come from the suite. The bytes sent and the expected events are written here.
//
// | Group of the suite | here |
// |---|---|
// | basic parsing | `ContractParsingTests.basicParsing`, one row for each case |
// | BOM handling | `ContractParsingTests.byteOrderMarks`, one row for each case |
// | comments | `ContractParsingTests.comments`, one row for each case |
// | linefeeds: LF, CRLF, CR separator | `ContractParsingTests.linefeeds`, each text with each separator, split in three ways |
// | linefeeds: CRLF where CR is end of 1 chunk | `ContractParsingTests.pairThatIsCut` |
// | HTTP behavior: default method and headers | `ContractExchangeTests.defaultRequest` |
// | HTTP behavior: 204 halts re-connection attempts | `ContractExchangeTests.noContent` |
// | HTTP behavior: client follows 301, 307 redirect | `ContractExchangeTests.redirects` |
// | HTTP behavior: empty, missing Location with 301, 307 | `ContractExchangeTests.redirectsToNowhere` |
// | HTTP behavior: custom headers | `ContractExchangeTests.customFields` |
// | HTTP behavior: POST, REPORT request | `ContractExchangeTests.requestsWithBodies` |
// | HTTP behavior: sends Last-Event-Id in initial request if set | `ContractExchangeTests.firstID` |
// | reconnection: caller can trigger a restart | `ContractReconnectionTests.restart` |
// | reconnection: sends ID of last received event | `ContractReconnectionTests.lastID` (row 1) |
// | reconnection: sends ID … if later events did not | `ContractReconnectionTests.lastID` (row 2) |
// | reconnection: ID overridden with an empty value | `ContractReconnectionTests.lastID` (row 3) |
// | reconnection: resends request body if any | `ContractReconnectionTests.bodyAgain` |
// | reconnection: can set read timeout | `ContractReconnectionTests.silence` |
// | reconnection: discards partial messages on retry | `ContractReconnectionTests.partialEvent` |
// | reconnection: new connection is functional | `ContractReconnectionTests.newConnection` |

/// The pieces that a server sends, and the events expected from them.
struct StreamCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let pieces: [[UInt8]]
    let events: [ServerSentEvent]

    init(_ name: String, _ pieces: [String], _ events: [ServerSentEvent]) {
        self.init(name, pieces.map { Array($0.utf8) }, events)
    }

    init(_ name: String, _ pieces: [[UInt8]], _ events: [ServerSentEvent]) {
        testDescription = name
        (self.pieces, self.events) = (pieces, events)
    }

    /// Sends the pieces through a socket, and compares the events.
    func check() async throws {
        let server = try StreamServer { [pieces] connection in
            connection.open()
            connection.send(pieces: pieces)
            connection.send("event: end-of-case\ndata\n\n")
            connection.waitForEnd()
        }
        var read: [ServerSentEvent] = []
        for try await event in EventSource(try server.manager(), "").events() {
            if event.type == "end-of-case" { break }
            read.append(event)
        }
        #expect(read == events)
    }
}

@Suite(.timeLimit(.minutes(1))) struct ContractParsingTests {
    private static let long = String(repeating: "0123456789", count: 10_000)
    private static let texts = ["é", "日本", "👩‍👩‍👧", "ascii"]

    static let basic: [StreamCase] = [
        StreamCase("one-line message in one chunk", ["data: Hello\n\n"], [.init(data: "Hello")]),
        StreamCase(
            "two messages spanning 3 chunks with shared chunk",
            ["data: He", "llo\n\ndata: Wo", "rld\n\n"],
            [.init(data: "Hello"), .init(data: "World")]
        ),
        StreamCase("large message in one chunk", ["data: \(long)\n\n"], [.init(data: long)]),
        StreamCase(
            "large message in two chunks",
            ["data: \(long.prefix(45_678))", "\(long.dropFirst(45_678))\n\n"],
            [.init(data: long)]
        ),
        StreamCase("one-line message in two chunks", ["data: Hel", "lo\n\n"], [.init(data: "Hello")]),
        StreamCase(
            "two one-line messages in one chunk",
            ["data: Hello\n\ndata: World\n\n"],
            [.init(data: "Hello"), .init(data: "World")]
        ),
        StreamCase("one two-line message in one chunk", ["data: Hello\ndata:World\n\n"], [.init(data: "Hello\nWorld")]),
        StreamCase("empty data", ["data:\n\n"], [.init(data: "")]),
        StreamCase(
            "event with specific type",
            ["event: greeting\ndata: Hi\n\n"],
            [.init(type: "greeting", data: "Hi")]
        ),
        StreamCase("default event type", ["data: Hi\n\n"], [.init(type: "message", data: "Hi")]),
        StreamCase("event with ID", ["id: abc\ndata: Hi\n\n"], [.init(data: "Hi", lastEventID: "abc")]),
        StreamCase(
            "event with type and ID",
            ["event: greeting\nid: abc\ndata: Hi\n\n"],
            [.init(type: "greeting", data: "Hi", lastEventID: "abc")]
        ),
        StreamCase(
            "ID field is ignored if it contains a null",
            ["id: abc\ndata: a\n\nid: d\0ef\ndata: b\n\n"],
            [.init(data: "a", lastEventID: "abc"), .init(data: "b", lastEventID: "abc")]
        ),
        StreamCase(
            "last ID persists if not overridden by later event",
            ["id: abc\ndata: a\n\ndata: b\n\nid: def\ndata: c\n\n"],
            [
                .init(data: "a", lastEventID: "abc"), .init(data: "b", lastEventID: "abc"),
                .init(data: "c", lastEventID: "def"),
            ]
        ),
        StreamCase(
            "last ID can be overridden by an empty value",
            ["id: abc\ndata: a\n\nid:\ndata: b\n\n"],
            [.init(data: "a", lastEventID: "abc"), .init(data: "b")]
        ),
        StreamCase(
            "fields in reverse order",
            ["data: Hi\nid: abc\nevent: greeting\n\n"],
            [.init(type: "greeting", data: "Hi", lastEventID: "abc")]
        ),
        StreamCase("unknown field is ignored", ["color: blue\ndata: Hi\nunits: 3\n\n"], [.init(data: "Hi")]),
        StreamCase(
            "fields without leading space",
            ["event:greeting\nid:abc\ndata:Hi\n\n"],
            [.init(type: "greeting", data: "Hi", lastEventID: "abc")]
        ),
        StreamCase(
            "fields with extra leading space",
            ["event:  greeting\nid:  abc\ndata:  Hi\n\n"],
            [.init(type: " greeting", data: " Hi", lastEventID: " abc")]
        ),
        StreamCase(
            "field with no colon",
            ["data\n\nevent\ndata: a\n\nid: abc\ndata: b\n\nid\ndata: c\n\n"],
            [.init(data: ""), .init(data: "a"), .init(data: "b", lastEventID: "abc"), .init(data: "c")]
        ),
        StreamCase("multi-byte characters", [texts.map { "data: \($0)\n\n" }.joined()], texts.map { .init(data: $0) }),
        StreamCase(
            "many messages in rapid succession",
            (0..<300).map { "data: \($0)\n\n" },
            (0..<300).map { .init(data: "\($0)") }
        ),
        StreamCase(
            "multi-byte characters sent in single-byte pieces",
            texts.map { "data: \($0)\n\n" }.joined().utf8.map { [$0] },
            texts.map { .init(data: $0) }
        ),
    ]

    private static let mark = "\u{FEFF}"
    static let marked: [StreamCase] = [
        StreamCase("BOM at start of stream is stripped", ["\(mark)data: a\n\n"], [.init(data: "a")]),
        StreamCase(
            "BOM stripped before first event with type and ID",
            ["\(mark)event: e\nid: 1\ndata: a\n\n"],
            [.init(type: "e", data: "a", lastEventID: "1")]
        ),
        StreamCase(
            "BOM stripped with multiple messages",
            ["\(mark)data: a\n\ndata: b\n\n"],
            [.init(data: "a"), .init(data: "b")]
        ),
        StreamCase(
            "BOM only stripped at stream start, not from later data",
            ["data: a\n\n", "\(mark)data: b\n\ndata: \(mark)c\n\n"],
            [.init(data: "a"), .init(data: "\(mark)c")]
        ),
        StreamCase(
            "BOM split across first two chunks",
            [[0xEF, 0xBB], [0xBF] + Array("data: a\n\n".utf8)],
            [.init(data: "a")]
        ),
        StreamCase(
            "BOM split byte by byte across chunks",
            [[0xEF], [0xBB], [0xBF], Array("data: a\n\n".utf8)],
            [.init(data: "a")]
        ),
        StreamCase("only first BOM at start is stripped", ["\(mark)\(mark)data: a\n\ndata: b\n\n"], [.init(data: "b")]),
        StreamCase("no BOM - baseline test", ["data: a\n\n"], [.init(data: "a")]),
        StreamCase("BOM with multi-line data", ["\(mark)data: a\ndata: b\n\n"], [.init(data: "a\nb")]),
        StreamCase("BOM with comment at start", ["\(mark): hello\ndata: a\n\n"], [.init(data: "a")]),
        StreamCase("BOM does not affect empty data field", ["\(mark)data:\n\n"], [.init(data: "")]),
    ]

    static let commented: [StreamCase] = [
        StreamCase("single comment", [": one\n", "data: a\n\n"], [.init(data: "a")]),
        StreamCase("two comments in a row", [": one\n", ": two\n", "data: a\n\n"], [.init(data: "a")]),
        StreamCase("comment before event", [": one\ndata: a\n\n"], [.init(data: "a")]),
        StreamCase(
            "comment after event",
            ["data: a\n\n", ": one\n", "data: b\n\n"],
            [.init(data: "a"), .init(data: "b")]
        ),
    ]

    @Test(arguments: basic) func basicParsing(_ sample: StreamCase) async throws { try await sample.check() }
    @Test(arguments: marked) func byteOrderMarks(_ sample: StreamCase) async throws { try await sample.check() }
    @Test(arguments: commented) func comments(_ sample: StreamCase) async throws { try await sample.check() }

    static let lines: [(name: String, text: String, events: [ServerSentEvent])] = [
        ("one-line event", "data: Hello\n\n", [.init(data: "Hello")]),
        (
            "one-line event + two-line event", "data: a\n\ndata: b\ndata: c\n\n",
            [.init(data: "a"), .init(data: "b\nc")]
        ),
        ("3-line event with empty line at beginning", "data:\ndata: b\ndata: c\n\n", [.init(data: "\nb\nc")]),
        ("3-line event with empty line in middle", "data: a\ndata:\ndata: c\n\n", [.init(data: "a\n\nc")]),
        ("ignores 1 extra empty line", "data: a\n\n\ndata: b\n\n", [.init(data: "a"), .init(data: "b")]),
        ("ignores 2 extra empty lines", "data: a\n\n\n\ndata: b\n\n", [.init(data: "a"), .init(data: "b")]),
    ]

    @Test(arguments: ["\n", "\r\n", "\r"], [Int.max, 1, 2])
    func linefeeds(_ separator: String, _ size: Int) async throws {
        for line in Self.lines {
            let bytes = Array(line.text.replacing("\n", with: separator).utf8)
            let size = min(size, bytes.count)
            let pieces = stride(from: 0, to: bytes.count, by: size).map { start in
                Array(bytes[start..<min(start + size, bytes.count)])
            }
            try await StreamCase(line.name, pieces, line.events).check()
        }
    }

    @Test func pairThatIsCut() async throws {
        let pieces = ["data: a\r", "\ndata: b\r\n\r", "\ndata: c\r\n\r\n"]
        try await StreamCase("CRLF where CR is end of 1 chunk", pieces, [.init(data: "a\nb"), .init(data: "c")]).check()
    }
}
