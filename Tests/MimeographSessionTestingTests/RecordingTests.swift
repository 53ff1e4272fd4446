import Foundation
import LoopbackServer
import Mimeograph
import MimeographJSON
import MimeographSession
import MimeographSessionTesting
import TestSupport
import Testing

/// A file in a folder of its own, which is removed with the object.
final class RecordedFile {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("har-\(UUID().uuidString)")
    var path: String { folder.appendingPathComponent("exchanges.har").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }
    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// The status, the type and the body of an answer.
private struct Received: Equatable {
    let status: Int
    let type: String?
    let body: [UInt8]
}

private func receive(_ request: TransportRequest, by transport: any Transport) async throws -> Received {
    let response = try await transport.send(request)
    var body: [UInt8] = []
    for try await chunk in response.body { body += chunk }
    return Received(status: response.head.status, type: response.head.fields["Content-Type"], body: body)
}

@Test(.within(minutes: 5))
func recordedAnswersEqualTheServers() async throws {
    let server = try LoopbackServer()
    let json: HeaderFields = ["Content-Type": "application/json"]
    let requests = [
        TransportRequest(url: "\(server.url)/user"),
        TransportRequest(url: "\(server.url)/picture"),
        TransportRequest(url: "\(server.url)/busy"),
        TransportRequest(url: "\(server.url)/busy"),
        TransportRequest(url: "\(server.url)/full"),
        TransportRequest(url: "\(server.url)/text?page=2"),
        TransportRequest(method: .head, url: "\(server.url)/user"),
        TransportRequest(method: .post, url: "\(server.url)/echo", fields: json, body: .bytes(Array(#"{"a":1}"#.utf8))),
        TransportRequest(method: .post, url: "\(server.url)/echo", fields: json, body: .bytes(Array(#"{"a":2}"#.utf8))),
        TransportRequest(method: .put, url: "\(server.url)/echo", body: .bytes([0xFF, 0x00, 0x80])),
    ]
    let file = try RecordedFile()
    let recorder = RecordingTransport()
    var served: [Received] = []
    for request in requests { served.append(try await receive(request, by: recorder)) }
    server.stop()
    try recorder.har.write(to: file.path)

    let har = try HAR(contentsOf: file.path)
    #expect(har == recorder.har)
    #expect(har.entries.map(\.request.method) == requests.map(\.method.rawValue))
    let transport = try ScriptedTransport(har: file.path)
    // The order matters only among equal requests.
    for index in [9, 8, 7, 6, 5, 4, 2, 3, 1, 0] {
        #expect(try await receive(requests[index], by: transport) == served[index], "request \(index)")
    }
    #expect(served[2].status == 503 && served[3].status == 200)
}

@Test(.within(minutes: 5))
func aSessionReplaysRedirectsAndValues() async throws {
    struct User: Codable, Sendable { let name: String }
    let server = try LoopbackServer()
    let file = try RecordedFile()
    let serializers = try SerializerRegistry { JSONPlugin() }
    func name(by transport: any Transport) async throws -> String {
        let api = try HTTPSessionManager(baseURL: server.url, serializers: serializers, transport: transport)
        let user: User = try await api.get("redirect?count=3")
        return user.name
    }
    let recorder = RecordingTransport()
    let recorded = try await name(by: recorder)
    try recorder.har.write(to: file.path)
    #expect(recorder.har.entries.count == 4)
    server.stop()
    #expect(try await name(by: ScriptedTransport(har: file.path)) == recorded)
}

@Test func secretsAreNotInTheFile() async throws {
    let transport = ScriptedTransport()
    let json: HeaderFields = ["Content-Type": "application/json"]
    transport.on(
        .get,
        "*",
        .init(
            fields: [
                "Set-Cookie": "session=HUSH01", "set-cookie": "other=HUSH02", "Location": "/next?token=HUSH03",
                "X-Auth-Token": "HUSH04", "Content-Type": "application/json",
            ],
            body: #"{"access_token":"HUSH05","name":"Ada","nested":{"password":{"is":"HUSH06"}}}"#
        )
    )
    transport.on(.post, "*", .init(fields: json, body: "[]"))
    let recorder = RecordingTransport(transport, secrets: HAR.Secrets(alsoHiding: ["X-Tenant", "invitation"]))
    let get = TransportRequest(
        url: "https://ada:HUSH07@h/a;jsessionid=HUSH08?page=2&api_key=HUSH09&invitation=HUSH10&code=HUSH11",
        fields: [
            "Authorization": "Bearer HUSH12", "Cookie": "a=HUSH13", "Proxy-Authorization": "Basic HUSH14",
            "X-API-Key": "HUSH15", "x-tenant": "HUSH16", "Referer": "https://h/?password=HUSH17", "X-Page": "2",
            "X-Note": "password=HUSH18",
        ]
    )
    _ = try await receive(get, by: recorder)
    let forms = [
        ("application/x-www-form-urlencoded", "grant_type=refresh&password=HUSH19&invitation=HUSH20&page=3"),
        ("application/json", #"{"client_secret":"HUSH21","page":4}"#),
        (
            "multipart/form-data; boundary=xyz",
            "--xyz\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nHUSH22\r\n--xyz--\r\n"
        ),
    ]
    for (type, text) in forms {
        let body = Array(text.utf8)
        _ = try await receive(
            TransportRequest(method: .post, url: "https://h/", fields: ["Content-Type": type], body: .bytes(body)),
            by: recorder
        )
    }
    let file = try RecordedFile()
    try recorder.har.write(to: file.path)
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(!text.contains("HUSH"), "\(text)")
    for kept in ["page=2", "X-Page", "page=3", #"\"page\":4"#, "Ada", "(hidden)"] {
        #expect(text.contains(kept), "\(kept)")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)

    // Another secret is the same request; another page is not.
    let replay = try ScriptedTransport(har: file.path, secrets: HAR.Secrets(alsoHiding: ["X-Tenant", "invitation"]))
    var again = get
    again.url = get.url.replacingOccurrences(of: "HUSH", with: "OTHER")
    again.fields = [:]
    let answer = try await replay.send(again)
    #expect(!answer.head.fields.contains("Set-Cookie"))
    again.url = again.url.replacingOccurrences(of: "page=2", with: "page=3")
    await #expect(throws: TransportError.self) { try await replay.send(again) }
    for (type, text) in forms {
        let body = Array(
            text.replacingOccurrences(of: "HUSH", with: "OTHER").replacingOccurrences(of: "xyz", with: "zyx-9").utf8
        )
        let type = type.replacingOccurrences(of: "xyz", with: "zyx-9")
        let request = TransportRequest(
            method: .post,
            url: "https://h/",
            fields: ["Content-Type": type],
            body: .bytes(body)
        )
        #expect(try await receive(request, by: replay).body == Array("[]".utf8), "\(type)")
    }
}

/// Bodies whose type is missing or wrong, and bodies that are not UTF-8. Each scalar is a byte.
@Test(
    arguments: [
        ("text/plain", #"{"password":"HUSH","page":1}"#), (nil, #"[{"token":"HUSH"},1]"#),
        ("text/javascript", #"{"token":"HUSH"}"#), ("application/x-amz-json-1.1", #"{"SecretKey":"HUSH"}"#),
        ("application/x-ndjson", "{\"token\":\"HUSH\"}\n{\"a\":1,\"password\":\"HUSH\"}\n"),
        ("application/soap+xml", "<a><password>HUSH</password><invitation>HUSH</invitation></a>"),
        ("text/plain", "<a><b password='HUSH'/></a>"), (nil, "user=ada&password=HUSH"), (nil, "invitation=HUSH"),
        ("application/json", #"{"invitation":"HUSH"}"#),
        ("application/json", "{\"password\":\"HUSH\",\"name\":\"\u{E9}\"}"),
        ("application/x-www-form-urlencoded", "name=\u{E9}&password=HUSH"),
        (
            "multipart/form-data; boundary=x",
            """
            --x\r
            Content-Disposition: form-data; name="password"\r
            \r
            HUSH\r
            --x\r
            Content-Disposition: form-data; name="invitation"\r
            \r
            HUSH\r
            --x\r
            Content-Disposition: form-data; name="p"\r
            Content-Type: image/jpeg\r
            \r
            \u{FF}\u{D8}\u{FF}\u{E0}\r
            --x--\r

            """
        ),
    ] as [(String?, String)]
)
func secretsInOddBodiesAreNotRecorded(type: String?, text: String) async throws {
    let body = text.unicodeScalars.map { UInt8($0.value) }
    var fields = HeaderFields()
    if let type { fields["Content-Type"] = type }
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: fields, chunks: [body]))
    let secrets = HAR.Secrets(alsoHiding: ["Invitation"])
    let recorder = RecordingTransport(transport, secrets: secrets)
    let request = TransportRequest(method: .post, url: "https://h/", fields: fields, body: .bytes(body))
    _ = try await receive(request, by: recorder)
    let entry = try #require(recorder.har.entries.first)
    for (text, encoding) in [
        (entry.request.postData?.text, entry.request.postData?.encoding),
        (entry.response.content.text, entry.response.content.encoding),
    ] {
        let text = try #require(text)
        let shown = encoding == nil ? Data(text.utf8) : try #require(Data(base64Encoded: text))
        #expect(shown.range(of: Data("HUSH".utf8)) == nil, "\(String(decoding: shown, as: UTF8.self))")
        #expect(shown.range(of: Data("(hidden)".utf8)) != nil)
        for kept in body where kept >= 0x80 { #expect(shown.contains(kept)) }
    }
    // A request with another secret is answered.
    var other = body
    for start in body.indices where body[start...].starts(with: "HUSH".utf8) { other[start] = UInt8(ascii: "P") }
    let again = TransportRequest(method: .post, url: "https://h/", fields: fields, body: .bytes(other))
    _ = try await receive(again, by: ScriptedTransport(replaying: recorder.har, secrets: secrets))
}

@Test func plainTextIsRecordedAsItIs() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: ["Content-Type": "text/plain"], body: "password=x"))
    let recorder = RecordingTransport(transport)
    _ = try await receive(TransportRequest(url: "https://h/"), by: recorder)
    #expect(recorder.har.entries.first?.response.content.text == "password=x")
}

@Test(
    arguments: [
        ("Location", "//ada:HUSH@h/x", "//(hidden)@h/x"),
        ("Location", "https://h/proxy/https://ada:HUSH@b/", "https://h/proxy/https://(hidden)@b/"),
        ("Location", "/a;invitation=HUSH?b=1#invitation=HUSH", "/a;invitation=(hidden)?b=1#invitation=(hidden)"),
        ("Location", "https://h/a//@types/node", "https://h/a//@types/node"),
        ("Link", "<https://h/cb?code=HUSH>; rel=\"next\"", "<https://h/cb?code=(hidden)>; rel=\"next\""),
        (
            "Link", "<https://h/?page_token=HUSH&n=2>; rel=\"next\", </b>; rel=\"up\"",
            "<https://h/?page_token=(hidden)&n=2>; rel=\"next\", </b>; rel=\"up\""
        ),
        ("Refresh", "0; url=https://h/cb?code=HUSH", "0; url=https://h/cb?code=(hidden)"),
        ("X-Original-URL", "/cb?code=HUSH", "/cb?code=(hidden)"), ("X-Note", "token=https://h/HUSH", "(hidden)"),
        ("X-Note", "password: HUSH", "(hidden)"), ("X-Note", "invitation=HUSH", "(hidden)"),
        ("X-Link", "https://ada:HUSH@h/", "https://(hidden)@h/"),
        ("WWW-Authenticate", "Negotiate HUSH==", "Negotiate (hidden)"),
        (
            "WWW-Authenticate", "NTLM HUSH=, Basic realm=\"a, b c\", charset=\"UTF-8\"",
            "NTLM (hidden), Basic realm=\"a, b c\", charset=\"UTF-8\""
        ),
        ("WWW-Authenticate", "Negotiate, Digest nonce=\"x==\", qop=auth", "Negotiate, Digest nonce=\"x==\", qop=auth"),
        ("Content-Type", "text/plain; token=HUSH", "(hidden)"),
    ]
)
func secretsInFieldsAreHidden(name: String, value: String, expected: String) async throws {
    let transport = ScriptedTransport()
    var fields = HeaderFields()
    fields[name] = value
    transport.on("*", .init(fields: fields, body: "x"))
    let recorder = RecordingTransport(transport, secrets: HAR.Secrets(alsoHiding: ["invitation"]))
    _ = try await receive(TransportRequest(url: "https://h/"), by: recorder)
    let response = try #require(recorder.har.entries.first?.response)
    #expect(response.headers == [HAR.Pair(name, expected)])
    #expect(!response.content.mimeType.contains("HUSH"))
}

@Test func secretsAreKeptOnRequest() async throws {
    let transport = ScriptedTransport()
    transport.on(
        "*",
        .init(fields: ["Set-Cookie": "a=1", "Content-Type": "application/json"], body: #"{"token":"x"}"#)
    )
    let recorder = RecordingTransport(transport, secrets: .none)
    let request = TransportRequest(url: "https://h/?token=y", fields: ["Authorization": "Bearer z"])
    let served = try await receive(request, by: recorder)
    let entry = try #require(recorder.har.entries.first)
    #expect(entry.request.url == "https://h/?token=y" && entry.response.content.text == #"{"token":"x"}"#)
    #expect(entry.request.headers.contains(HAR.Pair("Authorization", "Bearer z")))
    let replay = try ScriptedTransport(replaying: recorder.har, secrets: .none)
    #expect(try await receive(request, by: replay) == served)
    // Printing still shows nothing of it.
    for text in ["\(recorder.har)", "\(entry)", String(reflecting: entry)] {
        #expect(!text.contains("token"), "\(text)")
    }
}

@Test(arguments: ["gzip", nil])
func digestsOfChangedBodiesAreLeftOut(coding: String?) async throws {
    let fields = ["Content-Digest", "Repr-Digest"].map { HAR.Pair($0, "sha-256=:x:") }
    func answer(_ text: String) async throws -> HeaderFields {
        let headers = fields + (coding.map { [HAR.Pair("Content-Encoding", $0)] } ?? [])
        let response = HAR.Response(headers: headers, content: .init(size: 9, text: text))
        let har = HAR(entries: [HAR.Entry(request: .init(url: "https://h/"), response: response)])
        return try await ScriptedTransport(replaying: har).send(TransportRequest(url: "https://h/")).head.fields
    }
    #expect(try await answer("whole").lines.count == (coding == nil ? 2 : 0))
    #expect(try await answer(#"{"token":"(hidden)"}"#).lines.isEmpty)
}

@Test func hidingTwiceChangesNothing() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init())
    func record(_ url: String, _ body: String, _ type: String) async throws -> HAR.Request? {
        let recorder = RecordingTransport(transport, secrets: HAR.Secrets(alsoHiding: ["page"]))
        let fields: HeaderFields = ["Content-Type": type, "Cookie": "a=1", "Referer": url]
        let request = TransportRequest(method: .post, url: url, fields: fields, body: .bytes(Array(body.utf8)))
        _ = try await receive(request, by: recorder)
        return recorder.har.entries.first?.request
    }
    for (type, body) in [
        ("application/json", #"[{"key":"password","value":"x"},{"token":{"a":[1]}},"password=y",["secret","z"]]"#),
        ("application/x-www-form-urlencoded", "a=1&field=password&b=x&page=2&=&&token"),
        ("text/plain", "password=x"),
    ] {
        let once = try #require(await record("https://u:p@h/a;sid=1/b?x=password&y=2&page=3#token=z", body, type))
        #expect(try await record(once.url, once.postData?.text ?? "", type) == once)
    }
}

@Test func aProgramHidesMoreInBodies() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: ["Content-Type": "text/plain"], body: "account 4711"))
    let secrets = HAR.Secrets { text, _ in text.replacingOccurrences(of: "4711", with: "0000") }
    let recorder = RecordingTransport(transport, secrets: secrets)
    _ = try await receive(TransportRequest(url: "https://h/"), by: recorder)
    #expect(recorder.har.entries.first?.response.content.text == "account 0000")
}

@Test func bodiesBeyondTheLimitAreNotRecorded() async throws {
    let transport = ScriptedTransport()
    transport.on("https://h/8", .init(chunks: [[1, 2, 3, 4], [5, 6, 7, 8]]))
    transport.on("https://h/9", .init(chunks: [[1, 2, 3, 4], [5, 6, 7, 8, 9]]))
    transport.on("https://h/coded", .init(fields: ["Content-Encoding": "gzip"], chunks: [[1]]))
    let recorder = RecordingTransport(transport, bodyLimit: 8)
    for (path, count) in [("8", 8), ("9", 9), ("coded", 1)] {
        #expect(try await receive(TransportRequest(url: "https://h/\(path)"), by: recorder).body.count == count)
    }
    #expect(recorder.har.entries.map { $0.response.content.text == nil } == [false, true, true])
    #expect(transport.requests.allSatisfy { $0.fields["Accept-Encoding"] == "identity" })
    let replay = try ScriptedTransport(replaying: recorder.har)
    for path in ["9", "coded"] {
        await #expect { try await replay.send(TransportRequest(url: "https://h/\(path)")) } throws: {
            ($0 as? TransportError)?.code == .invalidResponse
        }
    }
    let long = TransportRequest(method: .post, url: "https://h/8", body: .bytes([UInt8](repeating: 0, count: 9)))
    await #expect { try await recorder.send(long) } throws: { ($0 as? TransportError)?.code == .limitExceeded }
    #expect(recorder.har.entries.count == 3)
}

@Test func exchangesThatEndEarlyAreRecordedAsFarAsTheyWereRead() async throws {
    let transport = ScriptedTransport()
    transport.on("https://h/dropped", .init(chunks: [[0x61], [0x62]]))
    transport.on("https://h/fails", .failure(TransportError(.cannotConnect, "No.")))
    transport.on("https://h/breaks", .init(chunks: [[1]], failure: TransportError(.connectionLost, "Gone.")))
    let recorder = RecordingTransport(transport)
    do {
        let body = try await recorder.send(TransportRequest(url: "https://h/dropped")).body
        var chunks = body.makeAsyncIterator()
        #expect(try await chunks.next() == [0x61])
        #expect(recorder.har.entries.isEmpty)
        body.cancel()
    }
    for path in ["fails", "breaks"] {
        await #expect(throws: TransportError.self) {
            try await receive(TransportRequest(url: "https://h/\(path)"), by: recorder)
        }
    }
    let entry = try #require(recorder.har.entries.first)
    #expect(recorder.har.entries.count == 1)
    #expect(entry.response.content.text == "a" && entry.comment != nil)
    // The replayed body ends as early.
    let answer = try await ScriptedTransport(replaying: recorder.har).send(TransportRequest(url: "https://h/dropped"))
    var chunks = answer.body.makeAsyncIterator()
    #expect(try await chunks.next() == [0x61])
    await #expect { try await chunks.next() } throws: { ($0 as? TransportError)?.code == .connectionLost }
}

@Test(arguments: [nil, "gzip"]) func aBodyThatWasNotReadIsNotReplayedAsEmpty(coding: String?) async throws {
    let transport = ScriptedTransport()
    var fields: HeaderFields = ["Content-Length": "1"]
    if let coding { fields["Content-Encoding"] = coding }
    transport.on("*", .init(fields: fields, chunks: [[0x61]]))
    let recorder = RecordingTransport(transport)
    for method in [HTTPMethod.get, .head] {
        let body = try await recorder.send(TransportRequest(method: method, url: "https://h/")).body
        body.cancel()
    }
    let replay = try ScriptedTransport(replaying: recorder.har)
    await #expect {
        try await receive(TransportRequest(url: "https://h/"), by: replay)
    } throws: {
        ($0 as? TransportError)?.code == .connectionLost
    }
    #expect(try await receive(TransportRequest(method: .head, url: "https://h/"), by: replay).body.isEmpty)
}

@Test func eventsThatTheReaderStoppedReadingEndNormally() async throws {
    let transport = ScriptedTransport()
    let events: HeaderFields = ["Content-Type": "text/event-stream"]
    transport.on("*", .init(fields: events, chunks: [Array("data: a\n\n".utf8), [0x62]]))
    let recorder = RecordingTransport(transport)
    do {
        let body = try await recorder.send(TransportRequest(url: "https://h/")).body
        var chunks = body.makeAsyncIterator()
        _ = try await chunks.next()
        body.cancel()
    }
    let served = try await receive(TransportRequest(url: "https://h/"), by: ScriptedTransport(replaying: recorder.har))
    #expect(served.body == Array("data: a\n\n".utf8))
}

@Test func entriesAreInTheOrderOfTheirRequests() async throws {
    let transport = ScriptedTransport()
    let gate = AsyncGate(isOpen: false)
    transport.on("https://h/1", .init(chunks: [[0x31]], chunkGate: gate))
    transport.on("https://h/2", .init(chunks: [[0x32]]))
    let recorder = RecordingTransport(transport)
    let first = try await recorder.send(TransportRequest(url: "https://h/1"))
    _ = try await receive(TransportRequest(url: "https://h/2"), by: recorder)
    gate.open()
    for try await _ in first.body {}
    #expect(recorder.har.entries.map(\.request.url) == ["https://h/1", "https://h/2"])
}
