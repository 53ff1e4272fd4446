import Harness
import Mimeograph
import MimeographJSON

extension JSONRun {
    private static let serializers: [(StreamedText.Framing, any StreamingResponseSerialization<JSON>)] = [
        (.lines, NDJSONFormat().serializer(of: JSON.self)),
        (.sequence, JSONSequenceFormat().serializer(of: JSON.self)),
        (.array, JSONArrayElementsFormat().serializer(of: JSON.self)),
    ]

    /// Measures streams fed in chunks, with a value for each element, against one document of the same elements.
    mutating func stream() throws {
        let texts = try files.compactMap { try StreamedText($0) }
        for (framing, serializer) in JSONRun.serializers {
            var comparison = Comparison("Stream to values, \(framing.name)")
            for text in texts { try measure(text, framing, serializer, &comparison) }
            report.add(table: comparison.table)
            let ratio = comparison.speed(of: Engine.ours, over: Engine.whole)
            report.add(Target("json.stream.\(framing.name).vs-parse", ratio, .atLeast, 0.7))
        }
        try measureLongStream(texts.first)
    }

    private func measure(
        _ text: StreamedText,
        _ framing: StreamedText.Framing,
        _ serializer: any StreamingResponseSerialization<JSON>,
        _ comparison: inout Comparison
    ) throws {
        let stream = text.bytes(framing)
        let document = text.bytes(.array)
        func parseStream() throws -> Int {
            let parser = try serializer.makeParser(for: ResponseHead(status: 200), limits: .standard)
            return try StreamedText.feed(stream, to: parser)
        }
        guard try parseStream() == text.count else {
            throw BrokenEngine("\(framing.name): elements of \(text.name) are missing.")
        }
        let engines = [
            Benchmark(Engine.ours, bytes: stream.count) { try? parseStream() },
            Benchmark(Engine.whole, bytes: document.count) { try? JSON(parsing: document.span) },
        ]
        comparison.add(input: text.name, measure("stream \(framing.name)", on: text.name, engines))
    }

    /// Measures the peak memory of a stream of a gigabyte, in MiB.
    private mutating func measureLongStream(_ text: StreamedText?) throws {
        var peak: Double?
        if let text {
            let bytes = text.bytes(.lines)
            let times = (1 << 30) / bytes.count + 1
            let use = try MemoryUse.of {
                let parser = try NDJSONFormat().makeParser(of: JSON.self, as: nil, limits: .standard)
                return try StreamedText.feed(bytes, to: parser, repeating: times)
            }
            peak = use.map { Double($0.peak) / Double(1 << 20) }
        }
        report.add(Target("json.stream.gigabyte-peak-mib", peak, .atMost, 32))
    }
}
