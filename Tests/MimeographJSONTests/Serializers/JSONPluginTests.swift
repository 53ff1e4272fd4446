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
        #expect(try registry.anyValue(from: body, head: head(type)) as? JSON == ["b": [nil]])
    }

    @Test func writes() throws {
        let registry = try SerializerRegistry { .json }
        var message = RequestMessage(method: .post, url: "/")
        try registry.write(["a": 1] as JSON, into: &message)
        #expect(message.fields["Content-Type"] == "application/json")
    }

    /// A body of only white space is truncated, or empty on request.
    @Test(arguments: [" ", "\r\n\t ", "\n\n"])
    func whitespaceAlone(body: String) throws {
        struct User: Codable, Sendable, Equatable { var name: String }
        struct Nothing: Codable, EmptyRepresentable, Equatable { static var emptyValue: Nothing { Nothing() } }
        let head = head("application/json")
        let strict = try SerializerRegistry { JSONPlugin() }
        for code in [SerializationError.Code.truncated, .emptyBody] {
            let lenient = JSONReadingOptions(treatsWhitespaceAsEmpty: code == .emptyBody)
            let registry = try SerializerRegistry { JSONPlugin(format: JSONFormat(reading: lenient)) }
            for read in [
                { _ = try registry.read(User.self, from: body.utf8, head: head) },
                { _ = try registry.read(JSON.self, from: body.utf8, head: head) },
            ] {
                let error = try #require(throws: SerializationError.self) { try read() }
                #expect(error.code == code)
            }
            guard code == .emptyBody else { continue }
            #expect(try registry.read(User?.self, from: body.utf8, head: head) == nil)
            #expect(try registry.read(Nothing.self, from: body.utf8, head: head) == Nothing())
            #expect(try JSONResponseSerializer(options: lenient, emptyBodies: .null).read(body.utf8).isNull)
        }
        #expect(throws: SerializationError.self) { try strict.read(User?.self, from: body.utf8, head: head) }
    }

    @Test func aValueIsNotWhitespace() throws {
        let lenient = JSONFormat(reading: JSONReadingOptions(treatsWhitespaceAsEmpty: true))
        #expect(try lenient.decode(Int.self, from: " 1 ".utf8) == 1)
        #expect(throws: SerializationError.self) { try lenient.decode(Int?.self, from: " x".utf8) }
    }
}
