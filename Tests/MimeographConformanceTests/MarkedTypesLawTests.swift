import Mimeograph
import MimeographConformance
import MimeographJSON
import Testing

/// The law about types that are marked with `SynthesizedCodable`.
struct MarkedTypesLawTests {
    private struct Right: SynthesizedCodable, Sendable {
        var id: Int
        var name: String?
        var inner: [Inner]

        struct Inner: SynthesizedCodable, Sendable { var isOn: Bool }
    }

    /// It writes another text than it stores.
    private struct Wrong: SynthesizedCodable, Sendable {
        var name: String

        enum CodingKeys: CodingKey { case name }

        init(name: String) { self.name = name }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name.uppercased(), forKey: .name)
        }
    }

    /// Its first value does not show that it leaves out a property.
    private struct Hidden: SynthesizedCodable, Sendable {
        var name: String

        enum CodingKeys: CodingKey { case name }

        init(name: String) { self.name = name }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            if !name.isEmpty { try container.encode(name, forKey: .name) }
        }
    }

    private static func verdict(_ capabilities: [ConformanceCapability<Int>]) async -> ConformanceVerdict {
        let suite = ConformanceSuite(
            "marked",
            format: JSONFormat(),
            of: Int.self,
            types: ["application/json"],
            fixtures: [.reads("one", "1", as: 1)],
            capabilities: capabilities
        )
        return await suite.check(.markedTypes).result().verdict
    }

    @Test func rightMarkersHold() async {
        let samples = [Right(id: 1, name: "a", inner: [.init(isOn: true)]), Right(id: 2, name: nil, inner: [])]
        guard case .passed(let cases, _) = await Self.verdict([.marked(samples)]) else {
            Issue.record("The law is broken.")
            return
        }
        #expect(cases == 2)
    }

    @Test func wrongMarkersDoNot() async {
        guard case .failed(let failure) = await Self.verdict([.marked([Wrong(name: "a")])]) else {
            Issue.record("The law holds.")
            return
        }
        #expect(failure.message.contains("Wrong is marked with SynthesizedCodable, but"))
        guard case .failed(let other) = await Self.verdict([.marked([Hidden(name: "a"), Hidden(name: "")])]) else {
            Issue.record("The law holds.")
            return
        }
        #expect(other.message.contains("Hidden is written as other bytes"))
    }

    @Test func suitesWithoutSamplesSkipIt() async {
        guard case .notApplicable(let reason) = await Self.verdict([]) else {
            Issue.record("The law is checked.")
            return
        }
        #expect(reason == "the suite has no samples of marked types")
    }
}
