import Foundation
import Harness
import Mimeograph
import MimeographXML

extension XMLRun {
    /// Measures parsing and freeing documents: large ones, and small ones of every kind and size.
    mutating func parse() throws {
        for input in XMLInput.all where input.name != "small" {
            try parse([input], as: input.name, "Bytes to a document: \(input.name)", atMost: 1.1)
        }
        let small = XMLInput.all.filter { $0.name == "small" } + SmallXML.all
        try parse(small, as: "small", "Bytes to a document: small documents", atMost: 1)
    }

    private mutating func parse(_ inputs: [XMLInput], as name: String, _ title: String, atMost bound: Double) throws {
        var comparison = Comparison(title)
        for input in inputs {
            let bytes = input.bytes
            let limits = limits
            let run = self
            _ = try XML.Document(parsing: bytes.span, limits: limits)
            guard libxml2(bytes) else { throw BrokenEngine("libxml2 cannot parse \(input.name).") }
            let engines = [
                Benchmark(Engine.ours, bytes: bytes.count) { try? XML.Document(parsing: bytes.span, limits: limits) },
                Benchmark(Self.libxml2, bytes: bytes.count) { run.libxml2(bytes) },
            ]
            comparison.add(input: input.name, measure("parse", on: input, try engines + pugixml(input)))
        }
        report.add(table: comparison.table)
        let time = comparison.speed(of: Engine.ours, over: Self.libxml2).map { 1 / $0 }
        report.add(Target("xml.parse.\(name).vs-libxml2", time, .atMost, bound))
    }
}
