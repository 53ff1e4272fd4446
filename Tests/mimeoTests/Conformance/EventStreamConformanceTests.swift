import MimeographConformance
import Testing

@testable import mimeo

@Suite struct EventStreamConformanceTests {
    @Test(arguments: EventStreamConformance.suites.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
