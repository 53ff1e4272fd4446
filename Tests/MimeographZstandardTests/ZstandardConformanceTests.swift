import MimeographConformance
import MimeographZstandardSuites
import SuiteSupport
import Testing

@Suite struct ZstandardConformanceTests {
    @Test(arguments: ZstandardSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
