import MimeographConformance
import MimeographMessagePackSuites
import SuiteSupport
import Testing

@Suite struct MessagePackConformanceTests {
    @Test(arguments: MessagePackSuites.all.briefChecks)
    func holds(_ check: ConformanceCheck) async throws { try await check.run() }
}
