import Mimeograph
import MimeographServer
import TestSupport
import Testing

/// The messages of common mistakes: the first line names the problem, the last the remedy.
@Suite struct MessageTests {
    private struct Plain: Sendable {}
    /// Has the name of Foundation's type, which the core does not import.
    private struct Data: Decodable, Sendable {}

    private static let json = StubPlugin<ModuleA> { registry throws(RegistryError) in
        try registry.register(format: StubFormat.json, options: .init(id: "json"))
    }

    private func message<Value: Sendable>(
        _ type: Value.Type,
        _ contentType: String?,
        _ body: [UInt8],
        status: Int = 200,
        _ change: (inout SerializerRegistry) throws -> Void = { _ in }
    ) throws -> String {
        var registry = try SerializerRegistry { Self.json }
        try change(&registry)
        var head = ResponseHead(status: status)
        if let contentType { head.fields["Content-Type"] = contentType }
        let error = try #require(throws: SerializationError.self) { try registry.read(type, from: body, head: head) }
        #expect("\(error)".split(separator: "\n").count <= 6)
        #expect(error.debugDescription.contains(error.message))
        return "\(error)"
    }

    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private let atom = Array("<?xml version=\"1.0\"?><feed/>".utf8)
    private let page = Array("<!DOCTYPE html><title>Sign in</title>".utf8)

