import Mimeograph
import MimeographJSON
import MimeographJSONPatch
import MimeographServer
import Testing

/// A document, a patch, and the result; nil if the patch fails.
struct PatchCase: Sendable, CustomTestStringConvertible {
    let name: String
    let document: String
    let patch: String
    let result: String?

    init(_ name: String, _ document: String, _ patch: String, _ result: String?) {
        self.name = name
        self.document = document
        self.patch = patch
        self.result = result
    }

    var testDescription: String { name }

    func json(_ text: String) throws -> JSON { try JSON(parsing: text.utf8) }
}

@Suite struct JSONPatchTests {
    /// Source: RFC 6902, appendix A.
    static let appendix: [PatchCase] = [
        PatchCase(
            "A.1 adding an object member",
            #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/baz","value":"qux"}]"#,
            #"{"baz":"qux","foo":"bar"}"#
        ),
        PatchCase(
            "A.2 adding an array element",
            #"{"foo":["bar","baz"]}"#,
            #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
            #"{"foo":["bar","qux","baz"]}"#
        ),
        PatchCase(
            "A.3 removing an object member",
            #"{"baz":"qux","foo":"bar"}"#,
            #"[{"op":"remove","path":"/baz"}]"#,
            #"{"foo":"bar"}"#
        ),
        PatchCase(
            "A.4 removing an array element",
            #"{"foo":["bar","qux","baz"]}"#,
            #"[{"op":"remove","path":"/foo/1"}]"#,
            #"{"foo":["bar","baz"]}"#
        ),
        PatchCase(
            "A.5 replacing a value",
            #"{"baz":"qux","foo":"bar"}"#,
            #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
            #"{"baz":"boo","foo":"bar"}"#
        ),
        PatchCase(
            "A.6 moving a value",
            #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
            #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
            #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
        ),
        PatchCase(
            "A.7 moving an array element",
            #"{"foo":["all","grass","cows","eat"]}"#,
            #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
            #"{"foo":["all","cows","eat","grass"]}"#
        ),
        PatchCase(
            "A.8 testing a value: success",
            #"{"baz":"qux","foo":["a",2,"c"]}"#,
            #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
            #"{"baz":"qux","foo":["a",2,"c"]}"#
        ),
        PatchCase(
            "A.9 testing a value: error",
            #"{"baz":"qux"}"#,
            #"[{"op":"test","path":"/baz","value":"bar"}]"#,
            nil
        ),
        PatchCase(
            "A.10 adding a nested member object",
            #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
            #"{"foo":"bar","child":{"grandchild":{}}}"#
        ),
        PatchCase(
            "A.11 ignoring unrecognized elements",
            #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
            #"{"foo":"bar","baz":"qux"}"#
        ),
        PatchCase(
            "A.12 adding to a nonexistent target",
            #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#,
            nil
        ),
        PatchCase(
            "A.13 invalid JSON Patch document",
            #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#,
            nil
        ),
        PatchCase(
            "A.14 ~ escape ordering",
            #"{"/":9,"~1":10}"#,
            #"[{"op":"test","path":"/~01","value":10}]"#,
            #"{"/":9,"~1":10}"#
        ),
        PatchCase(
            "A.15 comparing strings and numbers",
            #"{"/":9,"~1":10}"#,
            #"[{"op":"test","path":"/~01","value":"10"}]"#,
            nil
        ),
        PatchCase(
            "A.16 adding an array value",
            #"{"foo":["bar"]}"#,
            #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
            #"{"foo":["bar",["abc","def"]]}"#
        ),
    ]

