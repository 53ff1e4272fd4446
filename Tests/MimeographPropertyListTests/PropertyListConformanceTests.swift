import Foundation
import MimeographConformance
import MimeographPropertyListSuites
import SuiteSupport
import Testing

@Suite struct PropertyListConformanceTests {
    @Test(arguments: PropertyListSuites.all.briefChecks)
    func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }

    /// Foundation's reader agrees.
    @Test func oracle() async throws {
        let suite = PropertyListSuites.format([
            .oracle { try? PropertyListDecoder().decode(Record.self, from: Data($0)) }
        ])
        try await suite.check(.oracle).run()
    }
}
