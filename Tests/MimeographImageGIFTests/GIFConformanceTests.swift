import MimeographConformance
import MimeographImageGIFSuites
import SuiteSupport
import Testing

@Suite struct GIFConformanceTests {
    @Test(arguments: GIFSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
