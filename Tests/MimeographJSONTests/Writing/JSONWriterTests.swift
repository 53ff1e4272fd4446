import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON

@Suite struct JSONWriterTests {
    private func written(_ json: JSON, _ options: JSONWritingOptions) throws -> String {
        String(decoding: try json.serialized(options), as: UTF8.self)
    }

    private static let text = #"{"b":[1,[],{"z":"/","y":{}}],"a":"é\n\u001f\"\\"}"#

    private func forms() throws -> [JSON] {
        let parsed = try JSON(parsing: JSONWriterTests.text.utf8)
        let built: JSON = ["b": [1, [], ["z": "/", "y": [:]]], "a": "é\n\u{1F}\"\\"]
        // A mix of both: a parsed part in a built container.
        var mixed: JSON = ["b": parsed["b"]]
        mixed["a"] = "é\n\u{1F}\"\\"
        return [parsed, built, mixed]
    }

    @Test func layouts() throws {
        let pretty = """
            {
              "b" : [
                1,
                [

                ],
                {
                  "z" : "/",
                  "y" : {

                  }
                }
              ],
              "a" : "é\\n\\u001f\\"\\\\"
            }
            """
        for json in try forms() {
            #expect(try written(json, .compact) == JSONWriterTests.text)
            #expect(try written(json, .pretty) == pretty)
            #expect(
                try written(json, JSONWritingOptions(sortedKeys: true, escapesSlashes: true))
                    == #"{"a":"é\n\u001f\"\\","b":[1,[],{"y":{},"z":"\/"}]}"#
            )
        }
    }

    /// The layout is Foundation's, byte for byte.
    @Test func laysOutAsFoundation() throws {
        let object: [String: Any] = ["b": [1, [], ["z": "/", "y": [:]]], "a": "x"]
        let json: JSON = ["b": [1, [], ["z": "/", "y": [:]]], "a": "x"]
        let escaping = JSONWritingOptions(sortedKeys: true, escapesSlashes: true)
        let pretty = JSONWritingOptions(pretty: true, sortedKeys: true, escapesSlashes: true)
        let plain = JSONWritingOptions(pretty: true, sortedKeys: true)
        let pairs: [(JSONWritingOptions, JSONSerialization.WritingOptions)] = [
            (escaping, [.sortedKeys]), (pretty, [.sortedKeys, .prettyPrinted]),
            (plain, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]),
        ]
        for (ours, theirs) in pairs {
            let expected = try JSONSerialization.data(withJSONObject: object, options: theirs)
            #expect(try written(json, ours) == String(decoding: expected, as: UTF8.self))
        }
    }

    @Test(
        arguments: [
            (1.0, "1"), (-0.0, "-0"), (0.1, "0.1"), (1e20, "1e+20"), (1e-5, "1e-05"), (123456.5, "123456.5"),
            (9007199254740992, "9007199254740992"), (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (1e16, "1e+16"), (100, "100"),
        ] as [(Double, String)]
    )
    func doubles(value: Double, expected: String) throws {
        #expect(try written(JSON(value), .compact) == expected)
        #expect(try JSON(parsing: expected.utf8).double?.bitPattern == value.bitPattern)
        // Foundation's encoder writes the same.
        #expect(try JSONEncoder().encode([value]) == Data("[\(expected)]".utf8))
    }

    @Test(
        arguments: [
            (2.3, "2.3"), (-1, "-1"), (0.1, "0.1"), (16_777_216, "16777216"), (.leastNonzeroMagnitude, "1e-45"),
        ]
            as [(Float, String)]
    )
    func floats(value: Float, expected: String) throws {
        #expect(try JSONFormat().encode([value]) == Array("[\(expected)]".utf8))
        #expect(try JSONFormat().encode(value) == Array(expected.utf8))
    }

    @Test func rejectsInfinitiesAndNaN() {
        for value in [Double.infinity, -.infinity, .nan] {
            #expect { try JSON.array([JSON(value)]).serialized() } throws: { error in
                (error as? SerializationError)?.code == .unencodableValue
            }
        }
    }

    @Test func writtenIsReadTheSame() throws {
        var generator = SeededGenerator(seed: 21)
        for round in 0..<300 {
            let json = JSON.random(depth: 4, using: &generator)
            let options = JSONWritingOptions(
                pretty: round % 2 == 0,
                sortedKeys: round % 3 == 0,
                escapesSlashes: round % 5 == 0
            )
            let bytes = try json.serialized(options)
            let again = try JSON(parsing: bytes)
            #expect(again == json)
            #expect(again.hashValue == json.hashValue)
            // The tape and the tree have the same output.
            #expect(try again.serialized(options) == bytes)
        }
    }

    @Test(.needsCorpora) func roundTripTexts() throws {
        let folder = try Corpora.url("json-checker/roundtrip")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count > 20)
        let record = SuiteRecord("json-checker", part: "round trips")
        for name in names {
            let bytes = try Corpora.read("json-checker/roundtrip/\(name)")
            record.expect(try JSON(parsing: bytes).serialized() == bytes, name, "is not written as it was")
        }
        try record.write()
    }

    @Test(.needsCorpora, arguments: ["twitter", "citm_catalog", "canada", "mesh", "github_events"])
    func largeDocuments(name: String) throws {
        let json = try JSON(parsing: Corpora.read("json-realworld/\(name).json"))
        for options in [JSONWritingOptions.compact, .pretty, JSONWritingOptions(sortedKeys: true)] {
            #expect(try JSON(parsing: json.serialized(options)) == json)
        }
    }
}
