import Mimeograph
import MimeographEventStream
import MimeographJSON
import Testing

struct Message: Codable, Hashable, Sendable {
    var text: String
    var count: Int?
}

@Suite struct EventStreamTests {
    private let body = Array(
        """
        event: greeting
        data: {"text": "hello",
        data:  "count": 2}
        id: 1

        event: ping
        data: not JSON

        data: {"text": "bye"}
        retry: 10

        data: [DONE]

        data: nothing more

        """.utf8
    )

    private func run<Value>(_ stream: EventStream<Value>, _ body: [UInt8], chunk: Int = .max) throws -> EventRun<
        EventStream<Value>.Event
    > where Value: Equatable {
        EventRun(try stream.makeParser(for: ResponseHead(status: 200), limits: .standard), body, chunk: chunk)
    }

    @Test(arguments: [1, 2, 7, 1000])
    func typedEvents(_ chunk: Int) throws {
        let stream = EventStream<Message>(
            data: JSONFormat(),
            types: ["greeting", "message"],
            terminator: "[DONE]"
        )
        let result = try run(stream, body, chunk: chunk)
        #expect(result.error == nil)
        #expect(result.elements.map(\.value) == [Message(text: "hello", count: 2), Message(text: "bye")])
        #expect(result.elements.map(\.type) == ["greeting", "message"])
        #expect(result.elements.map(\.lastEventID) == ["1", "1"])
        #expect(result.elements.map(\.retry) == [nil, 10])
    }

    /// Elements before an error are delivered before it, and the error has the location of the data.
    @Test(arguments: [1, 5, 1000])
    func undecodableData(_ chunk: Int) throws {
        let result = try run(EventStream<Message>(data: JSONFormat()), body, chunk: chunk)
        #expect(result.elements.map(\.value.text) == ["hello"])
        #expect(result.error?.code == .syntax)
        let location = try #require(result.error?.location)
        #expect(location == SourceLocation(offset: location.offset, in: body.span))
        #expect(location.line == 7)
        // "not" is invalid JSON from its second byte on.
        #expect((7...8).contains(location.column))
    }

    @Test(
        arguments: [
            // The text is `{"text":`, a space, and the number at its byte 9.
            ("\n:\ndata: {\"text\": 12}\n\n", .dataShape, 3, 16),
            // For later lines, the location of the data is reported.
            ("data: {\ndata: \"text\": 1}\n\n", .dataShape, 1, 7),
            ("\u{FEFF}data:{\"text\"\n\n", .truncated, 1, 16),
        ] as [(String, SerializationError.Code, Int, Int)]
    )
    func locations(_ text: String, _ code: SerializationError.Code, _ line: Int, _ column: Int) throws {
        let body = Array(text.utf8)
        let error = try #require(try run(EventStream<Message>(data: JSONFormat()), body).error)
        #expect(error.code == code)
        #expect(error.location?.line == line)
        #expect(error.location?.column == column)
        #expect(error.location == SourceLocation(offset: error.location?.offset ?? 0, in: body.span))
    }

    /// Invalid bytes are replaced, as in the standard's decoder, so the JSON parser always gets text.
    @Test func invalidBytesInData() throws {
        let body = Array(#"data: {"text": ""#.utf8) + [0xFF] + Array("\"}\n\n".utf8)
        let result = try run(EventStream<Message>(data: JSONFormat()), body)
        #expect(result.elements.map(\.value.text) == ["\u{FFFD}"])
    }

    @Test func theTerminatorHoldsOverChunks() throws {
        let stream = EventStream<Int>(data: JSONFormat(), terminator: "[DONE]")
        let body = Array("data: 1\n\ndata: [DONE]\n\ndata: nonsense\n\n".utf8)
        for chunk in 1...body.count {
            let result = try run(stream, body, chunk: chunk)
            #expect(result.elements.map(\.value) == [1])
            #expect(result.error == nil)
        }
    }
}
