import Foundation
import Harness
import MimeographJSON

extension JSONRun {
    /// Measures parsing, with nulls kept and stripped. simdjson gets its padded copy beforehand; ours copies within the time.
    mutating func parseLargeTexts() throws {
        var comparison = Comparison("Bytes to a document")
        for file in files {
            let bytes = file.bytes
            let data = file.data
            func ours(_ name: String, _ stripping: JSONNullStripping) -> Benchmark {
                let options = JSONReadingOptions(nullStripping: stripping)
                return Benchmark(name, bytes: bytes.count) { try? JSON(parsing: bytes.span, options: options) }
            }
            _ = try JSON(parsing: bytes.span)
            _ = try JSONSerialization.jsonObject(with: data)
            var engines = [
                ours(Engine.ours, .keep), ours(Engine.strippingMembers, .objectMembers),
                ours(Engine.strippingAll, .objectMembersAndArrayElements),
            ]
            if let parse = try Simdjson.parsing(bytes) {
                engines.append(Benchmark(Engine.simdjson, bytes: bytes.count, parse))
            }
            engines.append(
                Benchmark(Engine.foundation, bytes: bytes.count) { try? JSONSerialization.jsonObject(with: data) }
            )
            comparison.add(input: file.name, measure("parse", on: file.name, engines))
        }
        report.add(table: comparison.table)
        func add(_ name: String, _ engine: String, over other: String, _ bound: Double) {
            report.add(Target("json.parse.\(name)", comparison.speed(of: engine, over: other), .atLeast, bound))
        }
        add("vs-JSONSerialization", Engine.ours, over: Engine.foundation, 25)
        add("strip-members.vs-plain", Engine.strippingMembers, over: Engine.ours, 0.97)
        add("strip-all.vs-plain", Engine.strippingAll, over: Engine.ours, 0.97)
    }
}
