import MimeographConformance
import Testing

@testable import mimeo

@Suite struct ImageConformanceTests {
    @Test(arguments: ImageConformance.suites.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
