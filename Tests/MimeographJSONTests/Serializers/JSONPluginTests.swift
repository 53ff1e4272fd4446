import Mimeograph
import Testing

@testable import MimeographJSON

@Suite struct JSONPluginTests {
    private func head(_ type: String) -> ResponseHead {
        ResponseHead(status: 200, fields: ["Content-Type": type])
    }

    @Test(arguments: ["application/json", "application/vnd.api+json; charset=utf-8", "text/json"])
    func readsWhatever(type: String) throws {
        let registry = try SerializerRegistry { JSONPlugin(nullStripping: .objectMembers) }
        let body = Array(#"{"a":null,"b":[null]}"#.utf8)
        #expect(try registry.read(JSON.self, from: body, head: head(type)) == ["b": [nil]])
        #expect(try registry.read(from: body, head: head(type)) as? JSON == ["b": [nil]])
    }

    @Test func writes() throws {
        let registry = try SerializerRegistry { .json }
        var message = RequestMessage(method: .post, url: "/")
        try registry.write(["a": 1] as JSON, into: &message)
        #expect(message.fields["Content-Type"] == "application/json")
    }
}
