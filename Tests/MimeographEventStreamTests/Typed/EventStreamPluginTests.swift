import Mimeograph
import MimeographEventStream
import MimeographJSON
import MimeographText
import Testing

@Suite struct EventStreamPluginTests {
    private let head = ResponseHead(status: 200, fields: ["Content-Type": "text/event-stream;charset=utf-8"])

    private func chunks(_ texts: String...) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for text in texts { continuation.yield(Array(text.utf8)) }
            continuation.finish()
        }
    }

    @Test func registryReadsEventsAndValues() async throws {
        let serializers = try SerializerRegistry {
            JSONPlugin()
            TextPlugin()
            EventStreamPlugin(data: JSONFormat())
        }
        var events: [ServerSentEvent] = []
        for try await event in try serializers.stream(
            ServerSentEvent.self,
            from: chunks("data: {\"te", "xt\":\"a\"}\r", "\n\r\n"),
            head: head
        ) {
            events.append(event)
        }
        #expect(events == [ServerSentEvent(data: #"{"text":"a"}"#)])
        var messages: [Message] = []
        for try await message in try serializers.stream(
            Message.self,
            from: chunks("data: {\"text\":\"b\"}\n\n"),
            head: head
        ) {
            messages.append(message)
        }
        #expect(messages == [Message(text: "b")])

        let body = "id: 3\ndata: {\"text\":\"c\"}\n\n".utf8
        let whole = try serializers.read([ServerSentEvent].self, from: body, head: head)
        #expect(whole == [ServerSentEvent(data: #"{"text":"c"}"#, lastEventID: "3")])
        #expect(try serializers.anyValue(from: body, head: head) is [ServerSentEvent])
        #expect(try serializers.read([ServerSentEvent].self, from: [], head: head) == [])
        #expect(try serializers.read(String.self, from: body, head: head) == "id: 3\ndata: {\"text\":\"c\"}\n\n")
        let (type, bytes) = try serializers.encode(whole)
        #expect(type == "text/event-stream")
        #expect(try serializers.read([ServerSentEvent].self, from: bytes, head: head) == whole)
    }

    @Test func withoutAFormatOnlyEventsAreRead() throws {
        let serializers = try SerializerRegistry { EventStreamPlugin() }
        _ = try serializers.parser(of: ServerSentEvent.self, for: head)
        let error = try #require(throws: SerializationError.self) {
            try serializers.parser(of: Message.self, for: head)
        }
        #expect(error.code == .unsupportedMediaType)
    }

    /// A request for a stream advertises the type. A request for a whole body does not, because a stream may never end.
    @Test func advertisedTypes() throws {
        let serializers = try SerializerRegistry {
            JSONPlugin()
            EventStreamPlugin(data: JSONFormat())
        }
        #expect(serializers.accept(forElements: ServerSentEvent.self).description == "text/event-stream")
        #expect(serializers.accept(forElements: Message.self).description.contains("text/event-stream"))
        #expect(!serializers.accept(for: Message.self).description.contains("event-stream"))
        #expect(!serializers.acceptForAnyValue().description.contains("event-stream"))
    }

    /// The registry's serializer for a type decodes the data, including overridden types.
    @Test func theRegistryPicksTheFormatOfTheData() async throws {
        var parts = try SerializerRegistry { JSONPlugin(nullStripping: .objectMembers) }
        try parts.register(ShoutingSerializer(), for: "application/json")
        let serializers = try SerializerRegistry { EventStreamPlugin(data: parts.format(for: .json)) }
        var shouts: [Shout] = []
        for try await shout in try serializers.stream(Shout.self, from: chunks("data: hey\n\n"), head: head) {
            shouts.append(shout)
        }
        #expect(shouts == [Shout(text: "HEY")])
        var values: [[String: Int]] = []
        let stream = try serializers.stream(
            [String: Int].self,
            from: chunks("data: {\"a\":1,\"b\":null}\n\n"),
            head: head
        )
        for try await value in stream { values.append(value) }
        #expect(values == [["a": 1]])
    }

    private struct Shout: Codable, Hashable { var text: String }

    private struct ShoutingSerializer: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["application/json"] }
        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Shout {
            // The head has the type of the data, not of the stream.
            guard head.contentType?.essence == "application/json" else { throw SerializationError(.declined, "no") }
            return Shout(text: String(decoding: Array(body), as: UTF8.self).uppercased())
        }
    }
}
