import MimeographConformance
import MimeographEventStreamSuites
import SuiteSupport
import Testing

@Suite struct EventStreamConformanceTests {
    @Test(arguments: EventStreamSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
