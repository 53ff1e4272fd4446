import CSV
import Mimeograph
package import MimeographConformance
import MimeographText

/// The suites of comma-separated values: tables, and rows that are read while they arrive.
package enum CSVSuites {
    package static var all: [ConformanceSuite] { [tables, rows] }

    /// Tables, read and written.
    private static let tables = ConformanceSuite(
        "csv",
        reading: CSVResponseSerializer(),
        types: ["text/csv"],
        fixtures: [
            .reads("two rows", "a,b\r\n1,2\r\n", as: CSVTable(rows: [["a", "b"], ["1", "2"]])),
            .reads(
                "a header",
                "a,b\r\n1,2",
                type: "text/csv;header=present",
                as: CSVTable(header: ["a", "b"], rows: [["1", "2"]])
            ),
            .reads("quotes", "\"a\"\"b\",\"c\r\nd\"\n,\"\"\n", as: CSVTable(rows: [["a\"b", "c\r\nd"], ["", ""]])),
            .refuses("an open quote", "a,\"b", .truncated),
            .refuses("a row that is too long", "a\r\nb,c\r\n", .syntax),
            .refuses("a quote in a field", "a\"b\"\r\n", .syntax),
            .refuses("a carriage return", "a\rb", .syntax),
            .refuses("bad UTF-8", [0x61, 0xC3, 0x28], .invalidText),
        ],
        capabilities: [
            .writer(CSVRequestSerializer()),
            .unwritable(CSVTable(rows: [["a"], ["b", "c"]]), CSVTable(header: [])),
            .limit(.elements) { Array(String(repeating: "a\r\n", count: $0).utf8) },
            .text("é,b\r\n", as: CSVTable(rows: [["é", "b"]]), in: [.utf8, .utf16LittleEndian, .windows1252]),
            .emptyBody(is: CSVTable()),
            .truncationIsInvisible("a table with fewer rows is a table"),
            .vocabulary(["\"", "\"\"", ",", "\r\n", "\n", "\r"]),
            .plugin(CSVPlugin()),
            .notApplicable(.depth, .pixels, because: "rows are flat"),
            .notApplicable(.outputBytes, .expansionRatio, because: "fields are no larger than what came"),
            .notApplicable(.declining, because: "it declines nothing"),
            .notApplicable(.oracle, because: "no other reader is at hand"),
        ]
    )
}

extension CSVSuites {
    /// Rows, read while they arrive.
    package static let rows = ConformanceSuite(
        "csv-rows",
        streaming: CSVRowSerializer(),
        types: ["text/csv"],
        fixtures: [
            .reads("two rows", "a,\"b\r\n\"\r\n1,2\r\n", as: [CSVRow(["a", "b\r\n"]), CSVRow(["1", "2"])]),
            .reads(
                "a header",
                "a,b\r\n1,2\r\n",
                type: "text/csv;header=present",
                as: [CSVRow(header: ["a", "b"], ["1", "2"])]
            ),
            .refuses("an open quote", "a,\"b", .truncated),
            .refuses("a row that is too long", "a\r\nb,c\r\n", .syntax),
        ],
        capabilities: [
            .limit(.inputBytes) { Array((String(repeating: "a", count: $0 - 2) + "\r\n").utf8) },
            .limit(.elements) { Array((String(repeating: ",", count: $0 - 1) + "\r\n").utf8) },
            .text("é,b\r\n", as: [CSVRow(["é", "b"])]),
            .emptyBody(is: []),
            .truncationIsInvisible("a field that was cut short is a field"),
            .vocabulary(["\"", "\"\"", ",", "\r\n", "\n", "\r"]),
            .plugin(CSVPlugin()),
            .notApplicable(.depth, .pixels, because: "rows are flat"),
            .notApplicable(.outputBytes, .expansionRatio, because: "fields are no larger than what came"),
            .notApplicable(.roundTrip, because: "rows are not written one by one"),
            .notApplicable(.oracle, because: "no other reader is at hand"),
        ]
    )
}
