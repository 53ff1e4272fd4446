import Foundation
import Mimeograph
import MimeographSession
import TestServers
import TestSupport
import Testing

/// The public tests of HTTP caches that apply to a private cache, over real sockets.
///
/// They print one line for a table of conformance, and one for each test that fails.
@Suite struct CacheConformanceTests {
    /// The result of a test.
    private enum Outcome: Equatable {
        case passed
        case failed(String)
        /// The test could not be set up, or another test that it depends on failed.
        case saysNothing(String)
    }

    /// The required and optimal tests that fail, and the reasons.
    private static let exceptions: [String: String] = [
        "headers-store-Set-Cookie": """
        A response that sets cookies is not stored: several users may share the cache, and one user must not get another user's response. \
        RFC 9111 §7.3 leaves that to the cache; browsers do not show the field at all.
        """,
        "headers-store-Transfer-Encoding": """
        The transport rejects an unknown transfer coding before any cache: RFC 9112 §7.
        """,
        "other-cookie": "Requests with other cookies belong to another user, whatever Vary says.",
        "vary-normalise-lang-order": "The order of languages matters to some servers: RFC 9110 §12.5.4.",
        "partial-store-partial-reuse-partial": lyingRange,
        "partial-store-partial-reuse-partial-byterange": lyingRange,
        "partial-store-partial-reuse-partial-absent": lyingRange,
        "partial-store-partial-reuse-partial-suffix": lyingRange,
        "partial-store-partial-complete": """
        Parts without a strong entity tag are not stored, because no other part could be combined with them (RFC 9111 §3.4).
        """,
    ]

    private static let lyingRange = """
        The server declares six bytes in Content-Range and sends five. The session rejects such a body before any cache.
        """

    /// Tests of behavior that is allowed but off by default.
    private static let needingDisconnection: Set<String> = [
        "stale-close", "stale-close-must-revalidate", "stale-close-no-cache",
    ]

    @Test(.needsCorpora, .needsOddServer, .within(minutes: 2))
    func thePublicTestsPass() async throws {
        let all = try CachePublicTest.all()
        #expect(all.count == 290)
        let tests = all.filter { $0.inapplicability == nil }
        let port = try TestServer.cache().port("http")
        let runner = CachePublicTestRunner(port: port)
        let disconnected = CachePublicTestRunner(port: port) { $0.staleResponses = .whenDisconnected }
        defer {
            runner.stop()
            disconnected.stop()
        }
        let failures = await withTaskGroup(of: (String, CachePublicTestRunner.Failure?).self) { group in
            for test in tests {
                let runner = Self.needingDisconnection.contains(test.id) ? disconnected : runner
                group.addTask { (test.id, await runner.failure(of: test)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let outcomes = Self.outcomes(tests, failures)
        var report = "CONFORMANCE http-cache"
        for kind in [CachePublicTest.Kind.required, .optimal, .check] {
            let those = tests.filter { $0.kind == kind }
            let passed = those.count { outcomes[$0.id] == .passed }
            report += " \(kind.rawValue) \(passed)/\(those.count)"
            // A check only asks how a cache behaves.
            if kind == .check { continue }
            let record = SuiteRecord("http-cache", part: kind.rawValue)
            for test in all where test.kind == kind {
                if let reason = test.inapplicability {
                    record.leaveOut(test.id, because: reason)
                } else if let reason = Self.exceptions[test.id] {
                    record.differs(test.id, because: reason)
                } else {
                    record.count(test.id, holds: outcomes[test.id] == .passed)
                }
            }
            try record.write()
        }
        print("\(report), left out \(all.count - tests.count)")
        for (test, reason) in all.map({ ($0, $0.inapplicability) }) {
            if let reason { print("http-cache \(test.kind.rawValue) \(test.id) is left out: \(reason)") }
        }
        for test in tests {
            // Each failing test is named, and each named test fails.
            let isExpected = outcomes[test.id] == .passed || test.kind == .check
            #expect(
                isExpected == (Self.exceptions[test.id] == nil),
                "\(test.id): \(String(describing: outcomes[test.id]))"
            )
            switch outcomes[test.id] {
            case .failed(let reason): print("http-cache \(test.kind.rawValue) \(test.id) failed: \(reason)")
            case .saysNothing(let reason): print("http-cache \(test.kind.rawValue) \(test.id) says nothing: \(reason)")
            case .passed, nil: break
            }
            if let reason = Self.exceptions[test.id] { print("http-cache \(test.id) is named: \(reason)") }
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
