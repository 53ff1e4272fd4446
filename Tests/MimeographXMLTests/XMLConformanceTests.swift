import MimeographConformance
import MimeographXMLSuites
import SuiteSupport
import Testing

@Suite struct XMLConformanceTests {
    @Test(arguments: XMLSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }
}
