import Mimeograph
import MimeographJSON
import MimeographJSONPatch
import MimeographServer
import Testing

@Suite struct JSONPatchPluginTests {
    private func registry() throws -> SerializerRegistry {
        try SerializerRegistry {
            JSONPlugin(nullStripping: .objectMembers)
            JSONPatchPlugin()
        }
    }

    private let patch: JSONPatch = [.add("/a", nil), .copy(from: "/a", to: "/b")]
    private let text = #"[{"op":"add","path":"/a","value":null},{"op":"copy","from":"/a","path":"/b"}]"#

    @Test func requestsHaveTheMediaTypeOfThePatch() throws {
        let registry = try registry()
        let written = try registry.encode(patch)
        #expect(written.contentType == "application/json-patch+json")
        #expect(written.bytes == Array(text.utf8))
        let merge = try registry.encode(["a": nil] as JSONMergePatch)
        #expect(merge.contentType == "application/merge-patch+json")
        #expect(merge.bytes == Array(#"{"a":null}"#.utf8))
        #expect(try registry.encode(["a": 1] as JSON).contentType == "application/json")
        #expect(try registry.encode(["a": 1]).contentType == "application/json")
    }

    @Test func bodiesAreRead() throws {
        let registry = try registry()
        let request = RequestHead(fields: ["Content-Type": "application/json-patch+json"])
        #expect(try registry.read(JSONPatch.self, from: text.utf8, request: request) == patch)
        let merge = RequestHead(fields: ["Content-Type": "application/merge-patch+json"])
        let read = try registry.read(JSONMergePatch.self, from: #"{"a":null}"#.utf8, request: merge)
        #expect(read == JSONMergePatch(["a": nil]))
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/json-patch+json"])
        #expect(try registry.read(JSONPatch.self, from: text.utf8, head: head) == patch)
        // A caller that does not request a patch gets the same value as before.
        let whatever = try registry.anyValue(from: text.utf8, head: head)
        #expect(whatever is JSON)
    }

    @Test(arguments: [
        ("{", 400), ("{}", 400), (#"[{"op":"dance","path":""}]"#, 400), (#"[{"op":"add","path":"x","value":1}]"#, 400),
        ("[1]", 400), (#"[{"op":"add","path":""}]"#, 400),
    ])
    func badBodies(_ text: String, _ status: Int) throws {
        let request = RequestHead(fields: ["Content-Type": "application/json-patch+json"])
        let error = try #require(throws: SerializationError.self) {
            _ = try registry().read(JSONPatch.self, from: text.utf8, request: request)
        }
        #expect(error.suggestedStatus == status)
    }

    @Test func acceptAndAcceptPatch() throws {
        let (registry, plain) = (try registry(), try SerializerRegistry { JSONPlugin() })
        #expect(registry.accept(for: [String: Int].self) == plain.accept(for: [String: Int].self))
        #expect(registry.acceptForAnyValue() == plain.acceptForAnyValue())
        #expect(registry.accept(for: JSONPatch.self).description.contains("application/json-patch+json"))
        let request = RequestHead(method: .patch, target: "/", fields: ["Content-Type": "text/x-diff"])
        let error = try #require(throws: SerializationError.self) {
            _ = try registry.read(JSONPatch.self, from: "x".utf8, request: request)
        }
        let answer = registry.respond(with: error, to: request)
        #expect(answer.status == 415)
        #expect(answer.fields["Accept-Patch"]?.contains("application/merge-patch+json") == true)
    }

    @Test func conflictsAreReportedToTheClient() throws {
        let request = RequestHead(method: .patch, target: "/", fields: ["Content-Type": "application/json-patch+json"])
        let error = try #require(throws: SerializationError.self) {
            _ = try (["a": 1] as JSON).applying([.test("/a", 1), .test("/a", 2)])
        }
        let answer = try registry().respond(with: error, to: request)
        #expect(answer.status == 409)
        guard case .bytes(let body) = answer.body else { return }
        #expect(String(decoding: body, as: UTF8.self).contains("Operation 1 of the patch"))
    }
}
