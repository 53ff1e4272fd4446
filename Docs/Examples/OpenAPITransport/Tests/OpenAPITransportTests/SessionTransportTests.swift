import Foundation
import HTTPTypes
import Mimeograph
import MimeographCompression
import MimeographSession
import MimeographSessionTesting
import OpenAPIRuntime
import OpenAPITransport
import Petstore
import Testing

/// The transport without a socket.
@Suite struct SessionTransportTests {
    let scripted = ScriptedTransport()

    private var transport: SessionTransport {
        var configuration = SessionConfiguration()
        configuration.interceptors = [RetryPolicy(delay: .milliseconds(1))]
        return SessionTransport(session: SessionManager(configuration: configuration, transport: scripted))
    }

    /// The sample of the README.
    func sample() throws -> Client {
        let client = Client(
            serverURL: try Servers.Server1.url(),
            configuration: Configuration(xmlCoder: XMLFormatCoder()),
            transport: SessionTransport()
        )
        return client
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String? = "/pets",
        to base: String = "https://pets.example/v1",
        _ body: OpenAPIRuntime.HTTPBody? = nil,
        by transport: SessionTransport? = nil
    ) async throws -> (HTTPResponse, OpenAPIRuntime.HTTPBody?) {
        let request = HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
        let url = try #require(URL(string: base))
        return try await (transport ?? self.transport).send(request, body: body, baseURL: url, operationID: "test")
    }

    @Test(arguments: [
        ("https://pets.example/v1", "/pets?limit=1&name=a%20b", "https://pets.example/v1/pets?limit=1&name=a%20b"),
        ("https://pets.example/v1/", "/pets", "https://pets.example/v1/pets"),
        ("https://pets.example", "/pets/a%2Fb", "https://pets.example/pets/a%2Fb"),
        ("https://pets.example", "/", "https://pets.example/"),
    ])
    func urls(base: String, path: String, url: String) async throws {
        scripted.on("*", .init(status: 204))
        _ = try await send(.get, path, to: base)
        #expect(scripted.requests.map(\.url) == [url])
    }

    /// A generated client could not read a compressed body.
    @Test func noCodingsAreRequested() async throws {
        var configuration = SessionConfiguration()
        configuration.codings = ContentCodings([GzipCoding()])
        let session = SessionManager(configuration: configuration, transport: scripted)
        scripted.on("*", .init(status: 204))
        _ = try await send(.get, by: SessionTransport(session: session))
        #expect(scripted.requests.map { $0.fields.contains("Accept-Encoding") } == [false])
    }

    @Test(arguments: [
        ("https://pets.example/v1?a=b", "/pets"), ("https://pets.example", "pets"), ("https://pets.example", nil),
        ("file:///etc", "/pets"),
    ])
    func invalidURLs(base: String, path: String?) async throws {
        let error = await #expect(throws: SessionError.self) { try await send(.get, path, to: base) }
        #expect(error?.code == .invalidURL)
        #expect(scripted.requests.isEmpty)
    }

    @Test(arguments: [
        (HTTPRequest.Method.head, 200, false), (.get, 204, false), (.get, 304, false), (.get, 200, true),
        (.get, 500, true),
    ])
    func bodies(method: HTTPRequest.Method, status: Int, hasBody: Bool) async throws {
        scripted.on("*", .init(status: status, fields: ["X-A": "1"]))
        let (head, body) = try await SessionTransport(session: SessionManager(transport: scripted)).send(
            HTTPRequest(method: method, scheme: nil, authority: nil, path: "/"),
            body: nil,
            baseURL: #require(URL(string: "https://pets.example")),
            operationID: "test"
        )
        #expect(head.status.code == status)
        #expect(head.headerFields.first { $0.name.rawName == "X-A" }?.value == "1")
        #expect((body != nil) == hasBody)
    }

    @Test func knownLengths() async throws {
        scripted.on("*", .init(fields: ["Content-Length": "4"], body: "tea\n"))
        let (_, body) = try await send(.put, "/", "abc")
        #expect(body?.length == .known(4))
        #expect(scripted.requests.map(\.declaredLength) == [3])
    }

