import Harness
import MimeographJSON
import MimeographJSONPatch

extension JSONRun {
    /// Measures a patch of 1,000 operations on small parts of a 1 MB document, against the time to read the document.
    ///
    /// A patch changes a parsed document without copying it, so its cost depends on the objects and arrays along its paths.
    mutating func patch() throws {
        var comparison = Comparison("1,000 operations of a patch on a document of 1 MB")
        let bytes = Self.records
        let document = try JSON(parsing: bytes)
        let patches = [
            ("one place in each of 1,000 records", Self.patch { "/orders/\($0 * 2)" }),
            ("1,000 places in 10 records", Self.patch { "/orders/\($0 % 10 * 200)" }),
        ]
        for (name, patch) in patches {
            guard try document.applying(patch) != document else { throw BrokenEngine("The patch changes nothing.") }
            let engines = [
                Benchmark("\(Engine.ours), applied", bytes: bytes.count) { try? document.applying(patch) },
                Benchmark(Engine.ours, bytes: bytes.count) { try? JSON(parsing: bytes.span) },
            ]
            comparison.add(input: name, measure("patch", on: name, engines))
        }
        report.add(table: comparison.table)
        let slowest = comparison.lowestSpeed(of: "\(Engine.ours), applied", over: Engine.ours)?.speed
        // Copying an array of that many records for each operation would take about 50 times as long as reading the document.
        report.add(Target("json.patch.touch", slowest.map { 1 / $0 }, .atMost, 5))
    }

    /// A list of orders from a web service, 1 MB in size.
    private static var records: [UInt8] {
        let orders = (0..<2_500).map { number in
            """
            {"id":\(100_000 + number),"state":"shipped","customer":{"name":"Customer No. \(number)","email":"c\(number)@example.com",\
            "address":{"street":"\(number) Long Street","city":"Springfield","zip":"12345"}},\
            "lines":[{"item":"A-\(number)","count":1,"price":19.99},{"item":"B-\(number)","count":2,"price":5.25}],\
            "notes":["Leave it at the door, please; nobody is at home in the morning."],"total":30.49,"paid":true}
            """
        }
        return Array(#"{"page":1,"orders":[\#(orders.joined(separator: ","))]}"#.utf8)
    }

    /// Returns 1,000 operations of every kind except `test`, each in the record that `record` returns for its number.
    private static func patch(record: (Int) -> String) -> JSONPatch {
        JSONPatch(
            (0..<1_000).map { number in
                let record = record(number)
                return switch number / 10 % 5 {
                case 0: .replace("\(record)/state", "returned")
                case 1: .replace("\(record)/customer/address/city", "Shelbyville")
                case 2: .add("\(record)/notes/-", "Back again.")
                case 3: .add("\(record)/changed", JSON(number))
                default: .copy(from: "\(record)/lines/0/price", to: "\(record)/lines/1/price")
                }
            }
        )
    }
}
