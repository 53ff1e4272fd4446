import Library
import Mimeograph
import MimeographCompression
import MimeographServer
import Testing
import VaporTesting

private let json = #"{"title":"Emma","authors":["Jane Austen"]}"#
private let xml = "<book><title>Emma</title><authors>Jane Austen</authors></book>"
private let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>title</key><string>Emma</string>
    <key>authors</key><array><string>Jane Austen</string></array></dict></plist>
    """

@Suite struct LibraryTests {
    private func post(
        _ app: Application,
        _ body: ByteBuffer,
        _ headers: HTTPHeaders,
        _ check: @Sendable (TestingHTTPResponse) async throws -> Void
    ) async throws {
        // Through a socket, with all that Vapor's server does.
        try await app.testing(method: .running(port: 0)).test(
            .POST,
            "books",
            headers: headers,
            body: body,
            afterResponse: check
        )
    }

    private func read<Value: Sendable>(_ type: Value.Type, _ response: TestingHTTPResponse, _ app: Application) throws
        -> Value
    {
        let contentType = try #require(response.headers["Content-Type"].first)
        let fields: HeaderFields = ["Content-Type": contentType]
        return try app.serializers.read(
            type,
            from: response.body.readableBytesView,
            head: ResponseHead(status: 200, fields: fields)
        )
    }

    @Test(
        arguments: [
            ("application/json", json), ("Application/JSON", json), ("application/vnd.library+json", json),
            ("application/xml", xml),
            ("text/xml", xml),
            ("application/x-plist", propertyList),
        ],
        ["application/json", "application/xml", "application/x-plist", "application/cbor"]
    )
    func anyFormatInAndAnyOut(sent: (String, String), accepted: String) async throws {
        try await withApp(configure: configure) { app in
            try await post(app, ByteBuffer(string: sent.1), ["Content-Type": sent.0, "Accept": accepted]) { response in
                #expect(response.status == .created)
                #expect(response.headers["Location"] == ["/books/1"])
                #expect(response.headers["Vary"] == ["Accept"])
                #expect(response.headers.first(name: .contentType)?.hasPrefix(accepted) == true)
                let book = try read(Book.self, response, app)
                #expect(book.id == 1 && book.title == "Emma" && book.authors == ["Jane Austen"])
            }
            try await app.testing().test(.GET, "books", headers: ["Accept": accepted]) { response in
                let catalogue = try read(Catalogue.self, response, app)
                #expect(catalogue.books.map(\.title) == ["Emma"])
            }
        }
    }

    @Test func withACharset() async throws {
        try await withApp(configure: configure) { app in
            let body = ByteBuffer(
                bytes: Array(
                    "<book><title>Émile</title><authors>R</authors></book>".unicodeScalars.map { UInt8($0.value) }
                )
            )
            try await post(app, body, ["Content-Type": "application/xml; charset=iso-8859-1"]) { response in
                let book = try read(Book.self, response, app)
                #expect(book.title == "Émile")
            }
        }
    }

    @Test(arguments: [("gzip", 201), ("br", 415)])
    func compressedRequests(coding: String, status: Int) async throws {
        let body = ByteBuffer(bytes: try GzipCoding().encode(Array(json.utf8).span))
        try await withApp(configure: configure) { app in
            try await post(app, body, ["Content-Type": "application/json", "Content-Encoding": coding]) { response in
                #expect(response.status.code == status)
            }
        }
    }

    @Test(arguments: ["image/png", nil])
    func whatCannotBeRead(type: String?) async throws {
        try await withApp(configure: configure) { app in
            var headers: HTTPHeaders = ["Accept": "application/json"]
            if let type { headers.add(name: .contentType, value: type) }
            try await post(app, ByteBuffer(string: json), headers) { response in
                #expect(response.status == .unsupportedMediaType)
                #expect(response.headers.first(name: .accept)?.contains("application/cbor") == true)
                #expect(response.headers.first(name: .contentType) == "application/problem+json")
            }
        }
    }

    @Test(arguments: [
        ("application/json", #"{"title":"#, 400), ("application/json", #"{"title":7,"authors":[]}"#, 422),
        ("application/json", #"{"authors":[]}"#, 422), ("application/xml", "<book><title>", 400),
        ("application/x-plist", "bplist00", 400), ("application/cbor", "\u{1F}", 400),
    ])
    func whatIsWrong(type: String, body: String, status: Int) async throws {
        try await withApp(configure: configure) { app in
            for (accept, problemType) in [
                ("application/json", "application/problem+json"), ("application/xml", "application/problem+xml"),
                // An explanation in another format is better than none.
                ("image/png", "application/problem+json"),
            ] {
                try await post(app, ByteBuffer(string: body), ["Content-Type": type, "Accept": accept]) { response in
                    #expect(response.status.code == status)
                    #expect(response.headers.first(name: .contentType) == problemType)
                    let problem = try read(ProblemDetails.self, response, app)
                    #expect(problem.status == status)
                    #expect(problem.detail?.isEmpty == false)
                }
            }
            try await app.testing().test(.GET, "books") { response in
                let catalogue = try read(Catalogue.self, response, app)
                #expect(catalogue.books.isEmpty)
            }
        }
    }

    @Test func notAcceptable() async throws {
        try await withApp(configure: configure) { app in
            try await app.testing().test(.GET, "books", headers: ["Accept": "image/png"]) { response in
                #expect(response.status == .notAcceptable)
                #expect(response.body.string.contains("application/cbor"))
            }
        }
    }

    /// A request that has added a book is not refused.
    @Test func anEffectIsReported() async throws {
        try await withApp(configure: configure) { app in
            try await post(app, ByteBuffer(string: json), ["Content-Type": "application/json", "Accept": "image/png"]) {
                response in
                #expect(response.status == .created && response.headers["Location"] == ["/books/1"])
                #expect(response.headers["Content-Type"] == ["application/json"])
            }
        }
    }

    @Test(arguments: [("books/7", "application/problem+xml"), ("films", "application/problem+xml")])
    func notFound(path: String, type: String) async throws {
        try await withApp(configure: configure) { app in
            try await app.testing().test(.GET, path, headers: ["Accept": "application/xml"]) { response in
                #expect(response.status == .notFound)
                #expect(response.headers.first(name: .contentType) == type)
                let problem = try read(ProblemDetails.self, response, app)
                #expect(problem.title == "Not Found")
            }
        }
    }

    /// Vapor passes the path of a single value in the decoder's information.
    @Test(arguments: [("application/json", json), ("application/xml", xml), ("application/x-plist", propertyList)])
    func aSingleValue(type: String, body: String) async throws {
        try await withApp(configure: configure) { app in
            app.post("title") { request in try request.content.get(String.self, at: "title") }
            try await app.testing().test(
                .POST,
                "title",
                headers: ["Content-Type": type],
                body: ByteBuffer(string: body)
            ) { response in
                #expect(response.status == .ok && response.body.string == "Emma")
            }
        }
    }

    struct Dated: Content { var first: Date }

    /// Handlers that return `Content` themselves use the registry's JSON.
    @Test func contentIsWrittenByTheRegistry() async throws {
        try await withApp(configure: configure) { app in
            app.get("links") { _ in ["self": "a/b"] }
            app.get("dates") { _ in Dated(first: Date(timeIntervalSince1970: 0)) }
            try await app.testing().test(.GET, "dates") { response in
                #expect(response.body.string == #"{"first":"1970-01-01T00:00:00Z"}"#)
            }
            try await app.testing().test(.GET, "links") { response in
                // Foundation's coder would write a\/b.
                #expect(response.body.string == #"{"self":"a/b"}"#)
            }
        }
    }

    /// A refusal of the application itself keeps its words.
    @Test func refusals() async throws {
        try await withApp(configure: configure) { app in
            app.post("photos") { _ -> Response in
                throw Abort(.unsupportedMediaType, headers: ["Retry-After": "7"], reason: "Upload a PNG.")
            }
            let body = ByteBuffer(string: json)
            try await app.testing().test(.POST, "photos", headers: ["Content-Type": "application/json"], body: body) {
                response in
                #expect(response.status == .unsupportedMediaType && response.headers["Retry-After"] == ["7"])
                let problem = try read(ProblemDetails.self, response, app)
                #expect(problem.detail == "Upload a PNG.")
            }
        }
    }

    /// Only the fields that describe the body are replaced.
    @Test func fieldsOfTheHandler() async throws {
        try await withApp(configure: configure) { app in
            let headers: HTTPHeaders = ["Content-Security-Policy": "default-src 'none'", "Content-Type": "text/plain"]
            app.get("safe") { request in try request.respond(with: ["a": 1], headers: headers) }
            try await app.testing().test(.GET, "safe") { response in
                #expect(response.headers["Content-Security-Policy"] == ["default-src 'none'"])
                #expect(response.headers["Content-Type"] == ["application/json"])
            }
        }
    }

    /// A client is not told about the server's own data.
    @Test func mistakesOfTheServer() async throws {
        try await withApp(configure: configure) { app in
            app.get("row") { request -> String in
                let row: [UInt8] = Array(#"{"secret":"#.utf8)
                return try request.application.serializers.read(
                    String.self,
                    from: row,
                    head: .init(status: 200, fields: ["Content-Type": "application/json"])
                )
            }
            try await app.testing().test(.GET, "row") { response in
                #expect(response.status == .internalServerError)
                #expect(response.headers["Content-Type"] == ["application/problem+json"])
                #expect(!response.body.string.contains("line"))
            }
        }
    }

    @Test func contentIsPrepared() async throws {
        struct Secret: Content {
            var word: String
            mutating func beforeEncode() { word = "***" }
        }
        try await withApp(configure: configure) { app in
            app.get("secret") { request in try request.respond(with: Secret(word: "tide")) }
            try await app.testing().test(.GET, "secret") { response in
                #expect(response.body.string == #"{"word":"***"}"#)
            }
        }
    }
}
