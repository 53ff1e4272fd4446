import MimeographConformance
import MimeographJSONPatchSuites
import SuiteSupport
import Testing

@Suite struct JSONPatchConformanceTests {
    @Test(arguments: JSONPatchSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
