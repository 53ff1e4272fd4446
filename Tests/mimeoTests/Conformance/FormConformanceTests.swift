import MimeographConformance
import Testing

@testable import mimeo

@Suite struct FormConformanceTests {
    @Test(arguments: FormConformance.suites.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
