import Mimeograph
import MimeographBrotli
import MimeographCompression
import MimeographForm
import MimeographJSON
import MimeographReachability
import MimeographSessionTesting
import MimeographSupport
import MimeographZstandard
import Testing

@testable import MimeographSession
import MimeographText

private struct User: Codable, Sendable, Equatable { var name: String }
private let json: HeaderFields = ["Content-Type": "application/json"]

private func manager(
    _ transport: ScriptedTransport,
    base: String? = "http://h/v1",
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
) throws -> HTTPSessionManager {
    var configuration = SessionConfiguration()
    configuration.proxies = .none
    configure(&configuration)
    let serializers = try SerializerRegistry {
        JSONPlugin()
        FormPlugin()
        CompressionPlugin()
        TextPlugin()
    }
    return try HTTPSessionManager(
        baseURL: base,
        serializers: serializers,
        requestSerializer: HTTPRequestSerializer(client: nil),
        configuration: configuration,
        transport: transport
    )
}

/// A verb, its method, the body that it sends, and the call.
private let verbs: [(String, HTTPMethod, String, @Sendable (HTTPSessionManager) async throws -> User)] = [
    ("get", .get, "", { try await $0.get("u", query: ["a": 1]) }),
    ("delete", .delete, "", { try await $0.delete("u", query: ["a": 1]) }),
    ("post", .post, #"{"name":"Ada"}"#, { try await $0.post("u", .value(User(name: "Ada")), query: ["a": 1]) }),
    ("put", .put, #"{"name":"Ada"}"#, { try await $0.put("u", .value(User(name: "Ada")), query: ["a": 1]) }),
    ("patch", .patch, #"{"name":"Ada"}"#, { try await $0.patch("u", .value(User(name: "Ada")), query: ["a": 1]) }),
    ("post nothing", .post, "", { try await $0.post("u", query: ["a": 1]) }),
    ("form", .post, "x=y%20z", { try await $0.post("u", .form(["x": "y z"]), query: ["a": 1]) }),
    (
        "as", .put, "name=Ada",
        {
            let content = RequestContent.value(
                User(name: "Ada"),
                contentType: "application/x-www-form-urlencoded"
            )
            return try await $0.put("u", content, query: ["a": 1])
        }
    ),
]

@Test(arguments: verbs.indices)
func verbsSendAndRead(_ index: Int) async throws {
    let (_, method, body, verb) = verbs[index]
    let transport = ScriptedTransport()
    transport.on(method, "http://h/v1/u?a=1", .init(fields: json, body: #"{"name":"Grace"}"#))
    #expect(try await verb(manager(transport)) == User(name: "Grace"))
    let sent = try #require(transport.requests.last)
    #expect(String(decoding: sent.body, as: UTF8.self) == body)
    #expect(sent.fields.contains("Content-Type") == !body.isEmpty)
    #expect(sent.fields["Accept-Encoding"] == "gzip, deflate")
    #expect(sent.fields["Accept"]?.contains("application/json") == true)
}

@Test func headsAreDiscardableAndNotDecoded() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 202, fields: json, body: "no json at all"))
    let api = try manager(transport)
    try await api.get("a")
    try await api.head("b")
    try await api.delete("c")
    try await api.put("d", .value(User(name: "x")))
    let head: ResponseHead = try await api.post("e", .form(["k": "v"]))
    #expect(head.status == 202)
    #expect(transport.requests.map(\.method) == [.get, .head, .delete, .put, .post])
}

@Test func multipartFormsAreSent() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 201))
    var form = MultipartFormData()
    form.append("hello", name: "note")
    try await manager(transport).post("photos", .multipart(form))
    let sent = try #require(transport.requests.last)
    #expect(sent.fields["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    #expect(String(decoding: sent.body, as: UTF8.self).contains("hello"))
    #expect(sent.declaredLength == sent.body.count)
}

@Test func fieldsOfACallReplaceThoseOfTheManager() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 204))
    var api = try manager(transport) { $0.fields = ["X-Third": "configuration", "X-Own": "configuration"] }
    api.requestSerializer.fields = ["X-Own": "serializer", "X-Other": "serializer", "Accept": "text/serializer"]
    try await api.get("a", headers: ["x-own": "call"])
    let fields = try #require(transport.requests.last).fields
    #expect(fields["X-Own"] == "call")
    #expect(fields["X-Other"] == "serializer")
    #expect(fields["X-Third"] == "configuration")
    #expect(fields["Accept"] == "text/serializer")
    await #expect { try await api.get("a", headers: ["X": "a\r\nY: b"]) } throws: {
        ($0 as? SessionError)?.serialization?.code == .invalidField
    }
}

