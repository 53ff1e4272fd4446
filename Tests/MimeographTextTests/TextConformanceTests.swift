import MimeographConformance
import MimeographTextSuites
import SuiteSupport
import Testing

@Suite struct TextConformanceTests {
    @Test(arguments: TextSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
