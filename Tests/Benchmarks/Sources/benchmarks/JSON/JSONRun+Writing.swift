import Foundation
import Harness
import MimeographJSON

extension JSONRun {
    /// Measures writing a parsed document in three layouts. Neither engine escapes slashes.
    mutating func write() throws {
        let layouts: [(String, JSONWritingOptions, JSONSerialization.WritingOptions)] = [
            ("compact", .compact, []),
            ("pretty", .pretty, .prettyPrinted),
            ("sorted", JSONWritingOptions(sortedKeys: true), .sortedKeys),
        ]
        for (name, options, others) in layouts {
            let others = others.union(.withoutEscapingSlashes)
            var comparison = Comparison("A document to bytes, \(name)")
            for file in files {
                let document = try JSON(parsing: file.bytes)
                let tree = try JSONSerialization.jsonObject(with: file.data)
                let text = try document.serialized(options)
                var walks = (Walk(), Walk())
                walks.0.add(foundation: try JSONSerialization.jsonObject(with: Data(text)))
                walks.1.add(foundation: tree)
                guard walks.0.agrees(with: walks.1) else { throw BrokenEngine("Writing changed \(file.name).") }
                let count = text.count
                let engines = [
                    Benchmark(Engine.ours, bytes: count) { try? document.serialized(options) },
                    Benchmark(Engine.foundation, bytes: count) {
                        try? JSONSerialization.data(withJSONObject: tree, options: others)
                    },
                ]
                comparison.add(input: file.name, measure("write \(name)", on: file.name, engines))
            }
            report.add(table: comparison.table)
            add(target: "write.\(name).vs-JSONSerialization", from: comparison, atLeast: 10)
        }
    }
}
