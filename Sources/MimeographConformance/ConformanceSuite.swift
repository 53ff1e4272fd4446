public import Mimeograph

/// Holds one serializer to the laws: what it is, what it accepts, fixtures, and what its author declares.
///
/// ```swift
/// extension ConformanceSuite {
///     static let rows = ConformanceSuite(
///         "csv", reading: CSVResponseSerializer(), types: ["text/csv"],
///         fixtures: [
///             .reads("a row", "a,b\r\n1,2\r\n", as: CSVTable(header: ["a", "b"], rows: [["1", "2"]])),
///             .refuses("an open quote", "a,\"b", .truncated),
///         ],
///         capabilities: [.emptyBodyIsRefused, .notApplicable(.depth, .pixels, because: "rows are flat")]
///     )
/// }
///
/// @Test(arguments: ConformanceSuite.rows.checks)
/// func csv(_ check: ConformanceCheck) async throws { try await check.run() }
/// ```
/// It imports no test framework: a check throws, from Swift Testing, XCTest or a script. ``report(_:journal:)`` runs all of them.
public struct ConformanceSuite: Sendable {
    /// What failures and replays call it.
    public let name: String
    var underTest: SerializerUnderTest

    /// Where all pseudo-random choices begin. Default 1; the same seed makes the same cases.
    public var seed: UInt64 {
        get { underTest.seed }
        set { underTest.seed = newValue }
    }

    /// How many bodies are made by changing fixtures at random. Default 2000.
    public var mutationCount: Int {
        get { underTest.mutationCount }
        set { underTest.mutationCount = max(1, newValue) }
    }

    /// How long one case may take. Default 10 s.
    ///
    /// A case that never ends is only noticed from outside: see ``ConformanceIsolation``.
    public var timeLimit: Duration {
        get { underTest.timeLimit }
        set { underTest.timeLimit = newValue }
    }

    /// Every law as a check of its own, in the order of the laws; those that do not apply are among them and say why.
    public var checks: [ConformanceCheck] { ConformanceLaw.allCases.map { ConformanceCheck(suite: self, law: $0) } }

    /// The check of one law.
    public func check(_ law: ConformanceLaw) -> ConformanceCheck { ConformanceCheck(suite: self, law: law) }

    /// The same suite with these bodies besides, of which nothing is known.
    public func adding(bodies: [(name: String, bytes: [UInt8], type: MediaType?)]) -> ConformanceSuite {
        var suite = self
        suite.underTest.fixtures += bodies.map {
            Fixture(name: $0.name, bytes: $0.bytes, type: $0.type, expectation: .anything)
        }
        return suite
    }

    /// Whether a body of that type would be this serializer's.
    public func accepts(_ type: MediaType) -> Bool { underTest.declaredTypes.contains { $0.contains(type) } }

    /// Runs every check.
    ///
    /// - Parameters:
    ///   - laws: Those to check.
    ///   - journal: Is told of each case before it is tried.
    public func report(
        _ laws: [ConformanceLaw] = ConformanceLaw.allCases,
        journal: ConformanceJournal? = nil
    ) async -> ConformanceReport {
        var results: [ConformanceResult] = []
        for law in laws { results.append(await check(law).result(journal: journal)) }
        return ConformanceReport(results: results)
    }
}
