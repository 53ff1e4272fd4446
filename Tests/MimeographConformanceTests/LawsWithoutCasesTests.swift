import Mimeograph
import MimeographConformance
import MimeographText
import Synchronization
import Testing

/// Writes a different byte at each call, and optionally one byte more.
private struct RestlessWriter: RequestSerialization {
    let grows: Bool
    let memory = Memory()
    var contentType: MediaType { "text/x-note" }

    func write(_ input: String, into message: inout RequestMessage) throws(SerializationError) {
        let call = memory.calls.withLock { calls in
            calls += 1
            return calls
        }
        message.body = .bytes([UInt8](repeating: UInt8(truncatingIfNeeded: call), count: grows ? call : 1))
        message.fields["Content-Type"] = contentType.description
    }
}

/// Declines every body that is not empty.
private struct DecliningSerializer: ResponseSerialization {
    var acceptedTypes: [MediaRange] = ["text/x-note"]

    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        prefix.count > 0 ? .decline(reason: "It has a byte.") : .accept
    }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
        body.count
    }
}

/// A law holds only if it has tried at least one case and checked its outcome.
@Suite struct LawsWithoutCasesTests {
    private func failure(_ law: ConformanceLaw, of suite: ConformanceSuite) async throws -> ConformanceFailure {
        try await #require(throws: ConformanceFailure.self) { try await suite.check(law).run() }
    }

    @Test(arguments: [ConformanceLaw.prefixes, .inputBytes]) func nothingToTry(_ law: ConformanceLaw) async throws {
        let suite = ConformanceSuite(
            "text",
            reading: TextResponseSerializer(),
            types: ["text/*"],
            fixtures: [.reads("none", "", as: "")]
        )
        #expect(try await failure(law, of: suite).message.contains("no case"))
    }

    /// Half of a one-byte body is empty, so there is nothing to cancel.
    @Test func nothingToCancel() async throws {
        let suite = ConformanceSuite(
            "notes",
            streaming: NoteStream(fault: .none),
            types: ["text/x-notes"],
            fixtures: [.reads("one", ";", as: [""])]
        )
        #expect(try await failure(.cancellation, of: suite).message.contains("no case"))
    }

    /// A serializer that accepts no type has no declared type to check.
    @Test func noTypes() {
        let suite = ConformanceSuite(
            "typeless",
            reading: DecliningSerializer(acceptedTypes: []),
            types: [],
            fixtures: [.reads("a", "a", as: 1)]
        )
        #expect(suite.check(.declaredTypes).notApplicable != nil)
    }

    /// The bytes of a value may differ, but not their meaning.
    @Test func valuesAreWrittenTwice() async throws {
        let suite = ConformanceSuite(
            "restless",
            writing: RestlessWriter(grows: true),
            types: ["text/x-note"],
            fixtures: [.writes("a", "a")]
        )
        #expect(try await failure(.repeatable, of: suite).message.contains("second time"))
        let read = ConformanceSuite(
            "restless",
            writing: RestlessWriter(grows: false),
            types: ["text/x-note"],
            fixtures: [.writes("a", "a")],
            capabilities: [.reader(TextResponseSerializer())]
        )
        #expect(try await failure(.repeatable, of: read).message.contains("second time"))
    }

    /// If the fixture gives the bytes, all of them are compared.
    @Test func bytesAreComparedAtTheSameTime() async throws {
        let suite = ConformanceSuite(
            "restless",
            writing: RestlessWriter(grows: false),
            types: ["text/x-note"],
            fixtures: [.writes("a", "a", as: "a")]
        )
        #expect(try await failure(.concurrency, of: suite).message.contains("same time"))
    }

    /// A fixture with its own type is read with the range that contains the type.
    @Test func typedFixturesAreRead() async throws {
        let suite = ConformanceSuite(
            "declining",
            reading: DecliningSerializer(),
            types: ["text/x-note"],
            fixtures: [.reads("a", "a", type: "text/x-note;kind=a", as: 1)]
        )
        #expect(try await failure(.declaredTypes, of: suite).message.contains("declines a good body"))
    }
}