    @Test(arguments: [(30, 3), (29, 2), (10, 1), (9, 0)])
    func limits(limit: Int, chunks: Int) async throws {
        scripted.on("*", .init(chunks: Array(repeating: [UInt8](repeating: 7, count: 10), count: 3)))
        var transport = transport
        transport.bodyLimit = limit
        let (_, body) = try await send(.get, "/", by: transport)
        var read = 0
        do {
            for try await chunk in try #require(body) { read += chunk.count / 10 }
            #expect(chunks == 3)
        } catch let error as SessionError {
            #expect(error.code == .limitExceeded)
            #expect(scripted.openExchangeCount == 0)
        }
        #expect(read == chunks)
    }

    /// The body is not read, because its length is known.
    @Test func aLengthOverTheLimit() async throws {
        scripted.on("*", .init(fields: ["Content-Length": "4"], body: "tea\n"))
        var transport = transport
        transport.bodyLimit = 3
        let error = await #expect(throws: SessionError.self) { try await send(.get, "/", by: transport) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func aBodyIsSentAgain() async throws {
        scripted.on("*", call: 1, .init(status: 503))
        scripted.on("*", .init())
        let (head, _) = try await send(.put, "/", "tea")
        #expect(head.status == .ok)
        #expect(scripted.requests.map(\.body) == [Array("tea".utf8), Array("tea".utf8)])
    }

    @Test func aBodyThatCannotBeSentAgain() async throws {
        scripted.on("*", call: 1, .init(status: 503))
        scripted.on("*", .init())
        let once = AsyncStream<ArraySlice<UInt8>> { continuation in
            continuation.yield(ArraySlice("tea".utf8))
            continuation.finish()
        }
        let error = await #expect(throws: SessionError.self) {
            try await send(.put, "/", HTTPBody(once, length: .unknown))
        }
        #expect(error?.code == .bodyFailed)
    }

    @Test func aBodyOfTheWrongLength() async throws {
        scripted.on("*", .init())
        let error = await #expect(throws: SessionError.self) {
            try await send(.put, "/", HTTPBody(Array("tea".utf8), length: .known(4)))
        }
        #expect(error?.code == .bodyFailed)
    }

    @Test func errorsOfTheSession() async throws {
        scripted.on("*", .failure(TransportError(.hostNotFound, "The host has no address.")))
        let client = Client(serverURL: try #require(URL(string: "https://pets.example")), transport: transport)
        let error = await #expect(throws: ClientError.self) { try await client.watchPets() }
        #expect((error?.underlyingError as? SessionError)?.code == .hostNotFound)
    }

    @Test func undocumentedStatuses() async throws {
        scripted.on("*", .init(status: 418, fields: ["X-A": "1"], body: "short and stout"))
        let client = Client(serverURL: try #require(URL(string: "https://pets.example")), transport: transport)
        guard case .undocumented(let status, let payload) = try await client.watchPets() else {
            Issue.record("The status is documented.")
            return
        }
        #expect(status == 418)
        #expect(try await payload.body?.text == "short and stout")
    }
}

@Suite struct XMLFormatCoderTests {
    let coder = XMLFormatCoder()

    @Test func bytes() throws {
        let pet = Components.Schemas.Pet(id: 7, name: "<Emma>", tags: ["a", "b"])
        let text = String(decoding: try coder.customEncode(pet), as: UTF8.self)
        #expect(text.hasSuffix("<Pet><id>7</id><name>&lt;Emma&gt;</name><tags>a</tags><tags>b</tags></Pet>"))
    }

    @Test(arguments: [
        ("<Pet><id>7</id>", SerializationError.Code.truncated, 1),
        ("<Pet>\n<id>x</id><name>y</name></Pet>", .dataShape, 2),
        ("<Pet><id>7</id></Pet>", .dataShape, 1),
    ])
    func errors(text: String, code: SerializationError.Code, line: Int) throws {
        let error = #expect(throws: SerializationError.self) {
            try coder.customDecode(Components.Schemas.Pet.self, from: Data(text.utf8))
        }
        #expect(error?.code == code)
        #expect(error?.location?.line == line)
    }

    @Test func limits() throws {
        let deep = String(repeating: "<a>", count: 20) + String(repeating: "</a>", count: 20)
        let coder = XMLFormatCoder(limits: DecodingLimits(depth: 10))
        let error = #expect(throws: SerializationError.self) {
            try coder.customDecode(Components.Schemas.Pet.self, from: Data(deep.utf8))
        }
        #expect(error?.code == .limitExceeded)
    }
}
