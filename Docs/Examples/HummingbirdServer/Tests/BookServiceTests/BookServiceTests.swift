import BookService
import Hummingbird
import HummingbirdTesting
import Mimeograph
import MimeographCompression
import MimeographServer
import Testing

private let json = #"{"title":"Emma","authors":["Jane Austen"]}"#
private let xml = "<book><title>Emma</title><authors>Jane Austen</authors></book>"
private let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>title</key><string>Emma</string>
    <key>authors</key><array><string>Jane Austen</string></array></dict></plist>
    """

@Suite struct BookServiceTests {
    let serializers: SerializerRegistry

    init() throws { serializers = try BookService.standardSerializers() }

    /// Runs requests against a new service.
    private func withService(_ test: @Sendable @escaping (any TestClientProtocol) async throws -> Void) async throws {
        let application = Application(router: BookService(serializers: serializers).router())
        try await application.test(.router) { client in try await test(client) }
    }

    private func post(
        _ client: any TestClientProtocol,
        _ body: String,
        as type: String?,
        accept: String? = nil
    ) async throws -> TestResponse {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.accept] = accept
        return try await client.execute(uri: "/books", method: .post, headers: headers, body: ByteBuffer(string: body))
    }

    /// Reads a response as a client would.
    private func read<Value: Sendable>(_ type: Value.Type, from response: TestResponse) throws -> Value {
        let contentType = try #require(response.headers[.contentType])
        let fields: HeaderFields = ["Content-Type": contentType]
        return try serializers.read(
            type,
            from: response.body.readableBytesView,
            head: ResponseHead(status: 200, fields: fields)
        )
    }

    @Test(
        arguments: [("application/json", json), ("application/xml", xml), ("application/x-plist", propertyList)],
        ["application/json", "application/xml", "application/x-plist"]
    )
    func anyFormatInAndAnyOut(sent: (String, String), accepted: String) async throws {
        try await withService { client in
            let response = try await post(client, sent.1, as: sent.0, accept: accepted)
            #expect(response.status == .created)
            #expect(response.headers[.location] == "/books/1")
            #expect(response.headers[.vary] == "Accept")
            #expect(response.headers[.contentType]?.hasPrefix(accepted) == true)
            #expect(try read(Book.self, from: response).authors == ["Jane Austen"])

            let all = try await client.execute(uri: "/books", method: .get, headers: [.accept: accepted])
            #expect(all.headers[.contentType]?.hasPrefix(accepted) == true)
            #expect(try read(Catalogue.self, from: all).books.map(\.title) == ["Emma"])
        }
    }

    @Test func theClientsPreferenceCounts() async throws {
        try await withService { client in
            for (accept, type) in [
                ("application/json;q=0.5, application/xml", "application/xml"), ("*/*", "application/json"),
                ("text/html, */*;q=0.1", "application/json"),
            ] {
                let response = try await client.execute(uri: "/books", method: .get, headers: [.accept: accept])
                #expect(response.headers[.contentType] == type)
            }
            // Without an Accept field.
            let response = try await client.execute(uri: "/books", method: .get)
            #expect(response.headers[.contentType] == "application/json")
        }
    }

    @Test func notAcceptable() async throws {
        try await withService { client in
            let response = try await client.execute(uri: "/books", method: .get, headers: [.accept: "image/png"])
            #expect(response.status == .notAcceptable)
            #expect(response.headers[.vary] == "Accept")
            #expect(String(buffer: response.body).contains("application/xml"))
        }
    }

    /// A request that has added a book is not refused.
    @Test func anEffectIsReported() async throws {
        try await withService { client in
            let response = try await post(client, json, as: "application/json", accept: "image/png")
            #expect(response.status == .created && response.headers[.location] == "/books/1")
            #expect(response.headers[.contentType] == "application/json")
        }
    }

    @Test(arguments: [("gzip", 201), ("x-unknown", 415)])
    func compressedRequests(coding: String, status: Int) async throws {
        let body = ByteBuffer(bytes: try GzipCoding().encode(Array(json.utf8).span))
        try await withService { client in
            let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: coding]
            let response = try await client.execute(uri: "/books", method: .post, headers: headers, body: body)
            #expect(response.status.code == status)
            #expect((response.headers[.acceptEncoding] != nil) == (status == 415))
        }
    }

    @Test(arguments: ["text/csv", "image/png"])
    func whatCannotBeRead(type: String) async throws {
        try await withService { client in
            let response = try await post(client, "title,authors", as: type, accept: "application/json")
            #expect(response.status == .unsupportedMediaType)
            #expect(response.headers[.accept]?.contains("application/json") == true)
            #expect(response.headers.contains { $0.name.canonicalName == "accept-post" })
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(arguments: [
        ("application/json", #"{"title":"#, 400), ("application/json", #"{"title":7,"authors":[]}"#, 422),
        ("application/json", #"{"authors":[]}"#, 422), ("application/xml", "<book><title>", 400),
        ("application/x-plist", "bplist00", 400),
    ])
    func whatIsWrong(type: String, body: String, status: Int) async throws {
        try await withService { client in
            for (accept, problemType) in [
                ("application/json", "application/problem+json"), ("application/xml", "application/problem+xml"),
                // An explanation in another format is better than none.
                ("image/png", "application/problem+json"),
            ] {
                let response = try await post(client, body, as: type, accept: accept)
                #expect(response.status.code == status)
                #expect(response.headers[.contentType] == problemType)
                let problem = try read(ProblemDetails.self, from: response)
                #expect(problem.status == status)
                #expect(problem.detail?.isEmpty == false)
            }
            // Nothing was added to the shelf.
            let all = try await client.execute(uri: "/books", method: .get)
            #expect(try read(Catalogue.self, from: all).books.isEmpty)
        }
    }

    @Test func whatIsTooLarge() async throws {
        try await withService { client in
            let title = String(repeating: "x", count: 70_000)
            let response = try await post(client, #"{"title":"\#(title)","authors":[]}"#, as: "application/json")
            #expect(response.status == .contentTooLarge)
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(arguments: [
        ("/books/7", "application/xml", "application/problem+xml"),
        ("/books/7", "image/png", "application/problem+json"),
        ("/films", "application/json", "application/problem+json"),
    ])
    func notFound(path: String, accept: String, type: String) async throws {
        try await withService { client in
            let response = try await client.execute(uri: path, method: .get, headers: [.accept: accept])
            #expect(response.status == .notFound)
            #expect(response.headers[.contentType] == type)
            #expect(try read(ProblemDetails.self, from: response).title == "Not Found")
        }
    }

    /// A client is not told about the server's own data, and an error's own type does not replace the problem's.
    @Test func errorsOfHandlers() async throws {
        let router = BookService(serializers: serializers).router()
        router.get("row") { [serializers] _, _ -> String in
            let fields: HeaderFields = ["Content-Type": "application/json"]
            return try serializers.read(
                String.self,
                from: Array(#"{"secret":"#.utf8),
                head: ResponseHead(status: 200, fields: fields)
            )
        }
        router.get("locked") { _, _ -> String in
            throw HTTPError(.forbidden, headers: [.contentType: "text/plain", .retryAfter: "7"], message: "No.")
        }
        try await Application(router: router).test(.router) { client in
            let row = try await client.execute(uri: "/row", method: .get)
            #expect(row.status == .internalServerError)
            #expect(try read(ProblemDetails.self, from: row).detail == nil)
            let locked = try await client.execute(uri: "/locked", method: .get)
            #expect(locked.status == .forbidden && locked.headers[.retryAfter] == "7")
            #expect(locked.headers[values: .contentType] == ["application/problem+json"])
            #expect(try read(ProblemDetails.self, from: locked).detail == "No.")
        }
    }

    @Test func overASocket() async throws {
        let application = Application(router: BookService(serializers: serializers).router())
        try await application.test(.live) { client in
            let response = try await post(client, xml, as: "text/xml", accept: "application/x-plist")
            #expect(response.status == .created)
            #expect(try read(Book.self, from: response) == read(Book.self, from: try await book(client)))
        }
    }

    private func book(_ client: any TestClientProtocol) async throws -> TestResponse {
        try await client.execute(uri: "/books/1", method: .get)
    }
}
