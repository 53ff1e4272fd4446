import MimeographConformance
import Testing

@testable import mimeo

@Suite struct XMLConformanceTests {
    @Test(arguments: XMLConformance.suites.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
