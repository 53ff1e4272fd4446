import MimeographConformance
import MimeographCompressionSuites
import SuiteSupport
import Testing

@Suite struct CompressionConformanceTests {
    @Test(arguments: CompressionSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
