import MimeographConformance
import Testing

@testable import mimeo

@Suite struct CompoundConformanceTests {
    @Test(arguments: CompoundConformance.suites.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
