import Foundation
import Mimeograph
import MimeographForm
import TestSupport
import Testing

/// The public expectations of the WHATWG's parser and of Rack's conventions.
@Suite(.needsCorpora) struct FormCorporaTests {
    @Test func everyCaseOfTheStandard() throws {
        let cases = try #require(Corpora.json("form-wpt/urlencoded-parser-data.json") as? [[String: Any]])
        #expect(cases.count == 35)
        let record = SuiteRecord("form-wpt")
        for (number, test) in cases.enumerated() {
            let input = try #require(test["input"] as? String)
            let output = try #require(test["output"] as? [[String]])
            let form = try Form(parsing: input.utf8)
            let name = "\(number) \(input)"
            record.expect(form.map { [$0.name, $0.value] } == output, name)
            // Encoding the pairs and parsing the result gives the same pairs.
            let written = QueryEncoder.whatwg.bytes(ofPairs: form.map { ($0.name, $0.value) })
            record.expect(try Form(parsing: written).map { [$0.name, $0.value] } == output, name, "written and read")
        }
        try record.write()
    }

    private static func suite(_ name: String) throws -> [[String: Any]] {
        let file = try #require(Corpora.json("form-rack/nested-query.json") as? [String: Any])
        return try #require(file[name] as? [[String: Any]])
    }

    @Test func flatQueriesAsRack() throws {
        let cases = try Self.suite("parse_query")
        #expect(cases.count == 13)
        let record = SuiteRecord("form-rack", part: "flat queries")
        for (number, test) in cases.enumerated() {
            let input = try #require(test["input"] as? String)
            var grouped: [String: Any] = [:]
            let form = try Form(parsing: input.utf8)
            for name in Set(form.map(\.name)) {
                let fields = form.filter { $0.name == name }
                let values = fields.map { $0.isBare ? NSNull() : $0.value as Any }
                grouped[name] = values.count == 1 ? values[0] : values
            }
            let isEqual = NSDictionary(dictionary: grouped).isEqual(test["output"] as? NSDictionary)
            record.expect(isEqual, "\(number) \(input)", "\(grouped)")
        }
        try record.write()
    }

    @Test func nestedQueriesAsRack() throws {
        let cases = try Self.suite("parse_nested_query")
        #expect(cases.count == 44)
        let record = SuiteRecord("form-rack", part: "nested queries")
        for (number, test) in cases.enumerated() {
            let input = try #require(test["input"] as? String)
            let value = try Form(parsing: input.utf8).nested()
            record.expect(value.foundation.isEqual(test["output"]), "\(number) \(input)", "\(value)")
        }
        try record.write()
    }

    @Test func rejectsWhatRackRejects() throws {
        let cases = try Self.suite("parse_nested_query_errors")
        #expect(cases.count == 3)
        let record = SuiteRecord("form-rack", part: "rejected queries")
        for (number, test) in cases.enumerated() {
            let input = try #require(test["input"] as? String)
            let error = #expect(throws: SerializationError.self) { try Form(parsing: input.utf8).nested() }
            record.expect(error?.code == .syntax, "\(number) \(input)")
        }
        try record.write()
    }

    @Test func builtQueriesAsRack() throws {
        let cases = try Self.suite("build_nested_query")
        #expect(cases.count == 27)
        var encoder = QueryEncoder.afnetworking
        encoder.order = .asWritten
        encoder.allowedCharacters = .whatwg
        encoder.spaces = .plusReplaced
        // Foundation's dictionaries do not keep the order, so the pairs are compared in any order.
        encoder.order = .sortedKeys
        let record = SuiteRecord("form-rack", part: "built queries")
        for (number, test) in cases.enumerated() {
            let input = QueryValue(foundation: try #require(test["input"]))
            let output = try #require(test["output"] as? String)
            let pairs = try encoder.encode(input).split(separator: "&").sorted()
            record.expect(pairs == output.split(separator: "&").sorted(), "\(number) \(input)", "\(pairs)")
        }
        try record.write()
    }
}

extension QueryValue {
    /// The value in Foundation's types, for comparisons.
    var foundation: NSObject {
        switch self {
        case .null: NSNull()
        case .text(let text): NSString(string: text)
        case .array(let elements): NSArray(array: elements.map(\.foundation))
        case .members(let members):
            NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.foundation) }))
        default: NSString(string: "\(self)")
        }
    }

    init(foundation value: Any) {
        switch value {
        case let dictionary as [String: Any]:
            self = .members(
                dictionary.sorted { $0.key < $1.key }.map { Member($0.key, QueryValue(foundation: $0.value)) }
            )
        case let array as [Any]: self = .array(array.map { QueryValue(foundation: $0) })
        case let text as String: self = .text(text)
        default: self = .null
        }
    }
}
