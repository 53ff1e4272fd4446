import Mimeograph
import MimeographCompound
import MimeographEventStream
import MimeographJSON
import MimeographText
import TestSupport
import Testing

@Suite struct CompoundStreamTests {
    struct Row: Codable, Hashable { var a: Int }

    private let rows = NDJSONFormat().serializer(of: Row.self)
        .or(JSONArrayElementsFormat().serializer(of: Row.self))
        .or(EventStream<Row>(data: JSONFormat()).map { $0.value })

    /// The elements, the code of the error, and the codes of its underlying errors.
    private struct Run: Equatable {
        var elements: [Row] = []
        var message: String?
        var codes: [SerializationError.Code] = []
        var offset: Int?

        init(
            _ serializer: some StreamingResponseSerialization<Row>,
            _ body: [UInt8],
            type: String? = nil,
            cuts: [Int] = []
        ) {
            do throws(SerializationError) {
                var parser = try serializer.makeParser(for: head(type), limits: .standard)
                var start = 0
                for end in cuts + [body.count] {
                    try parser.consume(body[start..<end].span, into: &elements)
                    start = end
                }
                try parser.finish(into: &elements)
            } catch {
                message = error.message
                offset = error.location?.offset
                codes = [error.code] + error.underlying.compactMap { ($0 as? SerializationError)?.code }
            }
        }
    }

    @Test(
        arguments: [
            (nil, "{\"a\":1}\n{\"a\":2}\n", [1, 2], []),
            (nil, "[{\"a\":1},\n{\"a\":2}]", [1, 2], []),
            (nil, "id: 4\ndata: {\"a\":1}\n\n: \ndata: {\"a\":2}\n\n", [1, 2], []),
            (nil, "", [], []),
            (nil, "\n\n", [], []),
            ("application/x-ndjson", "{\"a\":1}", [1], []),
            ("application/json", "[{\"a\":1}]", [1], []),
            ("text/event-stream", "data: {\"a\":1}\n\n", [1], []),
            // The type decides which members are tried, and so which ones fail.
            (
                "application/json", "{\"a\":1}\n", [],
                [.allAttemptsFailed, .unsupportedMediaType, .dataShape, .unsupportedMediaType]
            ),
            // The first element decides. Later errors come from the chosen member.
            (nil, "{\"a\":1}\n[{\"a\":2}]\n", [1], [.dataShape]),
            (nil, "[{\"a\":1},{\"b\":2}]", [1], [.dataShape]),
            // The last member reads an event stream, which may end anywhere without an error.
            (nil, "[{\"a\":1", [], []),
        ] as [(String?, String, [Int], [SerializationError.Code])]
    )
    func picksByPeeking(_ type: String?, _ text: String, _ values: [Int], _ codes: [SerializationError.Code]) {
        let body = Array(text.utf8)
        let whole = Run(rows, body, type: type)
        #expect(whole.elements.map(\.a) == values)
        #expect(whole.codes == codes)
        for cut in 0...body.count { #expect(Run(rows, body, type: type, cuts: [cut]) == whole) }
        #expect(Run(rows, body, type: type, cuts: Array(body.indices)) == whole)
    }

    @Test func whenAllFail() throws {
        let strict = NDJSONFormat().serializer(of: Row.self).or(JSONArrayElementsFormat().serializer(of: Row.self))
        let run = Run(strict, Array("<p>".utf8))
        #expect(run.codes == [.allAttemptsFailed, .syntax, .dataShape])
        #expect(run.elements.isEmpty)
        var html = strict
        #expect(Run(html, Array("[]".utf8), type: "text/html").codes.first == .unsupportedMediaType)
        html.unacceptedTypes = .tryAll
        #expect(Run(html, Array("[]".utf8), type: "text/html").codes.isEmpty)
    }

    /// A member that has read all peeked bytes is chosen, with or without elements, and its later errors are the stream's.
    @Test func onlyPeekedBytesAreKept() throws {
        var array = JSONArrayElementsFormat().serializer(of: Row.self).or(NDJSONFormat().serializer(of: Row.self))
        array.peekedBytes = 4
        let body = Array("[   x".utf8)
        for cuts in [[], [1], [4], [1, 2, 3, 4]] {
            #expect(Run(array, body, cuts: cuts).codes == [.syntax])
        }
        array.peekedBytes = 6
        #expect(Run(array, body).codes == [.allAttemptsFailed, .syntax, .syntax])
    }

    /// An element is delivered with the byte that completes it.
    @Test func elementsAreNotHeldBack() throws {
        var parser = try rows.makeParser(for: head(nil), limits: .standard)
        var elements: [Row] = []
        try parser.consume(Array("data: {\"a\":1}\n\n".utf8).span, into: &elements)
        #expect(elements == [Row(a: 1)])
    }

    /// Splits do not affect the result, and the compound reads every body that a member alone reads.
    @Test func mutations() {
        let samples = [
            "{\"a\":1}\n{\"a\":2}\n\n{\"a\":3}", "[{\"a\":1},\n{\"a\":2}, {\"a\":3}]",
            "data: {\"a\":1}\n\ndata: {\"a\":2}\r\r",
        ].map { Array($0.utf8) }
        var generator = SeededGenerator(seed: 5)
        let dictionary = samples + [Array("\n".utf8), Array("[".utf8)]
        for index in 0..<400 {
            let body = Mutation.mutate(samples[index % samples.count], dictionary: dictionary, using: &generator)
            let whole = Run(rows, body)
            let cuts = (0..<3).map { _ in Int.random(in: 0...body.count, using: &generator) }.sorted()
            #expect(Run(rows, body, cuts: cuts) == whole, "\(body) cut at \(cuts)")
            let lines = Run(NDJSONFormat().serializer(of: Row.self), body)
            if lines.codes.isEmpty { #expect(lines == whole) }
        }
    }

    @Test func nativeElements() throws {
        let native = CompoundStreamSerializer(
            anyOf: NDJSONFormat().serializer(of: JSON.self),
            EventStreamResponseSerializer()
        )
        var parser = try native.makeParser(for: head("text/event-stream"), limits: .standard)
        let events = try parser.parseAll("data: a\n\n".utf8)
        #expect(events.first as? ServerSentEvent == ServerSentEvent(data: "a"))
        parser = try native.makeParser(for: head(nil), limits: .standard)
        #expect(try parser.parseAll("1\n2\n".utf8).map { $0 as? JSON } == [1, 2])
    }

    @Test func inARegistry() async throws {
        var registry = try SerializerRegistry { TextPlugin() }
        try registry.register(stream: rows)
        let chunks = AsyncStream<[UInt8]> { continuation in
            for chunk in ["[{\"a\"", ":1}", ",{\"a\":2}]"] { continuation.yield(Array(chunk.utf8)) }
            continuation.finish()
        }
        var values: [Int] = []
        for try await row in try registry.stream(Row.self, from: chunks, head: head("application/json")) {
            values.append(row.a)
        }
        #expect(values == [1, 2])
    }
}