@Test func unacceptableStatusesAreErrorsWithTheBody() async throws {
    struct Fault: Decodable, Sendable { var reason: String }
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 404, fields: json, body: #"{"reason":"gone"}"#))
    var api = try manager(transport)
    try api.serializers.register(errorBody: ErrorBodyRule(Fault.self, for: ["application/json"]))
    do {
        let _: User = try await api.get("users/7?token=secret")
        Issue.record("A 404 returned a value.")
    } catch {
        #expect(error.code == .unacceptableStatus)
        #expect(error.status == 404)
        #expect((error.decodedBody as? Fault)?.reason == "gone")
        #expect(error.body == Array(#"{"reason":"gone"}"#.utf8))
        #expect(error.method == .get)
        #expect(error.url == "http://h/v1/users/7?…")
        #expect(error.metrics?.steps.count == 1)
        #expect(!"\(error)".contains("gone") && !"\(error)".contains("secret"))
    }
}

@Test func bodiesMustBeWithinTheLimits() async throws {
    let transport = ScriptedTransport()
    let chunk = [UInt8](repeating: 0x20, count: 1 << 16)
    transport.on("http://h/v1/ok", .init(fields: json, chunks: Array(repeating: chunk, count: 1000)))
    transport.on("http://h/v1/bad", .init(status: 500, fields: json, chunks: Array(repeating: chunk, count: 1000)))
    var api = try manager(transport)
    api.serializers.limits.inputBytes = 1 << 17
    let bound = api
    #expect(await code { let _: User = try await bound.get("ok") } == .limitExceeded)
    #expect(await code { let _: User = try await bound.get("bad") } == .unacceptableStatus)
    #expect(transport.openExchangeCount == 0)
}

