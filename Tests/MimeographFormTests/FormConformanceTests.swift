import MimeographConformance
import MimeographFormSuites
import SuiteSupport
import Testing

@Suite struct FormConformanceTests {
    @Test(arguments: FormSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
