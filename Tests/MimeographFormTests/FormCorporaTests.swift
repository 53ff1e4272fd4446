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
        for test in cases {
            let input = try #require(test["input"] as? String)
            let output = try #require(test["output"] as? [[String]])
            let form = try Form(parsing: input.utf8)
            #expect(form.map { [$0.name, $0.value] } == output, "\(input)")
            // What is written of the pairs is read as the same pairs.
            let written = QueryEncoder.whatwg.bytes(ofPairs: form.map { ($0.name, $0.value) })
            #expect(try Form(parsing: written).map { [$0.name, $0.value] } == output, "\(input)")
        }
    }

    private static func suite(_ name: String) throws -> [[String: Any]] {
        let file = try #require(Corpora.json("form-rack/nested-query.json") as? [String: Any])
        return try #require(file[name] as? [[String: Any]])
    }

    @Test func flatQueriesAsRack() throws {
        let cases = try Self.suite("parse_query")
        #expect(cases.count == 13)
        for test in cases {
            let input = try #require(test["input"] as? String)
            var grouped: [String: Any] = [:]
            let form = try Form(parsing: input.utf8)
            for name in Set(form.map(\.name)) {
                let fields = form.filter { $0.name == name }
                let values = fields.map { $0.isBare ? NSNull() : $0.value as Any }
                grouped[name] = values.count == 1 ? values[0] : values
            }
            #expect(NSDictionary(dictionary: grouped).isEqual(test["output"] as? NSDictionary), "\(input)")
        }
    }

    @Test func nestedQueriesAsRack() throws {
        let cases = try Self.suite("parse_nested_query")
        #expect(cases.count == 44)
        for test in cases {
            let input = try #require(test["input"] as? String)
            let value = try Form(parsing: input.utf8).nested()
            #expect(value.foundation.isEqual(test["output"]), "\(input): \(value)")
        }
    }

    @Test func whatRackRefusesIsRefused() throws {
        let cases = try Self.suite("parse_nested_query_errors")
        #expect(cases.count == 3)
        for test in cases {
            let input = try #require(test["input"] as? String)
            #expect { try Form(parsing: input.utf8).nested() } throws: { ($0 as? SerializationError)?.code == .syntax }
        }
    }

    @Test func builtQueriesAsRack() throws {
        let cases = try Self.suite("build_nested_query")
        #expect(cases.count == 27)
        var encoder = QueryEncoder.afnetworking
        encoder.order = .asWritten
        encoder.allowedCharacters = .whatwg
        encoder.spaces = .plusReplaced
        // Foundation's dictionaries have forgotten the order, so the pairs are compared in any.
        encoder.order = .sortedKeys
        for test in cases {
            let input = QueryValue(foundation: try #require(test["input"]))
            let output = try #require(test["output"] as? String)
            let pairs = try encoder.encode(input).split(separator: "&").sorted()
            #expect(pairs == output.split(separator: "&").sorted(), "\(input)")
        }
    }
}

extension QueryValue {
    /// The value as Foundation has it, to be compared.
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
