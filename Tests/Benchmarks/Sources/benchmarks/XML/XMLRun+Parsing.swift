import Foundation
import Harness
import Mimeograph
import MimeographXML

extension XMLRun {
    /// Bytes to a document and the end of the document: what comes on top of libxml2's own work.
    mutating func parse() throws {
        for input in XMLInput.all {
            let bytes = input.bytes
            let limits = limits
            let run = self
            _ = try XML.Document(parsing: bytes.span, limits: limits)
            guard libxml2(bytes) else { throw BrokenEngine("libxml2 does not parse \(input.name)") }
            var comparison = Comparison("Bytes to a document: \(input.name)")
            let engines = [
                Benchmark(Engine.ours, bytes: bytes.count) { try? XML.Document(parsing: bytes.span, limits: limits) },
                Benchmark(Self.libxml2, bytes: bytes.count) { run.libxml2(bytes) },
            ]
            comparison.add(input: input.name, measure("parse", on: input, engines))
            report.add(table: comparison.table)
            let time = comparison.speed(of: Engine.ours, over: Self.libxml2).map { 1 / $0 }
            report.add(Target("xml.parse.\(input.name).vs-libxml2", time, .atMost, 1.1))
        }
    }
}
