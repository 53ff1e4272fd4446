import Mimeograph
import MimeographCSV
package import MimeographConformance
import MimeographText
import SuiteSupport

/// The suites of comma-separated values: tables, rows of any `Codable` type, and streams of rows.
package enum CSVSuites {
    package static var all: [ConformanceSuite] { [tables, rows, stream, tabs] }

    private static let pieces = ["\"", "\"\"", ",", "\r\n", "\n", "\r", "\u{FEFF}", "é", "a,b\r\n"]
    private static let fewerRows = "a table with fewer rows, or a shorter field, is a table"

    /// A row with every kind of field.
    struct Row: Codable, Hashable, Sendable {
        var name: String
        var age: Int?
        var score: Double
    }

    private static let head = "name,age,score\r\n"
    private static let typed = [Row(name: "Ada, \"C\"\r\n", age: 36, score: 1.5), Row(name: "", age: nil, score: -2)]
    private static let text = head + "\"Ada, \"\"C\"\"\r\n\",36,1.5\r\n,,-2.0\r\n"

    /// Tables of texts, read and written.
    private static var tables: ConformanceSuite {
        ConformanceSuite(
            "csv",
            reading: CSVResponseSerializer(),
            types: ["text/csv"],
            fixtures: [
                .reads("two lines", "a,b\r\n1,2\r\n", as: CSVTable(header: ["a", "b"], rows: [["1", "2"]])),
                .reads(
                    "no header",
                    "a,b\r\n1,2",
                    type: "text/csv;header=absent",
                    as: CSVTable(rows: [["a", "b"], ["1", "2"]])
                ),
                .reads("a header alone", "a,b", as: CSVTable(header: ["a", "b"])),
                .reads(
                    "quotes",
                    "\"a\"\"b\",\"c\r\nd\"\n,\"\"\n",
                    as: CSVTable(header: ["a\"b", "c\r\nd"], rows: [["", ""]])
                ),
                .reads("a byte order mark", "\u{FEFF}a\n1\n", as: CSVTable(header: ["a"], rows: [["1"]])),
                .refuses("an open quote", "a,\"b", .truncated),
                .refuses("half a line end", "a,b\r", .truncated),
                .refuses("a row that is too long", "a\r\nb,c\r\n", .syntax),
                .refuses("a row that is too short", "a,b\r\nc\r\n", .syntax),
                .refuses("a quote in a field", "a\"b\"\r\n", .syntax),
                .refuses("bytes after a quote", "\"a\" ,b\r\n", .syntax),
                .refuses("a carriage return", "a\rb", .syntax),
                .refuses("bad UTF-8", [0x61, 0xC3, 0x28], .invalidText),
            ],
            capabilities: [
                .writer(CSVRequestSerializer()),
                .unwritable(CSVTable(rows: [["a"], ["b", "c"]]), CSVTable(header: [])),
                .limit(.elements) { Array(String(repeating: "a\r\n", count: $0).utf8) },
                .text(
                    "é,b\r\n",
                    as: CSVTable(header: ["é", "b"]),
                    in: [.utf8, .utf16LittleEndian, .windows1252]
                ),
                .emptyBody(is: CSVTable(header: nil)),
                .truncationIsInvisible(fewerRows),
            ] + shared()
        )
    }

    /// Rows of a type, read and written.
    private static var rows: ConformanceSuite {
        ConformanceSuite(
            "csv-codable",
            format: CSVFormat(),
            of: [Row].self,
            types: ["text/csv"],
            fixtures: [
                .reads("rows", text, as: typed),
                .reads("other columns", "score,x,age,name\n1e0,?,+7,Bo\n", as: [Row(name: "Bo", age: 7, score: 1)]),
                .reads("a header alone", "name,age,score\r\n", as: []),
                .refuses("no such column", "name,age\r\nAda,36\r\n", .dataShape),
                .refuses("no number", head + "Ada,x,1\r\n", .dataShape),
                .refuses("no content", head + "Ada,1,\r\n", .dataShape),
                .refuses("a name twice", "name,name\r\n1,2\r\n", .syntax),
                .refuses("no name", "name,\r\n1,2\r\n", .syntax),
                .refuses("an open quote", head + "\"Ada", .truncated),
            ],
            capabilities: [
                .limit(.elements) { columns($0) },
                .text(
                    head + "é,1,2\r\n",
                    as: [Row(name: "é", age: 1, score: 2)],
                    in: [.utf8, .utf16LittleEndian, .windows1252]
                ),
                .emptyBody(is: []),
                .truncationIsInvisible(fewerRows),
                .notApplicable(.failedWrite, because: "all rows of the type can be written"),
            ] + shared()
        )
    }

    /// Rows that are read as they arrive.
    package static var stream: ConformanceSuite {
        ConformanceSuite(
            "csv-rows",
            streaming: CSVFormat(),
            of: Row.self,
            types: ["text/csv"],
            fixtures: [
                .reads("rows", text, as: typed),
                .refuses("an open quote", head + "\"Ada", .truncated),
                .refuses("a row that is too long", head + "b,1,2,3\r\n", .syntax),
                .refuses("a name twice", "name,name\r\n1,2\r\n", .syntax),
            ],
            capabilities: [
                .limit(.inputBytes, at: 64) {
                    Array((head + String(repeating: "a", count: $0 - 6) + ",1,2\r\n").utf8)
                },
                .limit(.elements) { columns($0) },
                .text(head + "é,1,2\r\n", as: [Row(name: "é", age: 1, score: 2)]),
                .emptyBody(is: []),
                .truncationIsInvisible(fewerRows),
                .notApplicable(.roundTrip, because: "a writer of single rows is not a serializer"),
            ] + shared()
        )
    }

    /// Returns a header with a number of columns, and no row.
    @Sendable private static func columns(_ count: Int) -> [UInt8] {
        Array(((0..<count).map { "c\($0)" }.joined(separator: ",") + "\r\n").utf8)
    }

    /// Fields with tabs between them.
    private static var tabs: ConformanceSuite {
        ConformanceSuite(
            "tsv",
            reading: CSVResponseSerializer(format: .tabSeparated),
            types: ["text/tab-separated-values"],
            fixtures: [
                .reads("two lines", "a\tb\n\"\t,\n", as: CSVTable(header: ["a", "b"], rows: [["\"", ","]])),
                .refuses("a row that is too long", "a\nb\tc\n", .syntax),
            ],
            capabilities: [
                .writer(CSVRequestSerializer(format: .tabSeparated)),
                .unwritable(CSVTable(header: ["a\tb"])),
                .limit(.elements) { Array(String(repeating: "a\n", count: $0).utf8) },
                .text(
                    "é\tb\n",
                    as: CSVTable(header: ["é", "b"]),
                    in: [.utf8, .utf16LittleEndian, .windows1252]
                ),
                .emptyBody(is: CSVTable(header: nil)),
                .truncationIsInvisible(fewerRows),
            ] + shared()
        )
    }

    /// Returns the capabilities of all suites.
    private static func shared<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .vocabulary(pieces),
            .plugin(CSVPlugin()),
            .notApplicable(.depth, because: "rows are flat"),
            .notApplicable(.outputBytes, .expansionRatio, because: "fields are not larger than the input"),
            .notApplicable(.declining, because: "it declines nothing"),
            .noPixels,
            .noOracle,
        ]
    }
}
