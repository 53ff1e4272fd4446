import Foundation
import Harness
import Mimeograph
import MimeographPropertyList

extension PropertyListRun {
    /// Measures parsing lists.
    mutating func read() throws {
        for format in ListFormat.allCases {
            var comparison = Comparison("Bytes to a list, \(format.rawValue)")
            for list in lists {
                let data = format.data(of: list)
                let bytes = [UInt8](data)
                _ = try PropertyList(parsing: bytes.span, limits: MixedList.limits)
                let engines = [
                    Benchmark(Engine.ours, bytes: bytes.count) {
                        try? PropertyList(parsing: bytes.span, limits: MixedList.limits)
                    },
                    Benchmark(Engine.foundation, bytes: bytes.count) { try? PropertyListRun.foundations(data) },
                ]
                comparison.add(input: list.name, measure("read \(format.rawValue)", on: list.name, engines))
            }
            report.add(table: comparison.table)
            add(
                target: "read.\(format.rawValue).vs-PropertyListSerialization",
                from: comparison,
                atLeast: format == .binary ? 40 : 8
            )
        }
    }

    /// Measures parsing lists and then reading everything in them.
    mutating func walk() throws {
        for format in ListFormat.allCases {
            var comparison = Comparison("Bytes to a list, then every value read, \(format.rawValue)")
            for list in lists {
                let data = format.data(of: list)
                let bytes = [UInt8](data)
                func ours() throws -> ListWalk {
                    var walk = ListWalk()
                    walk.add(try PropertyList(parsing: bytes.span, limits: MixedList.limits))
                    return walk
                }
                func foundations() throws -> ListWalk {
                    var walk = ListWalk()
                    walk.add(foundation: try PropertyListRun.foundations(data))
                    return walk
                }
                guard try ours().agrees(with: foundations()) else {
                    throw BrokenEngine("The walks of \(list.name) differ.")
                }
                let engines = [
                    Benchmark(Engine.ours, bytes: bytes.count) { try? ours() },
                    Benchmark(Engine.foundation, bytes: bytes.count) { try? foundations() },
                ]
                comparison.add(input: list.name, measure("walk \(format.rawValue)", on: list.name, engines))
            }
            report.add(table: comparison.table)
            add(
                target: "walk.\(format.rawValue).vs-PropertyListSerialization",
                from: comparison,
                atLeast: format == .binary ? 15 : 5
            )
        }
    }

    /// Measures writing lists.
    mutating func write() throws {
        for format in ListFormat.allCases {
            var comparison = Comparison("A list to bytes, \(format.rawValue)")
            for list in lists {
                let ours = try PropertyList(parsing: list.binary, limits: MixedList.limits)
                let tree = try PropertyListRun.foundations(list.binary)
                let written = try ours.serialized(format.options)
                var walks = (ListWalk(), ListWalk())
                walks.0.add(foundation: try PropertyListRun.foundations(Data(written)))
                walks.1.add(foundation: tree)
                guard walks.0.agrees(with: walks.1) else {
                    throw BrokenEngine("\(list.name) changed when it was written.")
                }
                let engines = [
                    Benchmark(Engine.ours, bytes: written.count) { try? ours.serialized(format.options) },
                    Benchmark(Engine.foundation, bytes: written.count) {
                        try? PropertyListSerialization.data(
                            fromPropertyList: tree,
                            format: format.foundations,
                            options: 0
                        )
                    },
                ]
                comparison.add(input: list.name, measure("write \(format.rawValue)", on: list.name, engines))
            }
            report.add(table: comparison.table)
            add(target: "write.\(format.rawValue).vs-PropertyListSerialization", from: comparison, atLeast: 5)
        }
    }

    /// Measures the memory of a list: its copy of the bytes and its tape, during and after parsing.
    mutating func measureMemory() throws {
        var rows: [[String]] = []
        var perByte: [Double] = []
        for list in lists {
            for format in ListFormat.allCases {
                let bytes = [UInt8](format.data(of: list))
                guard
                    let use = try MemoryUse.of({ try PropertyList(parsing: bytes.span, limits: MixedList.limits) })
                else { continue }
                let peak = Double(use.peak) / Double(bytes.count)
                perByte.append(peak)
                let retained = Double(use.retained) / Double(bytes.count)
                rows.append([
                    "\(list.name), \(format.rawValue)", "\(bytes.count)", Figure.short(peak), Figure.short(retained),
                ])
            }
        }
        let columns = ["", "bytes", "peak", "retained"]
        report.add(table: Report.Table(title: "Memory of a list, for each byte of input", columns: columns, rows: rows))
        report.add(Target("plist.memory.bytes-per-input-byte", perByte.max(), .atMost, 2.5))
    }
}
