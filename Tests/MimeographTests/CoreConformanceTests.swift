import MimeographConformance
import MimeographSuites
import SuiteSupport
import Testing

@Suite struct CoreConformanceTests {
    @Test(arguments: CoreSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
