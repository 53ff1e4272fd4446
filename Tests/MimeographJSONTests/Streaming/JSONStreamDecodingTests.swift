import Mimeograph
import MimeographJSON
import Testing

@Suite struct JSONStreamDecodingTests {
    struct Reading: Codable, Hashable, Sendable {
        var id: Int
        var name: String?
    }

    private static let bodies: [(String, String)] = [
        ("application/x-ndjson", "{\"id\":1,\"name\":\"a\"}\n\n{\"id\":2}\n"),
        ("application/jsonl; charset=utf-8", "{\"id\":1,\"name\":\"a\"}\r\n{\"id\":2}"),
        ("application/json-seq", "\u{1E}{\"id\":1,\"name\":\"a\"}\n\u{1E}{\"id\":2}\n"),
        ("application/geo+json-seq", "\u{1E}{\"id\":1,\"name\":\"a\"}\n\u{1E}{\"id\":2}\n"),
        ("application/json", "[{\"id\":1,\"name\":\"a\"},{\"id\":2}]"),
        ("application/vnd.api+json", " [ {\"id\":1,\"name\":\"a\"} , {\"id\":2} ] "),
    ]

    private func chunks(_ text: String, of size: Int) -> AsyncStream<[UInt8]> {
        let bytes = Array(text.utf8)
        return AsyncStream { continuation in
            for start in stride(from: 0, to: bytes.count, by: size) {
                continuation.yield(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            continuation.finish()
        }
    }

    /// From the registry, as any `Decodable` and as ``JSON`` values, without naming the format.
    @Test(arguments: bodies)
    func throughTheRegistry(type: String, body: String) async throws {
        let registry = try SerializerRegistry { JSONPlugin() }
        let head = ResponseHead(status: 200, fields: ["Content-Type": type])
        var readings: [Reading] = []
        for try await reading in try registry.stream(Reading.self, from: chunks(body, of: 7), head: head) {
            readings.append(reading)
        }
        #expect(readings == [Reading(id: 1, name: "a"), Reading(id: 2)])
        var values: [JSON] = []
        for try await value in try registry.stream(JSON.self, from: chunks(body, of: 5), head: head) {
            values.append(value)
        }
        #expect(values == [["id": 1, "name": "a"], ["id": 2]])
    }

    @Test func isRegisteredByName() throws {
        let registry = try SerializerRegistry { JSONPlugin() }
        #expect(registry.registrations.map(\.id) == ["ndjson", "json-seq", "json"])
        // An array comes last in Accept.
        let accept = registry.accept(forElements: Reading.self).description
        #expect(accept.hasPrefix("application/x-ndjson, "))
        #expect(accept.hasSuffix(", application/json-seq, application/json, text/json"))
        // Whole bodies are read as before.
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/json"])
        #expect(try registry.read([Int].self, from: "[1]".utf8, head: head) == [1])
    }

    @Test func usesTheStrategiesOfTheFormat() throws {
        struct Row: Decodable, Hashable, Sendable { var firstName: String }
        var format = JSONFormat()
        format.keyStrategy = .snakeCase
        let registry = try SerializerRegistry { JSONPlugin(format: format) }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/jsonl"])
        var parser = try registry.parser(of: Row.self, for: head)
        #expect(try parser.parseAll(#"{"first_name":"Ada"}"#.utf8) == [Row(firstName: "Ada")])
    }

    /// An element of another shape ends the stream; earlier elements are delivered, and the location is in the whole body.
    @Test(arguments: [
        ("application/x-ndjson", "{\"id\":1}\n{\"id\":2}\n{\"id\":\n", "", 0),
        (
            "application/x-ndjson", "\u{FEFF}{\"id\":1}\n{\"id\":2,\"x\":\"\\u00e9\\n\"}\n{\"name\":\"\\n\",\"id\":",
            "\"x\"}\n", 1
        ),
        ("application/json-seq", "\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n\u{1E}{\"id\":", "2.5}\n", 1),
        ("application/json", "[{\"id\":1},\r\n{\"id\":2},\n\n{\"id\":", "[3]}]", 1),
        ("application/json", "[{\"id\":1},{\"id\":2},\n", "{}]", 2),
        ("application/json", "[{\"id\":1},{\"id\":2},", "\"a\"]", 2),
    ])
    func wrongShapes(type: String, before: String, after: String, kind: Int) throws {
        let registry = try SerializerRegistry { JSONPlugin() }
        let head = ResponseHead(status: 200, fields: ["Content-Type": type])
        let body = Array((before + after).utf8)
        for size in 1...body.count {
            var parser = try registry.parser(of: Reading.self, for: head)
            var readings: [Reading] = []
            do throws(SerializationError) {
                for start in stride(from: 0, to: body.count, by: size) {
                    let end = min(start + size, body.count)
                    try parser.consume(body.span.extracting(start..<end), into: &readings)
                }
                try parser.finish(into: &readings)
                Issue.record("no error")
            } catch {
                #expect(readings.map(\.id) == [1, 2])
                #expect(error.code == (kind == 0 ? .syntax : .dataShape))
                if kind == 0 { return }
                // If the value has its own location, it is used, otherwise that of the name before it.
                var offset = before.utf8.count
                if after.hasPrefix("[") { offset -= 5 }
                #expect(error.location == SourceLocation(offset: offset, in: body.span), "chunks of \(size)")
                if kind == 1 { #expect(error.codingPath.last?.stringValue == "id") }
            }
        }
    }

    @Test func keepsValuesBeyondTheStream() throws {
        var kept: [JSON] = []
        do {
            var parser = StreamKind.array.parser()
            for chunk in ["[{\"a\":\"x\\n\"},", "{\"a\":\"y\"}", "]"] {
                try parser.consume(Array(chunk.utf8).span, into: &kept)
            }
            try parser.finish(into: &kept)
        }
        #expect(kept == [["a": "x\n"], ["a": "y"]])
    }
}
