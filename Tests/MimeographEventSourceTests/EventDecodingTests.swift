import Mimeograph
import MimeographCompression
import MimeographEventSource
import MimeographEventStream
import MimeographJSON
import MimeographSession
import MimeographSessionTesting
import TestSupport
import Testing

/// Decoding the data of events from chunks that are split anywhere.
@Suite(.timeLimit(.minutes(1))) struct EventDecodingTests {
    struct Price: Codable, Equatable, Sendable {
        var symbol: String
        var cents: Int
    }

    private static let body = """
        : prices
        id: 1
        data: {"symbol":"A","cents":1}

        event: trade
        data: {"symbol":"B",
        data: "cents":2}
        id: 2

        data: [DONE]

        data: not read

        """
    private let stream: HeaderFields = ["Content-Type": "text/event-stream"]
    private let prices = [Price(symbol: "A", cents: 1), Price(symbol: "B", cents: 2)]

    private func source(_ body: String = body, terminator: String? = "[DONE]") throws -> EventSource {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, ScriptedAnswer(fields: stream, body: body))
        transport.on("*", ScriptedAnswer(status: 204))
        return EventSource(
            try .forTests(transport: transport),
            "",
            terminator: terminator,
            reconnection: .quick
        )
    }

    @Test func values() async throws {
        let source = try source()
        var read: [Price] = []
        for try await price: Price in source.events() { read.append(price) }
        #expect(read == prices)
        guard case .closed(.terminator) = source.state else {
            Issue.record("\(source.state)")
            return
        }
    }

    @Test func valuesWithTheirEvents() async throws {
        var read: [EventStream<Price>.Event] = []
        for try await event in try source().typedEvents(of: Price.self) { read.append(event) }
        #expect(read.map(\.value) == prices)
        #expect(read.map(\.type) == ["message", "trade"])
        #expect(read.map(\.lastEventID) == ["1", "2"])
    }

    @Test func chosenTypes() async throws {
        let format = EventStreamFormat(data: JSONFormat(), types: ["trade"], terminator: "[DONE]")
        var read: [Price] = []
        for try await price in try source(terminator: nil).events(of: Price.self, by: format) { read.append(price) }
        #expect(read == [prices[1]])
    }

    /// The format of the registry decodes the data, with its types and terminator. Without one, the data is JSON.
    @Test(arguments: [true, false]) func registry(_ isRegistered: Bool) async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, ScriptedAnswer(fields: stream, body: Self.body))
        transport.on("*", ScriptedAnswer(status: 204))
        var manager = try HTTPSessionManager.forTests(transport: transport)
        manager.serializers = try SerializerRegistry {
            JSONPlugin()
            if isRegistered {
                EventStreamPlugin(
                    format: EventStreamFormat(data: JSONFormat(), types: ["trade"], terminator: "[DONE]")
                )
            }
        }
        let source = EventSource(manager, "", terminator: isRegistered ? nil : "[DONE]", reconnection: .quick)
        var read: [Price] = []
        for try await price: Price in source.events() { read.append(price) }
        #expect(read == (isRegistered ? [prices[1]] : prices))
    }

    @Test func undecodableData() async throws {
        let source = try source("data: {\"symbol\":\"A\",\"cents\":1}\n\nid: 2\ndata: {\"symbol\":1}\n\ndata: {}\n\n")
        var read: [Price] = []
        let error = await failure { for try await price: Price in source.events() { read.append(price) } }
        #expect(read == [prices[0]])
        #expect(error?.code == .serialization)
        #expect(error?.serialization?.code == .dataShape)
        #expect(error?.serialization?.location?.line == 4)
        #expect(error?.url == "http://events.test/")
        // Another loop continues after it.
        #expect(source.lastEventID == "2")
    }

    @Test func seededCuts() async throws {
        let bytes = Array((Self.body + "retry: 5\nid: 9\n\ndata: \u{1F600}\r\n\r\ndata: end\n\n").utf8)
        var expected: [ServerSentEvent] = []
        var parser = EventStreamParser()
        try parser.consume(bytes.span, into: &expected)
        var generator = SeededGenerator(seed: 26)
        for _ in 0..<200 {
            var cuts = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                Int.random(in: 0...bytes.count, using: &generator)
            }
            cuts = ([0] + cuts + [bytes.count]).sorted()
            let chunks = zip(cuts, cuts.dropFirst()).map { Array(bytes[$0..<$1]) }
            let transport = ScriptedTransport()
            transport.on("*", call: 1, ScriptedAnswer(fields: stream, chunks: chunks))
            transport.on("*", ScriptedAnswer(status: 204))
            let source = EventSource(try .forTests(transport: transport), "", reconnection: .quick)
            #expect(try await source.read(.max) == expected, "cut at \(cuts)")
            #expect(transport.requests.last?.fields["Last-Event-ID"] == "9")
        }
    }

    /// A response that is encoded without having been asked for is decoded. If it is truncated, the connection counts as lost.
    @Test func contentCodings() async throws {
        let coded = try GzipCoding().encode(Array("id: 1\ndata: a\n\n".utf8).span)
        let transport = ScriptedTransport()
        let fields: HeaderFields = ["Content-Type": "text/event-stream", "Content-Encoding": "gzip"]
        transport.on("*", call: 1, ScriptedAnswer(fields: fields, chunks: coded.map { [$0] }))
        transport.on("*", call: 2, ScriptedAnswer(fields: fields, chunks: [Array(coded.dropLast(9))]))
        transport.on("*", call: 3, ScriptedAnswer(fields: fields, chunks: [coded]))
        transport.on(
            "*",
            call: 4,
            ScriptedAnswer(fields: ["Content-Type": "text/event-stream", "Content-Encoding": "x"])
        )
        var manager = try HTTPSessionManager.forTests(transport: transport)
        try manager.serializers.install(CompressionPlugin())
        let source = EventSource(manager, "", reconnection: .quick)
        var read: [String] = []
        let error = await failure { for try await event in source.events() { read.append(event.data) } }
        #expect(read.filter { $0 == "a" }.count == read.count && read.count >= 2)
        #expect(error?.serialization?.code == .unsupportedContentCoding)
        #expect(transport.requests.count == 4)
    }
}
