import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographJSONPatch
import MimeographPropertyList
import Testing

/// Synthesized coding of types with fields that may be omitted.
@Suite struct PatchFieldTests {
    struct Changes: Codable, Hashable, Sendable {
        var name: PatchField<String> = .omitted
        var ageInYears: PatchField<Int> = .omitted
        var tags: PatchField<[String]> = .omitted
        var address: PatchField<Address> = .omitted

        struct Address: Codable, Hashable, Sendable {
            var city: PatchField<String> = .omitted
            var zipCode: PatchField<String> = .omitted
        }
    }

    struct Batch: Codable, Hashable {
        var changes: [Changes]
        var named: [String: Changes]
    }

    static let all: [(Changes, String)] = [
        (Changes(), "{}"),
        (Changes(name: .null), #"{"name":null}"#),
        (Changes(name: .value("Ada"), ageInYears: .null), #"{"name":"Ada","ageInYears":null}"#),
        (Changes(ageInYears: .value(36), tags: .value([])), #"{"ageInYears":36,"tags":[]}"#),
        (
            Changes(tags: .value(["a"]), address: .value(.init(city: .null, zipCode: .value("SW1")))),
            #"{"tags":["a"],"address":{"city":null,"zipCode":"SW1"}}"#
        ),
        (Changes(name: .value(""), address: .value(.init())), #"{"name":"","address":{}}"#),
    ]

    @Test(arguments: all) func inJSON(_ changes: Changes, _ text: String) throws {
        #expect(try JSONFormat().encode(changes) == Array(text.utf8))
        #expect(try JSONFormat().decode(Changes.self, from: text.utf8) == changes)
    }

    @Test func withKeyStrategies() throws {
        var format = JSONFormat()
        format.keyStrategy = .snakeCase
        let text = #"{"age_in_years":null,"address":{"zip_code":null}}"#
        let changes = Changes(ageInYears: .null, address: .value(.init(zipCode: .null)))
        #expect(try format.encode(changes) == Array(text.utf8))
        #expect(try format.decode(Changes.self, from: text.utf8) == changes)
    }

    @Test func nested() throws {
        let changes = Self.all.map(\.0)
        let batch = Batch(changes: changes, named: ["a": changes[1], "b": changes[4]])
        #expect(try JSONFormat().decode(Batch.self, from: JSONFormat().encode(batch)) == batch)
    }

    /// Nulls are stripped before anything is decoded.
    @Test func withNullStripping() throws {
        let format = JSONFormat(reading: JSONReadingOptions(nullStripping: .objectMembers))
        let changes = try format.decode(Changes.self, from: #"{"name":null,"ageInYears":1}"#.utf8)
        #expect(changes == Changes(ageInYears: .value(1)))
    }

    @Test func ofAnotherType() throws {
        let error = try #require(throws: SerializationError.self) {
            _ = try JSONFormat().decode(Changes.self, from: #"{"address":{"city":1}}"#.utf8)
        }
        #expect(error.code == .dataShape)
        #expect(error.codingPath.map(\.stringValue) == ["address", "city"])
    }

    @Test func inArrays() throws {
        let fields: [PatchField<Int>] = [.null, .value(1)]
        #expect(try JSONFormat().encode(fields) == Array("[null,1]".utf8))
        #expect(try JSONFormat().decode([PatchField<Int>].self, from: "[null,1]".utf8) == fields)
        let error = try #require(throws: SerializationError.self) {
            _ = try JSONFormat().encode([PatchField<Int>.omitted])
        }
        #expect(error.code == .unencodableValue)
    }

    @Test func isApplied() {
        var name: String? = "Ada"
        PatchField<String>.omitted.apply(to: &name)
        #expect(name == "Ada")
        PatchField.value("Eve").apply(to: &name)
        #expect(name == "Eve")
        PatchField<String>.null.apply(to: &name)
        #expect(name == nil)
        #expect(PatchField<Int>(nil) == .null)
        #expect(PatchField(1).map { "\($0)" } == .value("1"))
    }

    /// With an option, a form writes null as a name without a value; browsers have no such names.
    @Test(arguments: [
        (Changes(), ""), (Changes(name: .null), "name"), (Changes(name: .value("")), "name="),
        (Changes(name: .value("Ada"), ageInYears: .null), "name=Ada&ageInYears"),
        (
            Changes(
                ageInYears: .value(36),
                tags: .value(["a"]),
                address: .value(.init(city: .null, zipCode: .value("SW1")))
            ),
            "ageInYears=36&tags=a&address%5Bcity%5D&address%5BzipCode%5D=SW1"
        ),
        (Changes(tags: .null, address: .null), "tags&address"),
    ])
    func inForms(_ changes: Changes, _ text: String) throws {
        var format = FormFormat()
        format.writing.nulls = .bareKey
        #expect(try format.encode(changes) == Array(text.utf8))
        #expect(try format.decode(Changes.self, from: text.utf8) == changes)
    }

    /// The text `$null` represents null, as elsewhere in property lists.
    @Test(arguments: all.map(\.0), [PropertyListFormat(), PropertyListFormat(writing: .binary)])
    func inPropertyLists(_ changes: Changes, _ format: PropertyListFormat) throws {
        #expect(try format.decode(Changes.self, from: format.encode(changes)) == changes)
    }
}