    static let more: [PatchCase] = [
        PatchCase("add at the root", #"{"a":1}"#, #"[{"op":"add","path":"","value":[1]}]"#, "[1]"),
        PatchCase("replace the root", #"{"a":1}"#, #"[{"op":"replace","path":"","value":null}]"#, "null"),
        PatchCase("remove the root", #"{"a":1}"#, #"[{"op":"remove","path":""}]"#, nil),
        PatchCase("numbers by value", "[1]", #"[{"op":"test","path":"/0","value":1.0}]"#, "[1]"),
        PatchCase("numbers with exponents", "[1]", #"[{"op":"test","path":"/0","value":10e-1}]"#, "[1]"),
        PatchCase("another number", "[1]", #"[{"op":"test","path":"/0","value":1.5}]"#, nil),
        PatchCase("true is not 1", "[true]", #"[{"op":"test","path":"/0","value":1}]"#, nil),
        PatchCase(
            "objects in another order",
            #"[{"a":1,"b":[2]}]"#,
            #"[{"op":"test","path":"/0","value":{"b":[2],"a":1}}]"#,
            #"[{"a":1,"b":[2]}]"#
        ),
        PatchCase("elements in another order", "[1,2]", #"[{"op":"test","path":"","value":[2,1]}]"#, nil),
        PatchCase("a leading zero", "[1,2]", #"[{"op":"remove","path":"/01"}]"#, nil),
        PatchCase("a leading zero to add", "[1,2]", #"[{"op":"add","path":"/01","value":3}]"#, nil),
        PatchCase("a sign", "[1,2]", #"[{"op":"remove","path":"/+1"}]"#, nil),
        PatchCase("the largest index", "[1]", #"[{"op":"remove","path":"/9223372036854775808"}]"#, nil),
        PatchCase("the end is not an element to remove", "[1]", #"[{"op":"remove","path":"/-"}]"#, nil),
        PatchCase("the end is not an element to replace", "[1]", #"[{"op":"replace","path":"/-","value":1}]"#, nil),
        PatchCase("the end is not an element to test", "[1]", #"[{"op":"test","path":"/-","value":1}]"#, nil),
        PatchCase("beyond the end", "[1]", #"[{"op":"add","path":"/2","value":1}]"#, nil),
        PatchCase("a member called -", #"{"-":1}"#, #"[{"op":"replace","path":"/-","value":2}]"#, #"{"-":2}"#),
        PatchCase("into its own child", #"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#, nil),
        PatchCase("into the root's child", #"{"a":1}"#, #"[{"op":"move","from":"","path":"/a"}]"#, nil),
        PatchCase(
            "next to a key with the same beginning",
            #"{"a":1}"#,
            #"[{"op":"move","from":"/a","path":"/ab"}]"#,
            #"{"ab":1}"#
        ),
        PatchCase("to its own path", #"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1}"#),
        PatchCase("a missing value to its own path", "{}", #"[{"op":"move","from":"/a","path":"/a"}]"#, nil),
        PatchCase("move to the root", #"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":""}]"#, #"{"b":1}"#),
        PatchCase(
            "copy to the root's child",
            #"{"a":1}"#,
            #"[{"op":"copy","from":"","path":"/b"}]"#,
            #"{"a":1,"b":{"a":1}}"#
        ),
        PatchCase(
            "a copy is a value of its own",
            #"{"a":{"x":1}}"#,
            #"[{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"/b/x","value":2}]"#,
            #"{"a":{"x":1},"b":{"x":2}}"#
        ),
        PatchCase(
            "of two keys the last counts",
            #"{"a":1,"b":0,"a":2}"#,
            #"[{"op":"test","path":"/a","value":2},{"op":"remove","path":"/a"}]"#,
            #"{"b":0}"#
        ),
        PatchCase("a null to replace", #"{"a":null}"#, #"[{"op":"replace","path":"/a","value":1}]"#, #"{"a":1}"#),
        PatchCase("a null to add", "{}", #"[{"op":"add","path":"/a","value":null}]"#, #"{"a":null}"#),
        PatchCase("a value that is missing", "{}", #"[{"op":"add","path":"/a"}]"#, nil),
        PatchCase("no such operation", "{}", #"[{"op":"Add","path":"/a","value":1}]"#, nil),
        PatchCase("no operation", "{}", #"[{"path":"/a","value":1}]"#, nil),
        PatchCase("no pointer", "{}", #"[{"op":"add","path":"a","value":1}]"#, nil),
        PatchCase("a bad escape", "{}", #"[{"op":"add","path":"/~2","value":1}]"#, nil),
        PatchCase("an open escape", "{}", #"[{"op":"add","path":"/~","value":1}]"#, nil),
        PatchCase("a pointer that is null", "{}", #"[{"op":"add","path":null,"value":1}]"#, nil),
        PatchCase("into a text", #"{"a":"x"}"#, #"[{"op":"add","path":"/a/0","value":1}]"#, nil),
        PatchCase("keys by their bytes", #"{"\u00e9":1}"#, #"[{"op":"remove","path":"/e\u0301"}]"#, nil),
    ]

    @Test(arguments: appendix + more) func changes(_ example: PatchCase) throws {
        let before = try example.json(example.document)
        var document = before
        guard let result = example.result else {
            #expect(throws: SerializationError.self) {
                try document.apply(try JSONFormat().decode(JSONPatch.self, from: example.patch.utf8))
            }
            #expect(document == before)
            return
        }
        let patch = try JSONFormat().decode(JSONPatch.self, from: example.patch.utf8)
        try document.apply(patch)
        #expect(document == (try example.json(result)))
        // A patch is unchanged by encoding and decoding.
        let written = try JSONFormat().encode(patch)
        #expect(try JSONFormat().decode(JSONPatch.self, from: written) == patch)
        #expect(try before.applying(patch) == document)
    }

    @Test func failuresTellWhere() throws {
        var document: JSON = ["a": [1, 2], "b": nil]
        let before = document
        let patch: JSONPatch = [.add("/c", 1), .replace("/a/7", 3)]
        let error = try #require(throws: SerializationError.self) { try document.apply(patch) }
        #expect(error.code == .conflict)
        #expect(error.suggestedStatus == 409)
        let failure = try #require(error.patchFailure)
        #expect((failure.operation, failure.name, failure.pointer) == (1, "replace", "/a/7"))
        #expect(error.message.contains("Operation 1 of the patch (replace"))
        #expect(error.message.contains("step 2"))
        #expect(error.remedy != nil)
        #expect(document == before)
    }

    @Test(
        arguments: [
            (.test("/a", 2), .conflict, 409), (.remove("/x"), .conflict, 409), (.add("/a/b", 1), .conflict, 409),
            (.remove(""), .dataShape, 422), (.move(from: "/a", to: "/a/b"), .dataShape, 422),
            (.add("a", 1), .dataShape, 422),
        ] as [(JSONPatch.Operation, SerializationError.Code, Int)]
    )
    func codes(_ operation: JSONPatch.Operation, _ code: SerializationError.Code, _ status: Int) throws {
        let document: JSON = ["a": 1]
        let error = try #require(throws: SerializationError.self) { _ = try document.applying([operation]) }
        #expect(error.code == code)
        #expect(error.suggestedStatus == status)
    }

    /// Pointers may be long and come with the patch; no description contains one.
    @Test func descriptionsHaveNoPointer() throws {
        let document: JSON = [:]
        let error = try #require(throws: SerializationError.self) { _ = try document.applying([.remove("/secret")]) }
        #expect(!error.description.contains("secret"))
        #expect(!error.debugDescription.contains("secret"))
        #expect(error.patchFailure?.pointer == "/secret")
    }

    @Test func comparesPatchesByTheirBytes() {
        let composed: JSONPatch = [.remove("/\u{E9}")]
        let decomposed: JSONPatch = [.remove("/e\u{301}")]
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
    }
}
