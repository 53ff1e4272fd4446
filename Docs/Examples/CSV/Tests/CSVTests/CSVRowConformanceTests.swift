import CSV
import Mimeograph
import MimeographConformance
import Testing

extension ConformanceSuite {
    static let rows = ConformanceSuite(
        "csv-rows",
        streaming: CSVRowSerializer(),
        claims: ["text/csv"],
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

@Suite struct CSVRowConformanceTests {
    @Test(arguments: ConformanceSuite.rows.checks)
    func rows(_ check: ConformanceCheck) async throws { try await check.run() }

    /// In a process of its own: a trap is a failure of this test, and the file holds the case.
    @Test(arguments: [ConformanceLaw.prefixes, .mutations]) func neverTraps(law: ConformanceLaw) async {
        await #expect(processExitsWith: .success) { [law] in
            try await ConformanceSuite.rows.check(law).run(journal: .file(at: "/tmp/csv-rows.case"))
        }
    }
}
