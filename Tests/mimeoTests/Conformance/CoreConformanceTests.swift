import MimeographConformance
import Testing

@testable import mimeo

@Suite struct CoreConformanceTests {
    @Test(arguments: CoreConformance.suites.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
