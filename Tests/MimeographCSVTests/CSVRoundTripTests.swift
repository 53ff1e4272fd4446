import Foundation
import Mimeograph
import MimeographCSV
import TestSupport
import Testing

/// Random tables from seeds, in chunks of any size, compared with Python's.
@Suite struct CSVRoundTripTests {
    private static let pieces = [
        "", "a", "b c", ",", "\"", "\r\n", "\n", "é", "\u{FEFF}", "=1", "\u{0}", "x\t", "日本",
        "0123456789012345678901234567890123456789",
        String(repeating: "long ", count: 40), "\"\"", "';", "\u{1F600}",
    ]

    /// A table without single carriage returns, which Python reads as line ends.
    static func table(_ generator: inout SeededGenerator) -> [[String]] {
        let columns = Int.random(in: 1...8, using: &generator)
        return (0..<Int.random(in: 1...30, using: &generator)).map { _ in
            (0..<columns).map { _ in
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
                }.joined()
            }
        }
    }

    @Test(arguments: 0..<200) func tables(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let table = Self.table(&generator)
        let format = CSVFormat()
        let bytes = try format.encode(table)
        #expect(try format.decode([[String]].self, from: bytes) == table)
        for size in [1, 7, 64, 4096] {
            #expect(try CSVErrorTests.stream(bytes, size, of: [String].self) == table)
        }
    }

    struct Row: Codable, Equatable, Sendable {
        var text: String
        var optional: String?
        var number: Int?
        var real: Double?
        var flag: Bool?
        var single: Float
    }

    @Test(arguments: 0..<100) func rows(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let rows = (0..<20).map { _ in
            Row(
                text: Self.pieces.randomElement(using: &generator) ?? "",
                optional: Bool.random(using: &generator) ? Self.pieces.randomElement(using: &generator) : nil,
                number: Bool.random(using: &generator)
                    ? Int(truncatingIfNeeded: generator.next() >> (generator.next() % 64)) : nil,
                real: Bool.random(using: &generator) ? Double.random(in: -1e9...1e9, using: &generator) : nil,
                flag: Bool.random(using: &generator) ? Bool.random(using: &generator) : nil,
                single: Float.random(in: -1...1, using: &generator)
            )
        }
        for format in [CSVFormat(), CSVFormat(delimiter: .semicolon), CSVFormat(header: .absent)] {
            let bytes = try format.encode(rows)
            #expect(try format.decode([Row].self, from: bytes) == rows)
            for size in [1, 7, 4096] {
                #expect(try CSVErrorTests.stream(bytes, size, of: Row.self, format: format) == rows)
            }
        }
    }

    /// Every prefix of a table, and every change of a single byte, has the same result as a whole and in pieces.
    @Test func beginningsAndMutations() throws {
        let body = Array("a,\"b\"\"c\"\r\n1,é\n\"x\r\ny\",\r\n".utf8)
        func outcome(_ read: () throws -> [[String]]) -> String {
            do { return "\(try read())" } catch { return "\(error)" }
        }
        var inputs = (0...body.count).map { Array(body[..<$0]) }
        for index in body.indices {
            for byte in [0x00, 0x0A, 0x0D, 0x22, 0x2C, 0x61, 0xC3, 0xFF] as [UInt8] {
                var input = body
                input[index] = byte
                inputs.append(input)
            }
        }
        for input in inputs {
            let whole = outcome { try CSVFormat().decode([[String]].self, from: input) }
            for size in [1, 2, 5] {
                let pieces = outcome { try CSVErrorTests.stream(input, size, of: [String].self) }
                // A stream reads only UTF-8, and reports the byte order mark of another encoding.
                if pieces.contains("byte order mark of UTF-16 or UTF-32") { continue }
                #expect(pieces == whole)
            }
        }
    }

    /// Time grows in proportion to the body, whatever it contains.
    @Test(arguments: ["\"", "\"\"", ",", "\n", "a\n", "\"a\n\"\n", "é,", "\r\n"])
    func workInProportion(piece: String) {
        let body = Array(String(repeating: piece, count: 400_000 / piece.utf8.count).utf8)
        let clock = ContinuousClock()
        let time = clock.measure {
            for size in [body.count, 1000] { _ = try? CSVErrorTests.stream(body, size, of: [String].self) }
        }
        #expect(time < .seconds(20))
    }

    @Test(.needsPython("csv", "json")) func asPythonHasIt() throws {
        let program = """
            import csv, json, sys
            with open(sys.argv[1], newline="", encoding="utf-8") as file:
                print(json.dumps([row or [""] for row in csv.reader(file)]))
            """
        let folder = FileManager.default.temporaryDirectory
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<8 {
            // Python's reader stops at a zero, and keeps a byte order mark as text.
            let table = Self.table(&generator).map {
                $0.map { $0.replacing("\u{0}", with: "").replacing("\u{FEFF}", with: "") }
            }
            let file = folder.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(CSVFormat().encode(table)).write(to: file)
            let read = try JSONDecoder().decode([[String]].self, from: Python.run(program, [file.path]))
            #expect(read == table)
        }
        // Tables that Python writes are read as well.
        let writer = """
            import csv, random, sys
            random.seed(11)
            out = csv.writer(open(sys.argv[1], "w", newline="", encoding="utf-8"), lineterminator=random.choice(["\\r\\n", "\\n"]))
            pieces = ["", "a", "é", ",", '"', "\\r\\n", "\\n", "long " * 30, " b "]
            rows = [["".join(random.choices(pieces, k=random.randrange(4))) for _ in range(5)] for _ in range(200)]
            out.writerows(rows)
            import json
            print(json.dumps(rows))
            """
        let file = folder.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = try JSONDecoder().decode([[String]].self, from: Python.run(writer, [file.path]))
        #expect(try CSVFormat().decode([[String]].self, from: Data(contentsOf: file)) == rows)
    }
}
