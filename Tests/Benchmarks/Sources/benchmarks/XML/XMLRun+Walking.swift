import Foundation
import Harness
import Mimeograph
import MimeographXML

#if canImport(FoundationXML)
    import FoundationXML
#endif

extension XMLRun {
    /// Measures parsing documents and then reading everything into Swift strings.
    mutating func walk() throws {
        var comparison = Comparison("Bytes to a document, then every name, value and text read as a String")
        for input in XMLInput.all {
            let bytes = input.bytes
            let data = Data(bytes)
            let limits = limits
            func ours() throws -> XMLWalk {
                var walk = XMLWalk()
                walk.add(try XML.Document(parsing: bytes.span, limits: limits).root)
                return walk
            }
            func foundations() throws -> XMLWalk {
                var walk = XMLWalk()
                let document = try XMLDocument(data: data, options: [.nodePreserveWhitespace, .nodePreserveCDATA])
                if let root = document.rootElement() { walk.add(foundation: root) }
                return walk
            }
            let (one, other) = (try ours(), try foundations())
            guard one == other else { throw BrokenEngine("The walks of \(input.name) differ: \(one), \(other).") }
            let engines = [
                Benchmark(Engine.ours, bytes: bytes.count) { try? ours() },
                Benchmark(Engine.foundation, bytes: bytes.count) { try? foundations() },
            ]
            comparison.add(input: input.name, measure("walk", on: input, engines))
        }
        report.add(table: comparison.table)
        let ratio = comparison.speed(of: Engine.ours, over: Engine.foundation)
        report.add(Target("xml.walk.vs-FoundationXML", ratio, .atLeast, 4))
    }
}
