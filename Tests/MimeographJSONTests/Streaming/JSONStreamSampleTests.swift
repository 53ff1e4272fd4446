import Foundation
import Mimeograph
import MimeographJSON
import Testing

/// The samples on streams in the documentation, which must compile and behave as described.
@Suite struct JSONStreamSampleTests {
    struct Reading: Codable, Sendable {
        var sensor: String
        var value: Double?
    }

    @Test func guide() async throws {
        var printed: [String] = []
        func print(_ sensor: String, _ value: Double) { printed.append("\(sensor) \(value)") }
        let serializers = try SerializerRegistry { JSONPlugin() }
        // The body as it arrives, cut at any offset.
        let chunks = AsyncStream<[UInt8]> { continuation in
            continuation.yield(Array(#"{"sensor": "north", "value": 1.5}"#.utf8))
            continuation.yield(Array("\n{\"sensor\": \"so".utf8))
            continuation.yield(Array("uth\", \"value\": null}\n".utf8))
            continuation.finish()
        }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/x-ndjson"])
        for try await reading in try serializers.stream(Reading.self, from: chunks, head: head) {
            print(reading.sensor, reading.value ?? 0)
        }
        // north 1.5
        // south 0.0
        #expect(printed == ["north 1.5", "south 0.0"])
    }

    @Test func catalogue() async throws {
        var printed: [String] = []
        func print(_ sensor: String, _ value: Double) { printed.append("\(sensor) \(value)") }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/jsonl"])
        let received = [Array(#"{"sensor":"#.utf8), Array(#""a","value":2}"#.utf8)]
        let chunks = AsyncStream<[UInt8]> { continuation in
            for chunk in received { continuation.yield(chunk) }
            continuation.finish()
        }
        let serializers = try SerializerRegistry { JSONPlugin() }
        for try await reading in try serializers.stream(Reading.self, from: chunks, head: head) {
            print(reading.sensor, reading.value ?? 0)
        }
        #expect(printed == ["a 2.0"])

        var parser = try NDJSONFormat().makeParser(of: Reading.self, as: nil, limits: .standard)
        var readings: [Reading] = []
        for chunk in received {
            try parser.consume(chunk.span, into: &readings)  // appends complete elements at once
        }
        try parser.finish(into: &readings)  // the last line may end with the body
        #expect(readings.map(\.sensor) == ["a"])
    }

    /// The lines of the samples are the lines of the tests above, in the same order.
    @Test(arguments: ["Docs/Guides/Streams.md", "Plugins/JSON/MimeographJSON.docc/MimeographJSON.md"])
    func samplesAreTheseTests(page: String) throws {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        func lines(_ file: URL) throws -> [String] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let text = try lines(package.appendingPathComponent(page))
        let start = try #require(text.firstIndex { ["## Streams", "## Values"].contains($0) })
        let section = text[(start + 1)...].prefix { !$0.hasPrefix("## ") }
        var isSample = false
        var samples: [[String]] = []
        for line in section {
            if line.hasPrefix("```") {
                isSample = line == "```swift"
                if isSample { samples.append([]) }
            } else if isSample, !line.isEmpty {
                samples[samples.count - 1].append(line)
            }
        }
        #expect(!samples.isEmpty)
        for sample in samples {
            var rest = try lines(URL(fileURLWithPath: #filePath))[...]
            for line in sample {
                let match = rest.firstIndex(of: line)
                #expect(match != nil, "no test has the line \(line)")
                rest = rest[((match ?? rest.startIndex - 1) + 1)...]
            }
        }
    }
}
