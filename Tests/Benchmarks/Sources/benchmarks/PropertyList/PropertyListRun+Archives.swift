import Foundation
import Harness
import Mimeograph
import MimeographPropertyList

extension PropertyListRun {
    /// Measures resolving the bytes of a keyed archive, as a list and as a tree without references.
    mutating func resolveArchives() throws {
        var comparison = Comparison("A keyed archive to a list")
        for list in lists.prefix(1) {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: list.tree as NSArray,
                requiringSecureCoding: false
            )
            let bytes = [UInt8](data)
            let tree = try KeyedArchive(PropertyList(parsing: bytes)).tree()
            guard tree["root"].array?.count == list.tree.count else {
                throw BrokenEngine("The archive of \(list.name) was not resolved.")
            }
            let engines = [
                Benchmark(Engine.ours, bytes: bytes.count) { try? PropertyList(parsing: bytes.span) },
                Benchmark(Engine.ours + ", resolved", bytes: bytes.count) {
                    try? KeyedArchive(PropertyList(parsing: bytes.span)).tree()
                },
                Benchmark(Engine.foundation, bytes: bytes.count) { try? PropertyListRun.foundations(data) },
            ]
            comparison.add(input: list.name, measure("archive", on: list.name, engines))
        }
        report.add(table: comparison.table)
        add(target: "read.archive.vs-PropertyListSerialization", from: comparison, atLeast: 40)
    }
}
