import Mimeograph
import MimeographJSON
import MimeographServer
import Testing

/// Common mistakes with JSON and their messages: the first line names the key or the type, the last line the remedy.
@Suite struct JSONMessageTests {
    private struct Item: Decodable, Sendable {
        var id: Int
        var name: String
    }

    private func message<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ body: [UInt8],
        _ contentType: String = "application/json"
    ) throws -> String {
        let registry = try SerializerRegistry { JSONPlugin() }
        let head = ResponseHead(status: 200, fields: ["Content-Type": contentType], url: "https://h/items")
        let error = try #require(throws: SerializationError.self) { try registry.read(type, from: body, head: head) }
        return "\(error)"
    }

    @Test(
        arguments: [
            (
                #"[{"id":1,"name":"a"},{"id":2}]"#,
                """
                The body does not have the shape of Array<Item>: at [1] the key "name" is missing.
                  at line 1, column 22 (byte 21)
                  in GET 200 OK, application/json, https://h/items
                Make the property "name" optional, or give it the name that the sender writes.
                """
            ),
            (
                #"[{"id":"1","name":"a"}]"#,
                """
                The body does not have the shape of Array<Item>: at [0].id expected Int but found a string.
                  at line 1, column 8 (byte 7)
                  in GET 200 OK, application/json, https://h/items
                Declare the property with the type that the sender writes, or read it with a strategy or a custom init(from:).
                """
            ),
            (
                #"{"items":[]}"#,
                """
                The body does not have the shape of Array<Item>: at its root expected an array but found an object.
                  at line 1, column 1 (byte 0)
                  in GET 200 OK, application/json, https://h/items
                Declare the property with the type that the sender writes, or read it with a strategy or a custom init(from:).
                """
            ),
            (
                "\n<!DOCTYPE html><title>Sign in</title>",
                """
                Expected a value, found "<": the body looks like HTML.
                  at line 2, column 1 (byte 1)
                  in GET 200 OK, application/json, https://h/items
                It is a web page, whatever its Content-Type says: check the URL, and whether it asks to sign in.
                """
            ),
            (
                "<feed/>",
                """
                Expected a value, found "<": the body looks like XML.
                  at line 1, column 1 (byte 0)
                  in GET 200 OK, application/json, https://h/items
                Read it as XML: XMLPlugin() of MimeographXML, and treating("application/json", as: "application/xml").
                """
            ),
            (
                #"[{"id":1,"name":"a"#,
                """
                The body ends too early: expected a quotation mark at the end of the string.
                  at line 1, column 19 (byte 18)
                  in GET 200 OK, application/json, https://h/items
                Check whether the transfer was cut short; the body needs more bytes.
                """
            ),
            (
                #"[{"id":1,]"#,
                """
                Expected a key in quotation marks, found a closing bracket.
                  at line 1, column 10 (byte 9)
                  in GET 200 OK, application/json, https://h/items
                The body is not JSON (RFC 8259). Ask the sender to correct it, or read it in its own format.
                """
            ),
        ]
    )
    func prints(_ body: String, _ expected: String) throws {
        #expect(try message([Item].self, Array(body.utf8)) == expected)
    }

    /// The charset parameter has no meaning for JSON.
    @Test(arguments: ["application/json", "application/json;charset=utf-8", "application/json;charset=iso-8859-1"])
    func latin1(contentType: String) throws {
        #expect(
            try message([String].self, [0x5B, 0x22, 0xE9, 0x22, 0x5D], contentType) == """
                A string holds bytes that are not valid UTF-8.
                  at line 1, column 3 (byte 2)
                  in GET 200 OK, \(contentType), https://h/items
                JSON must be UTF-8: ask the sender for it, or decode error.body with TextDecoding of MimeographText first.
                """
        )
    }

    /// The message that a server sends to a client names the key, but no Swift type.
    @Test(arguments: [
        (#"{"id":2}"#, "The body: the key \"name\" is missing. At line 1, column 1 (byte 0)."),
        (#"{"id":"2","name":"a"}"#, "At id: expected a whole number but found a string. At line 1, column 7 (byte 6)."),
        (#"[]"#, "The body: expected an object but found an array. At line 1, column 1 (byte 0)."),
    ])
    func messagesToAPeer(_ body: String, _ detail: String) throws {
        let registry = try SerializerRegistry { JSONPlugin() }
        let request = RequestHead(method: .post, fields: ["Content-Type": "application/json"])
        let error = try #require(throws: SerializationError.self) {
            try registry.read(Item.self, from: body.utf8, request: request)
        }
        let response = registry.respond(with: error, to: request)
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no body")
            return
        }
        let problem = try JSONFormat().decode(ProblemDetails.self, from: bytes)
        #expect(problem == ProblemDetails(title: "Unprocessable Content", status: 422, detail: detail))
    }
}
