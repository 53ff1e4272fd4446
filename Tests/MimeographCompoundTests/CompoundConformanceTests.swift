import MimeographConformance
import MimeographCompoundSuites
import SuiteSupport
import Testing

@Suite struct CompoundConformanceTests {
    @Test(arguments: CompoundSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
