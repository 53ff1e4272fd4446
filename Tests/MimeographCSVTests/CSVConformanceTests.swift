import MimeographCSVSuites
import MimeographConformance
import SuiteSupport
import Testing

@Suite struct CSVConformanceTests {
    @Test(arguments: CSVSuites.all.briefChecks)
    func holds(_ check: ConformanceCheck) async throws { try await check.run() }

    /// Runs in its own process: a trap fails this test, and the file holds the case.
    @Test func prefixesNeverTrap() async {
        await #expect(processExitsWith: .success) {
            try await CSVSuites.stream.check(.prefixes).run(journal: .file(at: "/tmp/csv-prefixes.case"))
        }
    }

    /// Runs in its own process as well.
    @Test func mutationsNeverTrap() async {
        await #expect(processExitsWith: .success) {
            try await CSVSuites.stream.check(.mutations).run(journal: .file(at: "/tmp/csv-mutations.case"))
        }
    }
}
