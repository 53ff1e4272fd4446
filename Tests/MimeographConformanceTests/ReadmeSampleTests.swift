import Mimeograph
import MimeographConformance
import Testing

/// The serializer of the guide on media types, which counts the rows of comma-separated values.
private struct RowCountSerializer: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["text/csv"] }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
        try limits.check(.inputBytes, body.count)
        return body.indices.count { body[$0] == 0x0A }
    }
}

extension ConformanceSuite {
    fileprivate static let rowCount = ConformanceSuite(
        "rows",
        reading: RowCountSerializer(),
        types: ["text/csv"],
        fixtures: [.reads("two rows", "a,b\n1,2\n", as: 2)],
        capabilities: [
            .emptyBody(is: 0),
            .truncationIsInvisible("fewer rows are rows"),
            .notApplicable(.roundTrip, .oracle, because: "a count is not written"),
            .notApplicable(.depth, .elements, .outputBytes, .expansionRatio, .pixels, because: "it keeps a number"),
            .notApplicable(.charsets, .declining, because: "it counts bytes, of any body"),
        ]
    )
}

/// The test that the guide shows passes.
@Suite struct ReadmeSampleTests {
    @Test(arguments: ConformanceSuite.rowCount.checks)
    func rowCount(_ check: ConformanceCheck) async throws { try await check.run() }
}
