import Harness
import MimeographJSON

extension JSONRun {
    /// Measures parsing texts of every size and kind: our parser as users call it, and simdjson's with reused buffers.
    mutating func parseEverySize() throws {
        var comparison = Comparison("Bytes to a document, texts of every size")
        var refused: [String] = []
        var sizes: [String: Int] = [:]
        for text in try RealWorldFile.everything().flatMap({ try SizedText.all(of: $0, refused: &refused) }) {
            let bytes = text.bytes
            sizes[text.name] = bytes.count
            var engines = [Benchmark(Engine.ours, bytes: bytes.count) { try? JSON(parsing: bytes.span) }]
            if let parse = try Simdjson.parsing(bytes) {
                engines.append(Benchmark(Engine.simdjson, bytes: bytes.count, parse))
            }
            comparison.add(input: text.name, measure("parse", on: text.name, engines, .fewShort))
        }
        if !refused.isEmpty {
            report.add(note: "Skipped, because they are not JSON: \(refused.joined(separator: ", ")).")
        }
        report.add(table: comparison.table)
        func add(_ name: String, _ speed: Double?, _ bound: Double) {
            report.add(Target("json.parse.\(name)", speed, .atLeast, bound))
        }
        add("vs-simdjson", comparison.speed(of: Engine.ours, over: Engine.simdjson), 0.9)
        add("worst.vs-simdjson", comparison.lowestSpeed(of: Engine.ours, over: Engine.simdjson)?.speed, 0.5)
        let api = comparison.speed(of: Engine.ours, over: Engine.simdjson) { 1_000...50_000 ~= sizes[$0] ?? 0 }
        add("api.vs-simdjson", api, 0.95)
    }

    /// Measures parsing a text of 64 bytes, most of which is the fixed cost of a parse.
    mutating func parseTinyText() throws {
        let bytes = Array(SmallText.tiny.utf8)
        _ = try JSON(parsing: bytes.span)
        var engines = [Benchmark(Engine.ours, bytes: bytes.count) { try? JSON(parsing: bytes.span) }]
        if let parse = try Simdjson.parsing(bytes) {
            engines.append(Benchmark(Engine.simdjson, bytes: bytes.count, parse))
        }
        let results = measure("parse", on: "\(bytes.count) bytes", engines, .manyShort)
        report.add(table: "A text of \(bytes.count) bytes to a document", results)
        let ratio = results.count == 2 ? results[0].minimum / results[1].minimum : nil
        report.add(Target("json.parse.small.fixed-ns", ratio, .atMost, 1.8))
    }
}
