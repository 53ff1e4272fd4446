import Mimeograph
import MimeographConformance
import MimeographText
import Testing

/// The kit skips nothing silently: an undeclared capability fails, and a law that does not apply is printed with its reason.
@Suite struct DeclarationTests {
    private func suite(_ capabilities: [ConformanceCapability<String>] = []) -> ConformanceSuite {
        var suite = ConformanceSuite(
            "text",
            reading: TextResponseSerializer(),
            types: ["text/*"],
            fixtures: [.reads("a", "a", as: "a")],
            capabilities: capabilities
        )
        suite.mutationCount = 20
        return suite
    }

    @Test(arguments: [
        ConformanceLaw.roundTrip, .oracle, .depth, .pixels, .outputBytes, .declining, .charsets, .emptyBody,
    ])
    func whatIsNotDeclaredFails(law: ConformanceLaw) async throws {
        let failure = try await #require(throws: ConformanceFailure.self) { try await suite().check(law).run() }
        #expect(failure.message.contains("eclare"))
    }

    @Test func whatDoesNotApplyIsPrinted() async throws {
        let suite = suite([.notApplicable(.pixels, .depth, because: "it is \"flat\"")])
        let report = await suite.report([.pixels, .depth, .outcomes])
        #expect(report.holds)
        #expect(report.description.contains("pixels           not applicable: it is \"flat\""))
        #expect(report.json.contains(#""law": "pixels", "verdict": "notApplicable""#))
        #expect(report.json.contains(#""reason": "it is \"flat\"""#))
        #expect(report.summary == "1 suite: 1 laws hold (1 cases), 2 do not apply, 0 broken.")
        #expect("\(suite.check(.pixels))" == "text: pixels (not applicable: it is \"flat\")")
    }

    @Test(arguments: [
        ConformanceLaw.outcomes, .prefixes, .mutations, .errors, .concurrency, .monotonicity, .inputBytes,
    ])
    func lawsForAllCannotBeWaived(law: ConformanceLaw) async throws {
        let check = suite([.notApplicable(law, because: "no")]).check(law)
        if law == .inputBytes {
            #expect(check.notApplicable == "no")
        } else {
            await #expect(throws: ConformanceFailure.self) { try await check.run() }
        }
    }

    /// The kit verifies the claim that a serializer never declines.
    @Test func aWaiverThatIsUntrue() async {
        let check = ConformanceSuite(
            "notes",
            reading: NoteSerializer(fault: .none),
            types: [],
            fixtures: [.reads(anything: "percent", Array("%;".utf8))],
            capabilities: [.notApplicable(.declining, because: "it declines nothing")]
        ).check(.declining)
        await #expect(throws: ConformanceFailure.self) { try await check.run() }
    }

    @Test func twoFixturesOfOneName() async throws {
        let suite = ConformanceSuite(
            "text",
            reading: TextResponseSerializer(),
            types: ["text/*"],
            fixtures: [.reads("a", "a", as: "a"), .reads("a", "b", as: "b")]
        )
        let failure = try await #require(throws: ConformanceFailure.self) { try await suite.check(.outcomes).run() }
        #expect(failure.message.contains("\"a\""))
    }

    /// Values that cannot be compared fail.
    @Test func valuesThatAreNotEquatable() async throws {
        struct Opaque: Sendable { var text: String }
        let suite = ConformanceSuite(
            "opaque",
            reading: TextResponseSerializer().map { Opaque(text: $0) },
            types: ["text/*"],
            fixtures: [.reads("a", "a", as: Opaque(text: "a"))]
        )
        let failure = try await #require(throws: ConformanceFailure.self) { try await suite.check(.outcomes).run() }
        #expect(failure.message.contains("comparing"))
        let compared = ConformanceSuite(
            "opaque",
            reading: TextResponseSerializer().map { Opaque(text: $0) },
            types: ["text/*"],
            fixtures: [.reads("a", "a", as: Opaque(text: "a"))],
            capabilities: [.comparing(\.text)]
        )
        try await compared.check(.outcomes).run()
    }

    @Test(arguments: [
        "suite=a%20b law=mutations fixture= seed=18446744073709551615 bytes=00ff",
        "suite=x law=chunking fixture=%25%3D seed=0 cuts=0,3,3 bytes=",
        "suite=x law=charsets fixture=f seed=0 figure=1 type=text/plain;charset=\"a%20b\" bytes=61",
    ])
    func lines(line: String) throws {
        let single = try #require(ConformanceCase(line))
        #expect(ConformanceCase(single.description) == single)
    }

    @Test(arguments: ["", "law=outcomes", "suite=a law=nothing bytes=", "suite=a law=outcomes bytes=0", "bytes=zz"])
    func whatIsNoLine(line: String) { #expect(ConformanceCase(line) == nil) }
}

/// Values with a NaN are not equal to themselves, but the kit treats them as equal.
@Suite struct NotANumberTests {
    private struct NumberSerializer: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["text/x-number"] }

        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError)
            -> [Double]
        {
            [body.count == 3 ? .nan : Double(body.count)]
        }
    }

    @Test(arguments: [ConformanceLaw.outcomes, .repeatable, .concurrency]) func same(law: ConformanceLaw) async throws {
        let suite = ConformanceSuite(
            "number",
            reading: NumberSerializer(),
            types: ["text/x-number"],
            fixtures: [.reads("nan", "abc", as: [.nan]), .reads("one", "a", as: [1])]
        )
        try await suite.check(law).run()
        let wrong = ConformanceSuite(
            "number",
            reading: NumberSerializer(),
            types: ["text/x-number"],
            fixtures: [.reads("nan", "a", as: [.nan])]
        )
        await #expect(throws: ConformanceFailure.self) { try await wrong.check(.outcomes).run() }
    }
}
