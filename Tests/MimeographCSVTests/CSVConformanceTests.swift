import MimeographCSVSuites
import MimeographConformance
import SuiteSupport
import Testing

@Suite struct CSVConformanceTests {
    @Test(arguments: CSVSuites.all.briefChecks)
    func holds(_ check: ConformanceCheck) async throws { try await check.run() }

    /// In a process of its own: a trap is a failure of this test, and the file holds the case.
    @Test(arguments: [ConformanceLaw.prefixes, .mutations]) func neverTraps(law: ConformanceLaw) async {
        await #expect(processExitsWith: .success) { [law] in
            try await CSVSuites.stream.check(law).run(journal: .file(at: "/tmp/csv-rows.case"))
        }
    }
}
