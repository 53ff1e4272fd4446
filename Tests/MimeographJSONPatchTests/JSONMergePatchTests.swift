import Mimeograph
import MimeographJSON
import MimeographJSONPatch
import Testing

@Suite struct JSONMergePatchTests {
    /// Source: RFC 7396, appendix A, and the example of §3.
    static let appendix: [PatchCase] = [
        PatchCase("1", #"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        PatchCase("2", #"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        PatchCase("3", #"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        PatchCase("4", #"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        PatchCase("5", #"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        PatchCase("6", #"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        PatchCase("7", #"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        PatchCase("8", #"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        PatchCase("9", #"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        PatchCase("10", #"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        PatchCase("11", #"{"a":"foo"}"#, "null", "null"),
        PatchCase("12", #"{"a":"foo"}"#, #""bar""#, #""bar""#),
        PatchCase("13", #"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        PatchCase("14", "[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        PatchCase("15", "{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        PatchCase(
            "3",
            #"{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example"],"content":"x"}"#,
            #"{"title":"Hello!","phone":"+01","author":{"familyName":null},"tags":["example"]}"#,
            #"{"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"content":"x","phone":"+01"}"#
        ),
        PatchCase(
            "several removals",
            #"{"a":1,"b":2,"c":3,"d":4}"#,
            #"{"d":null,"b":null,"x":null,"e":5}"#,
            #"{"a":1,"c":3,"e":5}"#
        ),
    ]

    @Test(arguments: appendix) func merges(_ example: PatchCase) throws {
        var document = try example.json(example.document)
        let patch = try JSONMergePatchSerializer().read(example.patch.utf8)
        let result = document.applying(patch)
        document.apply(patch)
        #expect(try document.serialized() == Array((example.result ?? "").utf8))
        #expect(result == document)
        #expect(try JSONFormat().decode(JSONMergePatch.self, from: JSONFormat().encode(patch)) == patch)
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1,"b":null}"#, "b"), (#"{"a":{"b":1}}"#, #"{"a":{"b":null}}"#, "a.b"),
        ("1", #"{"a":{"b":{"c":null}}}"#, "a.b.c"), (#"{"a":[]}"#, #"{"a":{"b":null}}"#, "a.b"),
    ])
    func refusesNewNulls(_ old: String, _ new: String, _ path: String) throws {
        let (old, new) = (try JSON(parsing: old.utf8), try JSON(parsing: new.utf8))
        let error = try #require(throws: SerializationError.self) { _ = try JSONMergePatch(from: old, to: new) }
        #expect(error.code == .unencodableValue)
        #expect(error.codingPath.map(\.stringValue).joined(separator: ".") == path)
    }

    @Test(arguments: [
        (#"{"a":1,"b":null}"#, #"{"a":2,"b":null}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"a":1}"#, "{}"),
        ("[1]", "[1]", "[1]"), ("[1]", "{}", "{}"), (#"{"a":1}"#, #"{"a":{}}"#, #"{"a":{}}"#),
        (#"{"a":{}}"#, #"{"a":{}}"#, "{}"), (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"b":1}}"#, #"{"a":{"c":null}}"#),
        (#"{"a":1}"#, "null", "null"), ("{}", #"{"a":[null]}"#, #"{"a":[null]}"#),
    ])
    func saysNoMoreThanNeeded(_ old: String, _ new: String, _ patch: String) throws {
        let (old, new) = (try JSON(parsing: old.utf8), try JSON(parsing: new.utf8))
        let made = try JSONMergePatch(from: old, to: new)
        #expect(try made.document.serialized() == Array(patch.utf8))
        #expect(old.applying(made) == new)
    }
}
