import MimeographConformance
import MimeographImageTIFFSuites
import SuiteSupport
import Testing

@Suite struct TIFFConformanceTests {
    @Test(arguments: TIFFSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
