import Foundation
import MimeographConformance
import MimeographJSONSuites
import SuiteSupport
import Testing

@Suite struct JSONConformanceTests {
    @Test(arguments: JSONSuites.all.briefChecks) func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }

    /// Foundation's reader agrees.
    @Test func oracle() async throws {
        let suite = JSONSuites.format([
            .oracle { try? JSONDecoder().decode(Record.self, from: Data($0)) }
        ])
        try await suite.check(.oracle).run()
    }
}
