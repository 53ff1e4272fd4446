import Foundation
import Mimeograph
import MimeographSession
import TestServers
import TestSupport
import Testing

/// The public tests of HTTP caches, those for a private cache, over real sockets.
///
/// They print one line for a table of conformance, and one for each test that did not pass.
@Suite struct CacheConformanceTests {
    /// What came of a test.
    private enum Outcome: Equatable {
        case passed
        case failed(String)
        /// It could not be set up, or one that it depends on did not pass.
        case saysNothing(String)
    }

    /// What is required or optimal and does not pass, and why.
    private static let exceptions: [String: String] = [:]

    @Test(.needsCorpora, .needsOddServer, .within(minutes: 2))
    func thePublicTestsPass() async throws {
        let all = try CachePublicTest.all()
        #expect(all.count == 290)
        let tests = all.filter { $0.inapplicability == nil }
        let runner = CachePublicTestRunner(port: try TestServer.cache().port("http"))
        defer { runner.stop() }
        let failures = await withTaskGroup(of: (String, CachePublicTestRunner.Failure?).self) { group in
            for test in tests { group.addTask { (test.id, await runner.failure(of: test)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let outcomes = Self.outcomes(tests, failures)
        var report = "CONFORMANCE http-cache"
        for kind in [CachePublicTest.Kind.required, .optimal, .check] {
            let those = tests.filter { $0.kind == kind }
            let passed = those.count { outcomes[$0.id] == .passed }
            report += " \(kind.rawValue) \(passed)/\(those.count)"
        }
        print("\(report), left out \(all.count - tests.count)")
        for test in tests {
            switch outcomes[test.id] {
            case .failed(let reason): print("http-cache \(test.kind.rawValue) \(test.id) failed: \(reason)")
            case .saysNothing(let reason): print("http-cache \(test.kind.rawValue) \(test.id) says nothing: \(reason)")
            case .passed, nil: break
            }
        }
    }

    private static func outcomes(
        _ tests: [CachePublicTest],
        _ failures: [String: CachePublicTestRunner.Failure]
    ) -> [String: Outcome] {
        let byID = Dictionary(uniqueKeysWithValues: tests.map { ($0.id, $0) })
        var outcomes: [String: Outcome] = [:]
        func outcome(of test: CachePublicTest) -> Outcome {
            if let known = outcomes[test.id] { return known }
            let missing = test.dependencies.first { byID[$0].map(outcome(of:)) != .passed }
            let own: Outcome =
                if let missing {
                    .saysNothing("\(missing) did not pass; its own steps: \(failures[test.id]?.reason ?? "pass")")
                } else if let failure = failures[test.id] {
                    failure.isSetup ? .saysNothing(failure.reason) : .failed(failure.reason)
                } else {
                    .passed
                }
            outcomes[test.id] = own
            return own
        }
        for test in tests { _ = outcome(of: test) }
        return outcomes
    }
}