/// The manager and its session accept all codings of the registry, in their order, and decode a body once.
@Test func codingsOfTheRegistryAreDecodedOnce() async throws {
    let codings: [any ContentCoding] = [BrotliCoding(), ZstandardCoding(), GzipCoding()]
    let serializers = try SerializerRegistry {
        JSONPlugin()
        TextPlugin()
        CompressionPlugin()
        ZstandardPlugin()
        BrotliPlugin()
    }
    let transport = ScriptedTransport()
    let text = Array(#"{"name":"Grace"}"#.utf8)
    for coding in codings {
        // A body that was coded twice, but declares one coding, stays coded once.
        let once = try coding.encode(text.span)
        let twice = try coding.encode(once.span)
        let fields: HeaderFields = ["Content-Type": "application/json", "Content-Encoding": coding.names[0]]
        transport.on("http://h/v1/\(coding.names[0])/once", .init(fields: fields, chunks: once.map { [$0] }))
        transport.on("http://h/v1/\(coding.names[0])/twice", .init(fields: fields, chunks: [twice]))
    }
    var configuration = SessionConfiguration()
    configuration.proxies = .none
    let api = try HTTPSessionManager(
        baseURL: "http://h/v1",
        serializers: serializers,
        requestSerializer: HTTPRequestSerializer(client: nil),
        configuration: configuration,
        transport: transport
    )
    for coding in codings {
        let name = coding.names[0]
        #expect(try await api.get("\(name)/once") == User(name: "Grace"))
        #expect(transport.requests.last?.fields["Accept-Encoding"] == "br, zstd, gzip, deflate")
        let request = RequestMessage(url: "http://h/v1/\(name)/twice")
        let raw = try await api.session.data(for: request, configuration: api.configuration)
        #expect(try coding.decode(raw.value.span, limits: .standard) == text)
    }
}

@Test func codedBodiesAreDecodedByTheRegistry() async throws {
    let transport = ScriptedTransport()
    let text = Array(#"{"name":"Grace"}"#.utf8)
    let coded = try GzipCoding().encode(text.span)
    let fields: HeaderFields = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
    transport.on("http://h/v1/u", .init(fields: fields, chunks: coded.map { [$0] }))
    let api = try manager(transport)
    #expect(try await api.get("u") == User(name: "Grace"))
    // Streams are decoded too, whether or not the coding is decoded piece by piece.
    let rows = try GzipCoding().encode(Array("{\"name\":\"a\"}\n{\"name\":\"b\"}\n".utf8).span)
    let streamFields: HeaderFields = ["Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"]
    transport.on("http://h/v1/rows", .init(fields: streamFields, chunks: rows.map { [$0] }))
    var users: [User] = []
    for try await user: User in try await api.stream("rows") { users.append(user) }
    #expect(users == [User(name: "a"), User(name: "b")])
    // A range is a piece of the uncoded body.
    try await api.get("u", headers: ["Range": "bytes=0-3"])
    #expect(transport.requests.last?.fields["Accept-Encoding"] == "identity")
    // The bytes of a session are decoded, too.
    let raw = try await api.session.data(for: RequestMessage(url: "http://h/v1/u"), configuration: api.configuration)
    #expect(raw.value == text)
    #expect(raw.head.contentCodingsUndone)
}

@Test func streamsFailWithTheSessionsError() async throws {
    let transport = ScriptedTransport()
    let lost = TransportError(.connectionLost, "Gone.")
    let fields: HeaderFields = ["Content-Type": "application/x-ndjson"]
    let row = Array("{\"name\":\"a\"}\n".utf8)
    transport.on("http://h/v1/lost", .init(fields: fields, chunks: [row], failure: lost))
    transport.on("http://h/v1/broken", .init(fields: fields, chunks: [row, Array("{oh\n".utf8)]))
    transport.on("http://h/v1/404", .init(status: 404, fields: json, body: "{}"))
    let api = try manager(transport)
    func read(_ path: String) async throws -> Int {
        var count = 0
        do {
            for try await _: User in try await api.stream(path) { count += 1 }
        } catch {
            #expect(count == (path == "404" ? 0 : 1))
            throw error
        }
        return count
    }
    #expect(await code { try await read("lost") } == .connectionLost)
    #expect(await code { try await read("broken") } == .serialization)
    #expect(await code { try await read("404") } == .unacceptableStatus)
    #expect(transport.openExchangeCount == 0)
}

@Test func aStreamRequestsNoMoreThanIsRead() async throws {
    let transport = ScriptedTransport()
    let gate = AsyncGate(isOpen: true)
    let row = Array("{\"name\":\"a\"}\n".utf8)
    transport.on(
        "*",
        .init(
            fields: ["Content-Type": "application/x-ndjson"],
            chunks: Array(repeating: row, count: 100),
            chunkGate: gate
        )
    )
    let api = try manager(transport)
    do {
        let rows: SessionElements<User> = try await api.stream("rows")
        var iterator = rows.makeAsyncIterator()
        for _ in 0..<3 { #expect(try await iterator.next() == User(name: "a")) }
        #expect(rows.metrics.steps.count == 1)
        #expect(transport.openExchangeCount == 1)
    }
    #expect(transport.openExchangeCount == 0)
}

@Test func nativeValuesDependOnTheContentType() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/v1/j", .init(fields: json, body: "[1]"))
    transport.on("http://h/v1/t", .init(fields: ["Content-Type": "text/plain"], body: "hi"))
    let api = try manager(transport)
    #expect(try await api.anyValue("j").value is JSON)
    #expect(try await api.anyValue("t").value as? String == "hi")
}

@Test func withoutABaseWholeURLsAreNeeded() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/x", .init(status: 204))
    let api = try manager(transport, base: nil)
    try await api.get("http://h/x")
    #expect(await code { try await api.get("x") } == .invalidURL)
    #expect(throws: SessionError.self) { try manager(transport, base: "not a url") }
}

@Test(
    arguments: [
        ("127.0.0.1:8801/v1/", "http://127.0.0.1:8801/v1/"), ("localhost:8801", "http://localhost:8801/"),
        ("api.example.com", "https://api.example.com/"), ("ftp://h/", nil), ("", nil),
        ("ada:s3cret@api.example.com/v1", "https://api.example.com/v1/"),
        ("s3cret@api.example.com", "https://api.example.com/"),
        ("ada@example.com:s3cret@api.example.com/v1", nil), ("s3cret:@h/v1", "https://h/v1/"),
    ] as [(String, String?)]
)
func aBaseWithoutASchemeIsNamed(_ base: String, _ suggestion: String?) throws {
    let error = #expect(throws: SessionError.self) { try manager(ScriptedTransport(), base: base) }
    #expect(error?.code == .invalidURL)
    #expect(error?.message.hasPrefix("The baseURL cannot be used: ") == true)
    #expect(error?.message.contains("  ") == false)
    #expect(!"\(String(describing: error)) \(String(reflecting: error))".contains("s3cret"))
    if let suggestion { #expect(error?.remedy == "Write it as \(suggestion).") }
    #expect(error?.remedy != nil)
}

/// With an optional type, GET returns nil for 404, 410 and an empty response.
@Test func anOptionalIsNilForAMissingResource() async throws {
    let transport = ScriptedTransport()
    for status in [404, 410, 403] {
        transport.on("http://h/v1/\(status)", .init(status: status, fields: json, body: "{}"))
    }
    transport.on(.get, "http://h/v1/200", .init(fields: json, body: #"{"name":"Grace"}"#))
    transport.on(.get, "http://h/v1/204", .init(status: 204))
    var api = try manager(transport)
    for path in ["404", "410", "204"] {
        let user: User? = try await api.get(path)
        #expect(user == nil)
    }
    #expect(try await api.response(.get, "404", as: User?.self).head.status == 404)
    let user: User? = try await api.get("200")
    #expect(user == User(name: "Grace"))
    #expect(await code { let _: User? = try await api.get("403") } == .unacceptableStatus)
    #expect(await code { let _: User? = try await api.post("404") } == .unacceptableStatus)
    #expect(await code { let _: User = try await api.get("404") } == .unacceptableStatus)
    #expect(await code { let _: JSON = try await api.get("404") } == .unacceptableStatus)
    // An acceptable status requires a value.
    api.serializers.validation.statusCodes = .any
    #expect(await code { let _: User? = try await api.get("404") } == .serialization)
}

@Test func callbacksReportSuccessOrFailureOnce() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/v1/u", .init(fields: json, body: #"{"name":"Grace"}"#))
    transport.on("http://h/v1/gone", .init(status: 410))
    let api = try manager(transport)
    let runs = Locked(0)
    let executor = CallbackExecutor { callback in
        runs.withLock { $0 += 1 }
        callback()
    }
    let progress = Locked<[TransferProgress]>([])
    let name: String = await withCheckedContinuation { done in
        api.task(.get, "u", downloadProgress: { figure in progress.withLock { $0.append(figure) } })
            .onCompletion(
                on: executor,
                success: { (response: ValueResponse<User>) in done.resume(returning: response.value.name) },
                failure: { _ in done.resume(returning: "failed") }
            )
    }
    #expect(name == "Grace")
    #expect(progress.withLock { $0.last?.completedBytes } == 16)
    for (path, expected) in [("gone", SessionError.Code.unacceptableStatus), ("http://[", .invalidURL)] {
        let code: SessionError.Code? = await withCheckedContinuation { done in
            api.task(.post, path, .value(User(name: "x")))
                .onCompletion(
                    on: executor,
                    success: { (_: ValueResponse<User>) in done.resume(returning: nil) },
                    failure: { done.resume(returning: $0.code) }
                )
        }
        #expect(code == expected)
    }
    let status: Int = await withCheckedContinuation { done in
        api.task(.head, "u", as: Void.self).onCompletion(on: executor) {
            done.resume(returning: $0.head.status)
        } failure: { _ in
            done.resume(returning: 0)
        }
    }
    #expect(status == 200)
    #expect(runs.withLock { $0 } == 4)
}

@Test func aTaskKeepsItsSerializers() async throws {
    let transport = ScriptedTransport()
    let gate = AsyncGate(isOpen: false)
    transport.on(
        "*",
        .init(fields: ["Content-Type": "text/strange"], chunks: [Array(#"{"name":"a"}"#.utf8)], gate: gate)
    )
    var api = try manager(transport)
    let strict: SessionTask<ValueResponse<User>> = api.task(.get, "u")
    api.serializers = api.serializers.treating("text/strange", as: .json)
    let lenient: SessionTask<ValueResponse<User>> = api.task(.get, "u")
    gate.open()
    #expect(await code { try await strict.value } == .serialization)
    #expect(try await lenient.value.value == User(name: "a"))
}

private struct Shouting: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["application/json"] }
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> String {
        "\(body.count)!"
    }
}

@Test func oneSerializerIsEnough() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/j", .init(fields: json, body: "[1]"))
    transport.on("http://h/t", .init(fields: ["Content-Type": "text/plain"], body: "hi"))
    let single = try HTTPSessionManager(baseURL: "http://h", responseSerializer: Shouting(), transport: transport)
    #expect(try await single.get("j", as: String.self) == "3!")
    #expect(await code { try await single.get("t", as: String.self) } == .serialization)
    // One request may use another serializer, whatever the content type is.
    let api = try manager(transport, base: "http://h")
    #expect(try await api.reading(with: Shouting()).get("j", as: String.self) == "3!")
    #expect(try await api.reading(with: Shouting()).get("t", as: String.self) == "2!")
    #expect(try await api.reading(with: .bytes).get("j") == Array("[1]".utf8))
    #expect(try await api.reading(with: .text).get("j") == "[1]")
    #expect(try await api.get("j", as: [Int].self) == [1])
}
