import MimeographConformance
import MimeographFoundationSuites
import SuiteSupport
import Testing

@Suite struct FoundationConformanceTests {
    @Test(arguments: FoundationSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
