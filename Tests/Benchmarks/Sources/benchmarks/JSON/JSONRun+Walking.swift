import Foundation
import Harness
import MimeographJSON

extension JSONRun {
    /// Measures parsing documents and then reading everything in them.
    mutating func walk() throws {
        var comparison = Comparison("Bytes to a document, then every string and number read")
        for file in files {
            let bytes = file.bytes
            let data = file.data
            func ours() throws -> Walk {
                var walk = Walk()
                walk.add(try JSON(parsing: bytes.span))
                return walk
            }
            func foundations() throws -> Walk {
                var walk = Walk()
                walk.add(foundation: try JSONSerialization.jsonObject(with: data))
                return walk
            }
            guard try ours().agrees(with: foundations()) else { throw BrokenEngine("\(file.name): the walks differ.") }
            let engines = [
                Benchmark(Engine.ours, bytes: bytes.count) { try? ours() },
                Benchmark(Engine.foundation, bytes: bytes.count) { try? foundations() },
            ]
            comparison.add(input: file.name, measure("walk", on: file.name, engines))
        }
        report.add(table: comparison.table)
        add(target: "walk.vs-JSONSerialization", from: comparison, atLeast: 8)
    }
}
