import Harness
import MarkedModels
import Mimeograph
import MimeographCSV
import PlainModels

/// A table of 10 MB, made from a seed. Its values differ from row to row.
struct CSVInput {
    let name: String
    let bytes: [UInt8]
    let rows: Int
    /// The table's rows as a type without and with a mark.
    let coders: [RowCoder]

    /// The coding of a table as one type of rows.
    struct RowCoder {
        let engine: String
        let decode: ([UInt8]) throws -> Int
        let encoder: ([UInt8]) throws -> () throws -> [UInt8]

        init<Row: Codable & Sendable>(_ engine: String, _ type: Row.Type) {
            self.engine = engine
            decode = { try CSVFormat().decode([Row].self, from: $0, limits: CSVSuite.limits).count }
            encoder = { bytes in
                let rows = try CSVFormat().decode([Row].self, from: bytes, limits: CSVSuite.limits)
                return { try CSVFormat().encode(rows) }
            }
        }
    }

    struct Contact: Codable, Sendable {
        var id: Int
        var name: String
        var email: String
        var age: Double
    }

    static var all: [CSVInput] {
        [
            CSVInput(
                "orders, some quoted",
                PlainModels.Order.self,
                MarkedModels.Order.self,
                "id,name,email,city,amount,quantity,active,created,note,score"
            ) { next, row in
                let names = ["Ada", "Bob", "Carla", "Dmitri", "Eve", "Farid", "Gudrun", "Hal"]
                let cities = ["Berlin", "San Francisco", "Paris", "Kyoto"]
                let notes = ["", "plain words here", "\"with, comma\"", "\"say \"\"hi\"\"\""]
                let name = names[next(8)]
                return
                    "\(row),\(name) \(names[next(8)]),\(name)\(row)@example.com,\(cities[next(4)]),\(next(1000)).\(next(90) + 10),"
                    + "\(next(100)),\(next(2) == 0),2026-02-\(next(18) + 10)T04:05:06Z,\(notes[next(4)]),0.\(next(900_000) + 100_000)"
            },
            CSVInput("numbers", PlainModels.Reading.self, MarkedModels.Reading.self, "time,x,y,z,flags") { next, row in
                "\(1_770_000_000 + row),\(next(2000) - 1000).\(next(900) + 100),0.\(next(90_000) + 10_000),-\(next(90)).5,\(next(256))"
            },
            CSVInput("long texts, quoted", PlainModels.Article.self, MarkedModels.Article.self, "id,title,body") {
                next,
                row in
                let words = ["lorem", "ipsum, dolor", "sit", "amet \"\"so\"\"", "consetetur", "é", "line\nbreak"]
                let body = (0..<60).map { _ in words[next(7)] }.joined(separator: " ")
                return "\(row),Article number \(row),\"\(body)\""
            },
        ]
    }

    private init<Row: Codable & Sendable, MarkedRow: Codable & Sendable>(
        _ name: String,
        _ type: Row.Type,
        _ marked: MarkedRow.Type,
        _ header: String,
        _ line: (_ next: (Int) -> Int, _ row: Int) -> String
    ) {
        var state: UInt64 = 42
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var bytes = Array("\(header)\r\n".utf8)
        var rows = 0
        while bytes.count < 10_000_000 {
            bytes += "\(line(next, rows))\r\n".utf8
            rows += 1
        }
        self.name = name
        self.bytes = bytes
        self.rows = rows
        coders = [RowCoder(Engine.ours, type), RowCoder(Engine.marked, marked)]
    }
}
