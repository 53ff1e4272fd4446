import MimeographConformance
import MimeographImageSuites
import SuiteSupport
import Testing

@Suite struct ImageConformanceTests {
    @Test(arguments: ImageSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
