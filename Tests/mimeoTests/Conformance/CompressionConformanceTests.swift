import MimeographConformance
import Testing

@testable import mimeo

@Suite struct CompressionConformanceTests {
    @Test(arguments: CompressionConformance.suites.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
