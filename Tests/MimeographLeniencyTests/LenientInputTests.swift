import Mimeograph
import MimeographConformance
import MimeographJSON
import MimeographLeniency
import TestSupport
import Testing

/// Bodies that are cut or changed, and types that are marked with `SynthesizedCodable`.
struct LenientInputTests {
    enum Kind: String, Codable, Sendable { case small, large }

    struct Item: SynthesizedCodable, Equatable, Sendable { var id: Int, name: String? }

    /// No property is coded by an overload of a container's method, so the type may be marked.
    struct Marked: SynthesizedCodable, Equatable, Sendable {
        var id: Int
        @LossyArray var items: [Item]
        @OneOrMany var tags: [String]
        @LosslessValue var total: Int
        var kind: OpenEnum<Kind>
        var kinds: LossyArray<OpenEnum<Kind>>?
        var inner: [Item]
    }

    /// The same properties without the marker.
    struct Plain: Codable, Equatable, Sendable {
        var id: Int
        @LossyArray var items: [Item]
        @OneOrMany var tags: [String]
        @LosslessValue var total: Int
        var kind: OpenEnum<Kind>
        var kinds: LossyArray<OpenEnum<Kind>>?
        var inner: [Item]
    }

    /// The same properties without leniency.
    struct Strict: Codable, Equatable, Sendable {
        var id: Int
        var items: [Item]
        var tags: [String]
        var total: Int
        var kind: Kind
        var kinds: [Kind]?
        var inner: [Item]
    }

    static let samples = [
        Marked(
            id: 1,
            items: [Item(id: 1, name: "a"), Item(id: 2, name: nil)],
            tags: ["x", "y"],
            total: 7,
            kind: .known(.small),
            kinds: [.known(.large)],
            inner: [Item(id: 3, name: "c")]
        ),
        Marked(id: 2, items: [], tags: [], total: -1, kind: .known(.large), kinds: nil, inner: []),
    ]

    /// A type with defaults, which is marked although it should not be.
    struct Defaulted: SynthesizedCodable, Equatable, Sendable {
        var id: Int
        @DefaultFalse var isOn: Bool
        @DefaultEmptyArray var items: [Item]
    }

    @Test func markedTypesKeepTheLaw() async {
        let suite = ConformanceSuite(
            "lenient",
            format: JSONFormat(),
            of: Int.self,
            types: ["application/json"],
            fixtures: [.reads("one", "1", as: 1)],
            capabilities: [.marked(Self.samples)]
        )
        guard case .passed(let cases, _) = await suite.check(.markedTypes).result().verdict else {
            Issue.record("The law is broken: \(await suite.check(.markedTypes).result().verdict)")
            return
        }
        #expect(cases == 2)
        #expect(Marked.unmarkedReason == nil)
    }

    /// The first value has all keys, so it cannot show that others may lack some.
    @Test(arguments: AnyCoder.all) func defaultsOfMarkedTypes(coder: AnyCoder) throws {
        let whole = Defaulted(id: 1, isOn: true, items: [Item(id: 1, name: nil)])
        for _ in 0..<3 { #expect(try coder.decode(Defaulted.self, from: coder.encode(whole)) == whole) }
        let decoded = try coder.decode(Defaulted.self, from: coder.encode(Untidy.object(["id": .number(2)])))
        #expect(decoded == Defaulted(id: 2, isOn: false, items: []))
        #expect(decoded.$isOn.isDefault)
    }

    private static func describe(_ value: Marked) -> String {
        let (items, kinds) = (value.$items.skipped, value.kinds?.skipped ?? [])
        let paths = (items + kinds).map { $0.codingPath.map(\.stringValue) }
        let errors = (items + kinds).map { "\($0.error)" }
        return "\(value.$tags.isSingle) \(value.$total.isConverted) \(value.$items.skippedCount) \(paths) \(errors)"
    }

    private static func describe(_ value: Plain) -> String {
        let (items, kinds) = (value.$items.skipped, value.kinds?.skipped ?? [])
        let paths = (items + kinds).map { $0.codingPath.map(\.stringValue) }
        let errors = (items + kinds).map { "\($0.error)" }
        return "\(value.$tags.isSingle) \(value.$total.isConverted) \(value.$items.skippedCount) \(paths) \(errors)"
    }

    /// A plan decodes the items, and the errors are still the same as without the plan.
    @Test(arguments: AnyCoder.typed) func markedTypesKeepTheErrors(coder: AnyCoder) throws {
        let item = Untidy.object(["id": .number(1), "name": .text("a")])
        let untidy = Untidy.object([
            "id": .number(1),
            "items": .list([item, .object(["id": .text("x")]), .number(1), .object([:]), item]),
            "tags": .text("t"), "total": .text("7"), "kind": .text("new"),
            "kinds": .list([.text("small"), .number(1), .text("other")]), "inner": .list([item]),
        ])
        let bytes = try coder.encode(untidy)
        for _ in 0..<3 {
            let (marked, plain) = (
                try coder.decode(Marked.self, from: bytes), try coder.decode(Plain.self, from: bytes)
            )
            #expect(marked.items == [Item(id: 1, name: "a"), Item(id: 1, name: "a")])
            #expect(marked.$items.skipped.map(\.index) == [1, 2, 3])
            #expect(Self.describe(marked) == Self.describe(plain))
            #expect(marked.kinds == [.known(.small), .unknown("other")])
        }
    }

    /// Whatever a strict type reads, the lenient type reads as the same values and without a loss.
    private static func check(_ bytes: [UInt8], _ coder: AnyCoder) throws {
        let lenient = try? coder.decode(Plain.self, from: bytes)
        let marked = try? coder.decode(Marked.self, from: bytes)
        #expect((lenient == nil) == (marked == nil))
        if let lenient, let marked { #expect(describe(lenient) == describe(marked)) }
        guard let strict = try? coder.decode(Strict.self, from: bytes) else { return }
        guard let decoded = lenient else {
            // A form has no name for an empty list, which only the lists of the standard library take for one.
            #expect(coder.testDescription == "form" && (strict.items.isEmpty || strict.tags.isEmpty))
            return
        }
        #expect(decoded.items == strict.items && decoded.tags == strict.tags && decoded.total == strict.total)
        #expect(decoded.kind.known == strict.kind && decoded.inner == strict.inner)
        #expect((decoded.kinds?.wrappedValue.compactMap(\.known) ?? []) == strict.kinds ?? [])
        #expect(decoded.$items.skippedCount == 0 && !decoded.$total.isConverted)
    }

    @Test(arguments: AnyCoder.ours) func prefixes(coder: AnyCoder) throws {
        let bytes = try coder.encode(Self.samples[0])
        for count in 0...bytes.count { try Self.check(Array(bytes[..<count]), coder) }
    }

    @Test(arguments: AnyCoder.ours) func mutations(coder: AnyCoder) throws {
        var generator = SeededGenerator(seed: 17)
        let dictionary = ["null", "[", "{", "\"x\"", "1.5", "true", "}", "]", ","].map { Array($0.utf8) }
        for sample in Self.samples {
            let bytes = try coder.encode(sample)
            for _ in 0..<1_000 {
                try Self.check(Mutation.mutate(bytes, dictionary: dictionary, using: &generator), coder)
            }
        }
    }
}