    @Test func aMissingPlugin() throws {
        #expect(
            try message(User.self, "application/atom+xml", atom) == """
                No serializer reads "application/atom+xml" into User. The body looks like XML.
                  in GET 200 OK, application/atom+xml
                Add XMLPlugin() of MimeographXML, or register a serializer for it: register(…, for: "application/atom+xml").
                """
        )
        #expect(
            try message(User.self, "application/x-ada", [1]) == """
                No serializer reads "application/x-ada" into User.
                  in GET 200 OK, application/x-ada
                No module of Mimeograph reads application/x-ada: register a serializer for it: register(…, for: "application/x-ada").
                """
        )
    }

    @Test(arguments: [
        ("application/json", "JSONPlugin() of MimeographJSON"),
        ("application/x-ndjson", "JSONPlugin() of MimeographJSON"),
        ("application/x-plist", "PropertyListPlugin() of MimeographPropertyList"),
        ("application/x-www-form-urlencoded", "FormPlugin() of MimeographForm"),
        ("multipart/form-data", "MultipartPlugin() of MimeographForm"),
        ("text/event-stream", "EventStreamPlugin() of MimeographEventStream"),
        ("image/jpeg", "ImagePlugin() of MimeographImage"), ("text/csv", "CSVPlugin() of MimeographCSV"),
        ("image/gif", "ImagePlugin(codecs: .standard + [.gif]) of MimeographImage, with MimeographImageGIF"),
        ("image/svg+xml", "XMLPlugin() of MimeographXML"), ("application/octet-stream", "BytesPlugin()"),
    ])
    func theModuleOfEachType(type: String, plugin: String) throws {
        let head = ResponseHead(status: 200, fields: ["Content-Type": type])
        let error = try #require(throws: SerializationError.self) {
            try SerializerRegistry().read(User.self, from: [1], head: head)
        }
        #expect(error.remedy == "Add \(plugin), or register a serializer for it: register(…, for: \"\(type)\").")
    }

    @Test func bytesDataAndText() throws {
        #expect(
            try message([UInt8].self, "image/png", png) == """
                No serializer reads "image/png" into Array<UInt8>. The body looks like a PNG image.
                  in GET 200 OK, image/png
                Add BytesPlugin(), or read this response with reading(with: .bytes).
                """
        )
        #expect(
            try message(String.self, "text/html", page) == """
                No serializer reads "text/html" into String. The body looks like HTML.
                  in GET 200 OK, text/html
                Add TextPlugin() of MimeographText, or read this response with reading(with: .text).
                """
        )
        #expect(
            try message(Data.self, "image/png", png) == """
                No serializer reads "image/png" into Data. The body looks like a PNG image.
                  in GET 200 OK, image/png
                Add DataPlugin() of MimeographFoundation, or read this response with reading(with: .data).
                """
        )
    }

    @Test func aTypeThatIsNotDecodable() throws {
        #expect(
            try message(Plain.self, "application/json", [0x7B]) == """
                No serializer reads "application/json" into Plain. The body looks like JSON.
                  in GET 200 OK, application/json
                Make Plain Decodable, or register a serializer that produces it.
                """
        )
        #expect(
            try message((User, ResponseHead).self, "application/json", [0x7B]).hasSuffix(
                "\nNo format reads a tuple. Request the value alone; response(_:_:as:) returns it with the head."
            )
        )
    }

    @Test func whateverItIs() throws {
        #expect(
            try message((any Sendable).self, "application/json", [0x7B]).hasSuffix(
                "\nTo read any type, call anyValue(from:head:); read returns one type."
            )
        )
    }

    @Test func aWebPage() throws {
        #expect(
            try message(User.self, "text/html; charset=utf-8", page) == """
                No serializer reads "text/html;charset=utf-8" into User. The body looks like HTML.
                  in GET 200 OK, text/html;charset=utf-8
                The body is a web page. Check the URL and whether it requires a login. reading(with: .text) reads it as text.
                """
        )
    }

    @Test func labels() throws {
        #expect(
            try message(User.self, "text/plain", Array("{}".utf8)) == """
                No serializer reads "text/plain" into User. The body looks like JSON.
                  in GET 200 OK, text/plain
                If you trust this server: registry.treating("text/plain", as: "application/json") \
                or, for this call, registry.assuming("application/json").
                """
        )
        #expect(
            try message(User.self, nil, Array("{}".utf8)) == """
                No serializer reads a body without a content type into User. The body looks like JSON.
                  in GET 200 OK
                  note: the Content-Type is missing
                If you know what this server sends: registry.assuming("application/json").
                """
        )
        #expect(
            try message(User.self, "application/json", []) == """
                Expected User, found an empty body.
                  in GET 200 OK, application/json
                Request User? to get nil, request Void to ignore the body, or conform the type to EmptyRepresentable.
                """
        )
    }

    @Test func statuses() throws {
        #expect(
            try message(User.self, "application/json", Array("{}".utf8), status: 404) == """
                Request failed: unacceptable status 404 (Not Found).
                  in GET 404 Not Found, application/json
                The server's reply is in error.body; register(errorBody: ErrorBodyRule(…)) decodes it. \
                If 404 is expected, add it to validation.statusCodes (now 200–299).
                """
        )
        #expect(
            try message(User.self, "application/problem+json", Array("{}".utf8), status: 404) == """
                Request failed: unacceptable status 404 (Not Found).
                  in GET 404 Not Found, application/problem+json
                Add ProblemDetailsPlugin() of MimeographServer and a plugin of the format, and read error.decodedBody as? ProblemDetails.
                """
        )
        #expect(
            try message(User.self, "application/problem+json", Array("{}".utf8), status: 404) {
                try $0.register(errorBody: ErrorBodyRule(User.self, for: ["application/problem+json"]))
            } == """
                Request failed: unacceptable status 404 (Not Found).
                  in GET 404 Not Found, application/problem+json
                Read the server's explanation with error.decodedBody as? User.
                """
        )
        #expect(
            try message(User.self, nil, [], status: 503).hasSuffix(
                "\nThe response has no body. If 503 is expected, add it to validation.statusCodes (now 200–299)."
            )
        )
    }

    @Test func registering() throws {
        let error = try #require(throws: RegistryError.self) {
            try SerializerRegistry {
                Self.json
                Self.json
            }
        }
        #expect(
            "\(error)"
                == "json is already registered. Add each plugin once, or replace the first: RegistrationOptions(replacing: \"json\")."
        )
    }
}
