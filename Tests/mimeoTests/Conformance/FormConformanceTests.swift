import MimeographConformance
import Testing

@testable import mimeo

@Suite struct FormConformanceTests {
    @Test(arguments: FormConformance.suites.flatMap(\.checks)) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
