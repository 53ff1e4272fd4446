import MimeographConformance
import MimeographImageWebPSuites
import SuiteSupport
import Testing

@Suite struct WebPConformanceTests {
    @Test(arguments: WebPSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
