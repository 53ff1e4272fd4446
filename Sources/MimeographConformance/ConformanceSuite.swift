public import Mimeograph

/// The checks of one serializer: its media types, its fixtures and the declarations of its author.
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
/// The suite imports no test framework. A check throws, in Swift Testing, XCTest or a script. ``report(_:journal:)`` runs all
/// checks.
public struct ConformanceSuite: Sendable {
    /// The name in failures and replays.
    public let name: String
    var underTest: SerializerUnderTest

    /// The seed of all pseudo-random choices. Default 1. The same seed makes the same cases.
    public var seed: UInt64 {
        get { underTest.seed }
        set { underTest.seed = newValue }
    }

    /// The number of bodies that are made by changing fixtures at random. Default 2000.
    public var mutationCount: Int {
        get { underTest.mutationCount }
        set { underTest.mutationCount = max(1, newValue) }
    }

    /// The longest time that one case may take. Default 10 s.
    ///
    /// Only another process can detect a case that never ends: see ``ConformanceIsolation``.
    public var timeLimit: Duration {
        get { underTest.timeLimit }
        set { underTest.timeLimit = newValue }
    }

    /// A check for each law, in the order of the laws. Checks of laws that do not apply are included, with the reason.
    public var checks: [ConformanceCheck] { ConformanceLaw.allCases.map { ConformanceCheck(suite: self, law: $0) } }

    /// Returns the check of one law.
    public func check(_ law: ConformanceLaw) -> ConformanceCheck { ConformanceCheck(suite: self, law: law) }

    /// Returns a copy with more bodies, whose results are not known.
    public func adding(bodies: [(name: String, bytes: [UInt8], type: MediaType?)]) -> ConformanceSuite {
        var suite = self
        suite.underTest.fixtures += bodies.map {
            Fixture(name: $0.name, bytes: $0.bytes, type: $0.type, expectation: .anything)
        }
        return suite
    }

    /// Whether the serializer accepts a media type.
    public func accepts(_ type: MediaType) -> Bool { underTest.declaredTypes.contains { $0.contains(type) } }

    /// Runs the checks.
    ///
    /// - Parameters:
    ///   - laws: The laws to check.
    ///   - journal: Records each case before it is tried.
    public func report(
        _ laws: [ConformanceLaw] = ConformanceLaw.allCases,
        journal: ConformanceJournal? = nil
    ) async -> ConformanceReport {
        var results: [ConformanceResult] = []
        for law in laws { results.append(await check(law).result(journal: journal)) }
        return ConformanceReport(results: results)
    }
}
