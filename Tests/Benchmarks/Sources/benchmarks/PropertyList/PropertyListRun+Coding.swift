import Foundation
import Harness
import Mimeograph
import MimeographPropertyList

extension PropertyListRun {
    /// Measures decoding the lists to Swift values that hold all of their fields.
    mutating func decode() throws {
        for format in ListFormat.allCases {
            var comparison = Comparison("Bytes to Decodable values, \(format.rawValue)")
            let ours = PropertyListFormat()
            let decoder = PropertyListDecoder()
            for list in lists {
                let data = format.data(of: list)
                let bytes = [UInt8](data)
                let read = try ours.decode([MixedRow].self, from: bytes, limits: MixedList.limits)
                guard try witness(read) == witness(decoder.decode([MixedRow].self, from: data)) else {
                    throw BrokenEngine("\(list.name): the decoded value differs from Foundation's.")
                }
                let engines = [
                    Benchmark(Engine.ours, bytes: bytes.count) {
                        try? ours.decode([MixedRow].self, from: bytes, limits: MixedList.limits)
                    },
                    Benchmark(Engine.foundation, bytes: bytes.count) {
                        try? decoder.decode([MixedRow].self, from: data)
                    },
                ]
                comparison.add(input: list.name, measure("decode \(format.rawValue)", on: list.name, engines))
            }
            report.add(table: comparison.table)
            add(target: "decode.\(format.rawValue).vs-PropertyListDecoder", from: comparison, atLeast: 5)
        }
    }

    /// Measures encoding the same values.
    mutating func encode() throws {
        for format in ListFormat.allCases {
            var comparison = Comparison("Encodable values to bytes, \(format.rawValue)")
            let ours = PropertyListFormat(writing: format.options)
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format.foundations
            for list in lists {
                let rows = try PropertyListDecoder().decode([MixedRow].self, from: list.binary)
                let written = try ours.encode(rows)
                let read = try PropertyListDecoder().decode([MixedRow].self, from: Data(written))
                guard try witness(read) == witness(rows) else {
                    throw BrokenEngine("\(list.name): the encoded list decodes to a different value.")
                }
                let engines = [
                    Benchmark(Engine.ours, bytes: written.count) { try? ours.encode(rows) },
                    Benchmark(Engine.foundation, bytes: written.count) { try? encoder.encode(rows) },
                ]
                comparison.add(input: list.name, measure("encode \(format.rawValue)", on: list.name, engines))
            }
            report.add(table: comparison.table)
            add(target: "encode.\(format.rawValue).vs-PropertyListEncoder", from: comparison, atLeast: 4)
        }
    }

    /// Encodes a value with Foundation. Two values are equal if their encodings are.
    private func witness(_ rows: [MixedRow]) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try encoder.encode(rows)
    }
}
