import Foundation
import Mimeograph
import MimeographJSON
import TestSupport
import Testing

/// Large parsed arrays and objects get tables for look-ups; the results are the same with and without them.
@Suite struct JSONLookupTests {
    static func value(_ number: Int) -> String {
        [
            "\(number)", "\(number).5", "\"s\(number)\"", "[\(number),[]]", "{\"n\":\(number)}", "null",
            "70000000000000000\(number)",
        ][number % 7]
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 1000])
    func elements(_ count: Int) throws {
        let values = (0..<count).map(Self.value)
        let json = try JSON(parsing: "[\(values.joined(separator: ","))]".utf8)
        for round in 0..<3 {
            for offset in 0..<count {
                #expect("\(json[offset])" == values[offset], "\(offset) of \(count), round \(round)")
            }
            #expect(json[count].isNull && json[-1].isNull && json[Int.max].isNull)
            #expect(json.array?.map { "\($0)" } == values)
        }
    }

    /// If a key repeats, the last member counts, before there is a table and with one.
    @Test(arguments: [1, 31, 32, 33, 100, 1000])
    func members(_ count: Int) throws {
        let members = (0..<count).map { "\"k\($0 % (count / 2 + 1))\":\(Self.value($0))" }
        let json = try JSON(parsing: "{\(members.joined(separator: ",")),\"\\u00e9\":1,\"e\\u0301\":2,\"\":3}".utf8)
        for _ in 0..<3 {
            for number in 0..<count {
                let last = stride(from: number % (count / 2 + 1), to: count, by: count / 2 + 1).max() ?? 0
                #expect("\(json["k\(number % (count / 2 + 1))"])" == Self.value(last))
            }
            #expect(json["\u{e9}"].int == 1 && json["e\u{301}"].int == 2 && json[""].int == 3)
            #expect(json["k"].isNull && json["x"].isNull)
        }
    }

    /// Several tasks can share a value.
    @Test func manyTasks() async throws {
        let rows = (0..<200).map { row in "[\((0..<200).map { "{\"v\":\(row * $0),\"w\":[]}" }.joined(separator: ","))]"
        }
        let members = (0..<500).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let json = try JSON(parsing: "{\"rows\":[\(rows.joined(separator: ","))],\(members)}".utf8)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var isRight = true
                    for row in 0..<200 {
                        for column in stride(from: task, to: 200, by: 8) {
                            isRight = isRight && json["rows"][row][column]["v"].int == row * column
                        }
                        isRight = isRight && json["k\(row + task)"].int == row + task
                    }
                    return isRight
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
