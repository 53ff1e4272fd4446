import Foundation
import Harness
import MarkedModels
import Mimeograph
import MimeographJSON
import PlainModels

/// One direction of coding a struct whose text has 217 bytes. Callgrind counts its instructions, which do not vary with the machine's
/// load.
enum InstructionCount: String, CaseIterable {
    case markedEncode = "marked.encode"
    case markedDecode = "marked.decode"
    case unmarkedEncode = "unmarked.encode"
    case unmarkedDecode = "unmarked.decode"

    /// The environment variable that holds one of the names above and a number of operations, and makes this program do nothing else.
    static let variable = "MIMEOGRAPH_BENCHMARK_INSTRUCTIONS"

    /// The most instructions of one operation that the targets allow.
    var bound: Double {
        switch self {
        case .markedEncode: 3500
        case .markedDecode: 5000
        case .unmarkedEncode: 9000
        case .unmarkedDecode: 11_000
        }
    }

    /// Counts the instructions of one operation in each direction: those of a process with many operations, less those of a process
    /// without any.
    ///
    /// - Returns: Nil if Callgrind is not installed.
    static func measure() throws -> [(work: InstructionCount, instructions: Double)]? {
        guard let callgrind = try Callgrind() else { return nil }
        defer { callgrind.end() }
        func total(_ work: InstructionCount, _ count: Int) throws -> Double {
            // With random hashes, the same work takes more or fewer instructions in each process.
            try callgrind.instructions([variable: "\(work.rawValue) \(count)", "SWIFT_DETERMINISTIC_HASHING": "1"])
        }
        let count = 1000
        let none = try total(.markedEncode, 0)
        return try allCases.map { ($0, try (total($0, count) - none) / Double(count)) }
    }

    /// Does the work as many times as the variable's value says.
    static func runAlone(_ value: String) throws {
        let words = value.split(separator: " ")
        guard let work = words.first.flatMap({ InstructionCount(rawValue: String($0)) }),
            let count = words.last.flatMap({ Int($0) })
        else { throw BrokenEngine("\(variable) is \(value), not a name and a number.") }
        let bytes = Array(SmallText.customer.utf8)
        let format = JSONFormat()
        // Every process codes the first values of both types, so these cancel out.
        var value = try format.decode(PlainModels.Customer.self, from: bytes)
        var marked = try format.decode(MarkedModels.Customer.self, from: bytes)
        for _ in 0..<2 {
            guard try format.encode(value) == bytes, try format.encode(marked) == bytes else {
                throw BrokenEngine("The encoded text differs from the decoded one.")
            }
            value = try format.decode(PlainModels.Customer.self, from: bytes)
            marked = try format.decode(MarkedModels.Customer.self, from: bytes)
        }
        try Marks.check()
        switch work {
        case .markedEncode: for _ in 0..<count { keep(try format.encode(marked)) }
        case .markedDecode: for _ in 0..<count { keep(try format.decode(MarkedModels.Customer.self, from: bytes)) }
        case .unmarkedEncode: for _ in 0..<count { keep(try format.encode(value)) }
        case .unmarkedDecode: for _ in 0..<count { keep(try format.decode(PlainModels.Customer.self, from: bytes)) }
        }
    }
}

extension JSONRun {
    /// Counts the instructions of coding a small struct.
    mutating func countInstructions() throws {
        FileHandle.standardError.write(Data("instructions\n".utf8))
        let counts = try InstructionCount.measure()
        if let counts {
            let rows = counts.map { [$0.work.rawValue, Figure.short($0.instructions)] }
            let title = "Instructions for a struct of \(SmallText.customer.utf8.count) bytes"
            report.add(table: Report.Table(title: title, columns: ["", "instructions"], rows: rows))
        }
        for work in InstructionCount.allCases {
            let count = counts?.first { $0.work == work }?.instructions
            report.add(Target("json.instructions.\(work.rawValue)", count, .atMost, work.bound))
        }
    }
}
