import Mimeograph
import MimeographSession
import MimeographSessionTesting
import TestSupport
import Testing

/// A recording in the form in which browsers export it, with members that this module does not know.
let browserFile = #"""
    {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"},
    "pages": [{"startedDateTime": "2026-11-27T09:30:00.000Z", "id": "page_1", "title": "h", "pageTimings": {"onLoad": 9}}],
    "entries": [
    {"_initiator": {"type": "other"}, "pageref": "page_1", "startedDateTime": "2026-11-27T09:30:00.000Z", "time": 12.5,
     "request": {"method": "GET", "url": "https://h.test/items?page=1#list", "httpVersion": "http/2.0",
      "headers": [{"name": ":authority", "value": "h.test"}, {"name": "accept", "value": "*/*"}],
      "queryString": [{"name": "page", "value": "1"}], "cookies": [], "headersSize": -1, "bodySize": 0},
     "response": {"status": 200, "statusText": "OK", "httpVersion": "http/2.0",
      "headers": [{"name": ":status", "value": "200"}, {"name": "content-encoding", "value": "br"},
       {"name": "content-type", "value": "application/json"}, {"name": "content-length", "value": "5"}],
      "cookies": [], "content": {"size": 8, "mimeType": "application/json", "text": "[\"\u00e9\"]\n", "compression": 3},
      "redirectURL": "", "headersSize": -1, "bodySize": 5, "_transferSize": 120, "_error": null},
     "cache": {}, "timings": {"blocked": 1, "dns": -1, "connect": -1, "send": 0.1, "wait": 10, "receive": 1.4, "ssl": -1}},
    {"request": {"method": "GET", "url": "https://h.test/icon.gif", "headers": []},
     "response": {"status": 200, "headers": [], "content": {"size": 3, "mimeType": "image/gif", "text": "AAH/", "encoding": "base64"}}},
    {"request": {"method": "POST", "url": "https://h.test/items", "headers": [],
      "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "",
       "params": [{"name": "a b", "value": "1&2"}, {"name": "file", "fileName": "x", "contentType": "text/plain"}]}},
     "response": {"status": 201, "headers": [], "content": {"size": 0, "mimeType": "x-unknown"}}},
    {"request": {"method": "GET", "url": "https://h.test/blocked", "headers": []},
     "response": {"status": 0, "statusText": "", "headers": [], "content": {"size": 0}, "_error": "net::ERR_BLOCKED"}},
    {"request": {"method": "GET", "url": "https://h.test/large", "headers": []},
     "response": {"status": 200, "headers": [], "content": {"size": 9000000, "mimeType": "video/mp4"}}}
    ]}}
    """#

@Test func aBrowsersFileIsReplayed() async throws {
    let har = try HAR(bytes: [0xEF, 0xBB, 0xBF] + Array(browserFile.utf8))
    #expect(har.entries.count == 5 && har.entries[0].time == 12.5 && har.entries[0].timings.wait == 10)
    let transport = try ScriptedTransport(replaying: har)
    let items = try await transport.send(TransportRequest(url: "https://H.test:443/items?page=1"))
    #expect(items.head.fields == ["content-type": "application/json", "content-length": "7"])
    var body: [UInt8] = []
    for try await chunk in items.body { body += chunk }
    #expect(body == Array("[\"é\"]\n".utf8))
    let icon = try await transport.send(TransportRequest(url: "https://h.test/icon.gif"))
    var chunks = icon.body.makeAsyncIterator()
    #expect(try await chunks.next() == [0, 1, 0xFF])
    let form = TransportRequest(
        method: .post,
        url: "https://h.test/items",
        fields: ["Content-Type": "application/x-www-form-urlencoded"],
        body: .bytes(Array("a+b=1%262&file=".utf8))
    )
    #expect(try await transport.send(form).head.status == 201)
    for path in ["blocked", "large"] {
        await #expect { try await transport.send(TransportRequest(url: "https://h.test/\(path)")) } throws: {
            ($0 as? TransportError)?.code == .invalidResponse
        }
    }
    // Nothing that the module reads is lost when it writes the file.
    #expect(try HAR(bytes: har.bytes()) == har)
}

/// Entries of browsers that are odd, but no reason to reject the file.
@Test func oddEntriesAreReplayed() async throws {
    let file = #"""
        {"log": {"entries": [
        {"request": {"method": "GET", "url": "https://h/cookies"}, "response": {"status": 200, "headers": [
         {"name": "set-cookie", "value": "a=1\nb=2"}, {"name": "x-null", "value": null}, {"name": "x-none"},
         {"name": "Signature", "value": "(hidden)"}, {"name": "signature-input", "value": "(hidden)"},
         {"name": "content-length", "value": "154"}]}},
        {"request": {"method": "GET", "url": "https://h/lines"},
         "response": {"status": 200, "content": {"size": 3, "text": "AA\r\nH/\n", "encoding": "base64"}}},
        {"request": {"method": "GET", "url": "https://h/latin"}, "response": {"status": 200,
         "headers": [{"name": "content-type", "value": "text/html; charset=iso-8859-1"}],
         "content": {"size": 1, "text": "\u00e9"}}},
        {"request": {"method": "GET", "url": "https://h/304"}, "response": {"status": 304,
         "headers": [{"name": "content-length", "value": "9"}], "content": {"size": 9}}},
        {"request": {"method": "GET", "url": "https://h/204"}, "response": {"status": 204, "content": {"size": 9}}},
        {"request": {"method": "GET", "url": "https://h/205"}, "response": {"status": 205, "content": {"size": 9}}}
        ]}}
        """#
    let transport = try ScriptedTransport(replaying: HAR(bytes: Array(file.utf8)))
    func fields(_ path: String) async throws -> HeaderFields {
        try await transport.send(TransportRequest(url: "https://h/\(path)")).head.fields
    }
    let cookies = try await fields("cookies")
    #expect(cookies.values(of: "Set-Cookie") == ["a=1", "b=2"])
    #expect(cookies["x-null"] == "" && cookies["x-none"] == "" && cookies["Content-Length"] == "0")
    #expect(!cookies.contains("Signature") && !cookies.contains("Signature-Input"))
    let lines = try await transport.send(TransportRequest(url: "https://h/lines"))
    var chunks = lines.body.makeAsyncIterator()
    #expect(try await chunks.next() == [0, 1, 0xFF])
    #expect(try await fields("latin").contentType?.charset == "utf-8")
    #expect(try await fields("304") == ["content-length": "9"])
    for path in ["204", "205"] { #expect(try await fields(path).lines.isEmpty) }
}

private func entry(_ method: String, _ url: String, body: String? = nil, _ answer: String) -> HAR.Entry {
    HAR.Entry(
        request: .init(method: method, url: url, postData: body.map { .init(mimeType: "text/plain", text: $0) }),
        response: .init(content: .init(size: answer.utf8.count, text: answer))
    )
}

private let entries = HAR(entries: [
    entry("GET", "https://h/a?page=1", "first"), entry("GET", "https://h/a?page=1", "second"),
    entry("GET", "https://h/b", "other"), entry("POST", "https://h/a", body: "abcd", "posted"),
])

@Test func repeatedRequestsReceiveTheNextAnswer() async throws {
    let transport = try ScriptedTransport(replaying: entries)
    func text(_ request: TransportRequest) async throws -> String {
        var body: [UInt8] = []
        for try await chunk in try await transport.send(request).body { body += chunk }
        return String(decoding: body, as: UTF8.self)
    }
    let first = TransportRequest(url: "https://h/a?page=1")
    #expect(try await text(first) == "first")
    #expect(try await text(TransportRequest(url: "https://h/b")) == "other")
    #expect(try await text(first) == "second")
    await #expect {
        try await transport.send(first)
    } throws: { error in
        let reason = (error as? TransportError)?.underlying as? UnrecordedRequest
        return reason?.nearestEntry == 0 && reason?.differences == []
    }
    // A rule answers before the recording.
    transport.on("https://h/b", .init(body: "rule"))
    #expect(try await text(TransportRequest(url: "https://h/b")) == "rule")
}

@Test(
    arguments: [
        ("GET", "https://h/a?page=2&x=1", "", 0, [.query], "(page, x)"),
        ("GET", "https://h/c", "", 2, [.path], "the path"),
        ("PUT", "https://h/b", "", 2, [.method], "the method"),
        ("GET", "http://h/b", "", 2, [.origin], "the origin"),
        ("POST", "https://h/a", "abXd", 3, [.body], "from byte 2 on"),
        ("POST", "https://h/a", "ab", 3, [.body], "from byte 2 on"),
        ("POST", "https://h/a?q=topsecretvalue", "abcd", 3, [.query], "(q)"),
    ] as [(String, String, String, Int, [UnrecordedRequest.Part], String)]
)
func anUnrecordedRequestNamesTheNearestEntry(
    method: String,
    url: String,
    body: String,
    nearest: Int,
    parts: [UnrecordedRequest.Part],
    text: String
) async throws {
    let transport = try ScriptedTransport(replaying: entries)
    let request = TransportRequest(
        method: HTTPMethod(rawValue: method),
        url: url,
        body: body.isEmpty ? .none : .bytes(Array(body.utf8))
    )
    let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
    let found = try #require(error)
    let reason = try #require(found.underlying as? UnrecordedRequest)
    #expect(found.code == .unsupported && reason.nearestEntry == nearest && reason.differences == parts)
    #expect(found.message.contains(text) && found.message.contains("log.entries[\(nearest)]"), "\(found.message)")
    #expect(!found.message.contains("topsecretvalue") && found.remedy != nil)
    #expect(transport.requests.count == 1)
}

@Test func anEmptyRecordingAnswersNothing() async throws {
    let transport = try ScriptedTransport(replaying: HAR())
    await #expect { try await transport.send(TransportRequest(url: "https://h/")) } throws: { error in
        let reason = (error as? TransportError)?.underlying as? UnrecordedRequest
        return reason?.nearestEntry == nil && reason?.differences == []
    }
}

@Test(
    arguments: [
        (-1, "X", "y", nil, .dataShape, "log.entries[1].response.status"),
        (1000, "X", "y", nil, .dataShape, "log.entries[1].response.status"),
        (Int.min, "X", "y", nil, .dataShape, "log.entries[1].response.status"),
        (200, "X\r\nEvil", "y", nil, .invalidField, "log.entries[1].response.headers[0]"),
        (200, "", "y", nil, .invalidField, "log.entries[1].response.headers[0]"),
        (200, "X", "y\r\nEvil: z", nil, .invalidField, "log.entries[1].response.headers[0]"),
        (200, "X", "y\0", nil, .invalidField, "log.entries[1].response.headers[0]"),
        (200, "X", "y", "base64", .dataShape, "log.entries[1].response.content.text"),
        (200, "X", "y", "rot13", .dataShape, "log.entries[1].response.content.text"),
    ] as [(Int, String, String, String?, SerializationError.Code, String)]
)
func anImpossibleEntryIsRejected(
    status: Int,
    name: String,
    value: String,
    encoding: String?,
    code: SerializationError.Code,
    path: String
) throws {
    let response = HAR.Response(
        status: status,
        headers: [HAR.Pair(name, value)],
        content: .init(text: "A*A=", encoding: encoding)
    )
    let har = HAR(entries: [
        entry("GET", "https://h/", "a"), HAR.Entry(request: .init(url: "https://h/"), response: response),
    ])
    let error = #expect(throws: SerializationError.self) { try ScriptedTransport(replaying: har) }
    let found = try #require(error)
    #expect(found.code == code && found.remedy != nil)
    #expect("\(found)".contains(path), "\(found)")
    #expect(!"\(found)".contains("\r"))
}

@Test func aRequestBodyThatIsNotBase64IsRejected() throws {
    let request = HAR.Request(method: "POST", url: "https://h/", postData: .init(text: "*", encoding: "base64"))
    let har = HAR(entries: [HAR.Entry(request: request, response: .init())])
    #expect { try ScriptedTransport(replaying: har) } throws: { ($0 as? SerializationError)?.code == .dataShape }
}
