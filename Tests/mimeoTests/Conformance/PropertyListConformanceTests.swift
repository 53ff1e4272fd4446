import Foundation
import MimeographConformance
import Testing

@testable import mimeo

@Suite struct PropertyListConformanceTests {
    @Test(arguments: PropertyListConformance.suites.briefChecks)
    func holds(_ check: ConformanceCheck) async throws {
        try await check.run()
    }

    /// Foundation's reader agrees.
    @Test func oracle() async throws {
        let suite = PropertyListConformance.format([
            .oracle { try? PropertyListDecoder().decode(Record.self, from: Data($0)) }
        ])
        try await suite.check(.oracle).run()
    }
}
