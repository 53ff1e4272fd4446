import MimeographConformance
import MimeographBrotliSuites
import SuiteSupport
import Testing

@Suite struct BrotliConformanceTests {
    @Test(arguments: BrotliSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
