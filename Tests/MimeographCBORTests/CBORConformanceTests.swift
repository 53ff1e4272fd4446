import MimeographConformance
import MimeographCBORSuites
import SuiteSupport
import Testing

@Suite struct CBORConformanceTests {
    @Test(arguments: CBORSuites.all.briefChecks)
    func holds(_ check: ConformanceCheck) async throws { try await check.run() }
}
