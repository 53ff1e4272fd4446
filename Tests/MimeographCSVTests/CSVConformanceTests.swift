import MimeographCSVSuites
import MimeographConformance
import SuiteSupport
import Testing

@Suite struct CSVConformanceTests {
    @Test(arguments: CSVSuites.all.briefChecks)
    func holds(_ check: ConformanceCheck) async throws { try await check.run() }

    /// In a process of its own: a trap is a failure of this test, and the file holds the case.
    @Test func prefixesNeverTrap() async {
        await #expect(processExitsWith: .success) {
            try await CSVSuites.stream.check(.prefixes).run(journal: .file(at: "/tmp/csv-prefixes.case"))
        }
    }

    /// In a process of its own, likewise.
    @Test func mutationsNeverTrap() async {
        await #expect(processExitsWith: .success) {
            try await CSVSuites.stream.check(.mutations).run(journal: .file(at: "/tmp/csv-mutations.case"))
        }
    }
}
