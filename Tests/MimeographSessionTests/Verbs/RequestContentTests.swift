import Foundation
import Mimeograph
import MimeographCompression
import MimeographForm
import MimeographJSON
import MimeographSessionTesting
import MimeographSupport
import MimeographText
import Testing

@testable import MimeographSession

/// Tests that every verb sends every kind of content with the same bytes and fields.
@Suite struct RequestContentTests {
    private struct User: Codable, Sendable, Equatable { var name: String }

    /// A verb, called for a value and for only the head.
    struct Verb: Sendable, CustomTestStringConvertible {
        let method: HTTPMethod
        let value: @Sendable (HTTPSessionManager, RequestContent) async throws -> [String: String]
        let head: @Sendable (HTTPSessionManager, RequestContent) async throws -> ResponseHead
        var testDescription: String { method.rawValue }
    }

    static let verbs = [
        Verb(method: .post, value: { try await $0.post("u", $1) }, head: { try await $0.post("u", $1) }),
        Verb(method: .put, value: { try await $0.put("u", $1) }, head: { try await $0.put("u", $1) }),
        Verb(method: .patch, value: { try await $0.patch("u", $1) }, head: { try await $0.patch("u", $1) }),
        Verb(method: .delete, value: { try await $0.delete("u", $1) }, head: { try await $0.delete("u", $1) }),
        Verb(method: .get, value: { try await $0.get("u", $1) }, head: { try await $0.get("u", $1) }),
        Verb(
            method: "MERGE",
            value: { try await $0.response("MERGE", "u", $1).value },
            head: { try await $0.response("MERGE", "u", $1, as: Void.self).head }
        ),
        Verb(
            method: "COPY",
            value: { try await $0.task("COPY", "u", $1).value.value },
            head: { try await $0.task("COPY", "u", $1, as: Void.self).value.head }
        ),
    ]

    private static func manager(_ transport: ScriptedTransport) throws -> HTTPSessionManager {
        transport.on("*", .init(fields: ["Content-Type": "application/json"], body: #"{"a":"b"}"#))
        let serializers = try SerializerRegistry {
            JSONPlugin()
            FormPlugin()
            TextPlugin()
        }
        return try HTTPSessionManager(baseURL: "http://h/v1", serializers: serializers, transport: transport)
    }

    /// Returns each content with its type and its body, or nil if the test checks them in another way.
    private static func contents(file path: String) -> [(RequestContent, type: String?, body: String?)] {
        let ada = User(name: "Ada")
        var form = MultipartFormData()
        form.append("hello", name: "note")
        let stream = BodyStream(length: 3) {
            AsyncThrowingStream { chunks in
                chunks.yield(Array("abc".utf8))
                chunks.finish()
            }
        }
        return [
            (.none, nil, ""),
            (.value(ada), "application/json", #"{"name":"Ada"}"#),
            (
                .value(ada, contentType: "application/merge-patch+json"), "application/merge-patch+json",
                #"{"name":"Ada"}"#
            ),
            (
                .value(ada, contentType: "application/x-www-form-urlencoded"), "application/x-www-form-urlencoded",
                "name=Ada"
            ),
            (.value("tea", contentType: "text/plain"), "text/plain;charset=utf-8", "tea"),
            (.json(["name": ada.name, "price": 36]), "application/json", #"{"name":"Ada","price":36}"#),
            (.form(["x": "y z"]), "application/x-www-form-urlencoded", "x=y%20z"),
            (.multipart(form), nil, nil),
            (.written("tea", by: TextRequestSerializer()), "text/plain;charset=utf-8", "tea"),
            (
                .written(["name": "Ada"] as JSON, by: JSONRequestSerializer().compressed(by: .gzip)),
                "application/json", nil
            ),
            (.body(.bytes([0x61, 0x62]), contentType: "application/octet-stream"), "application/octet-stream", "ab"),
            (.body(.file(path: path), contentType: "video/mp4"), "video/mp4", "film"),
            (.body(.stream(stream), contentType: "text/csv"), "text/csv", "abc"),
        ]
    }

    @Test(arguments: verbs)
    func everyVerbSendsEveryContent(_ verb: Verb) async throws {
        let path = NSTemporaryDirectory() + "mimeograph-content-\(UUID().uuidString)"
        try Data("film".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (index, (content, type, body)) in Self.contents(file: path).enumerated() {
            let transport = ScriptedTransport()
            let api = try Self.manager(transport)
            if verb.method == .get, type == nil, body == nil {
                // A multipart form requires a method with a body.
                #expect(await code { try await verb.head(api, content) } == .serialization)
                continue
            }
            #expect(try await verb.value(api, content) == ["a": "b"])
            #expect(try await verb.head(api, content).status == 200)
            #expect(transport.requests.map(\.method) == [verb.method, verb.method])
            for sent in transport.requests {
                #expect(sent.url == "http://h/v1/u")
                if let body {
                    #expect(String(decoding: sent.body, as: UTF8.self) == body, "content \(index)")
                    #expect(sent.fields["Content-Type"] == type, "content \(index)")
                } else if sent.fields["Content-Encoding"] == "gzip" {
                    let plain = try GzipCoding().decode(sent.body.span, limits: .standard)
                    #expect(String(decoding: plain, as: UTF8.self) == #"{"name":"Ada"}"#)
                } else {
                    #expect(sent.fields["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
                    #expect(String(decoding: sent.body, as: UTF8.self).contains("hello"))
                }
            }
            // Only a request for a value sends `Accept` for it.
            #expect(transport.requests[0].fields["Accept"]?.contains("application/json") == true)
        }
    }

    /// GET, HEAD and DELETE send parameters in the URL, in addition to the query. Other methods send them in the body.
    @Test func theMethodDecidesWhereParametersAreWritten() async throws {
        let transport = ScriptedTransport()
        let api = try Self.manager(transport)
        let content = RequestContent.parameters(User(name: "a b"))
        try await api.get("u", content, query: ["q": 1])
        try await api.head("u", content, query: ["q": 1])
        try await api.delete("u", content, query: ["q": 1])
        try await api.post("u", content, query: ["q": 1])
        try await api.put("u", content, query: ["q": 1])
        try await api.patch("u", content, query: ["q": 1])
        let inURL = Array(repeating: "http://h/v1/u?q=1&name=a%20b", count: 3)
        #expect(transport.requests.map(\.url) == inURL + Array(repeating: "http://h/v1/u?q=1", count: 3))
        let inBody = Array(repeating: "name=a%20b", count: 3)
        #expect(transport.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "", ""] + inBody)
    }

    @Test func parametersOfSeveralTypes() async throws {
        let transport = ScriptedTransport()
        let api = try Self.manager(transport)
        try await api.get("u", .parameters(["name": "Grace", "price": 36]))
        try await api.post("u", .parameters(["name": "Grace", "price": 36]))
        // Values of one type form a dictionary, whose order does not matter.
        try await api.post("u", .parameters(["b": 1, "a": 2]))
        #expect(transport.requests[0].url == "http://h/v1/u?name=Grace&price=36")
        #expect(String(decoding: transport.requests[1].body, as: UTF8.self) == "name=Grace&price=36")
        #expect(String(decoding: transport.requests[2].body, as: UTF8.self) == "a=2&b=1")
    }

    /// A request's own Content-Type takes precedence over that of its content.
    @Test func aFieldOfTheCallNamesTheType() async throws {
        let transport = ScriptedTransport()
        let api = try Self.manager(transport)
        let fields: HeaderFields = ["Content-Type": "application/vnd.a+json"]
        try await api.put("u", .body(.bytes([0x7B, 0x7D]), contentType: "application/json"), headers: fields)
        try await api.put("u", .value(User(name: "a"), contentType: "application/json"), headers: fields)
        #expect(
            transport.requests.map { $0.fields["Content-Type"] } == [
                "application/vnd.a+json", "application/vnd.a+json",
            ]
        )
    }

    /// Verbs report the progress of both bodies.
    @Test(arguments: verbs)
    func verbsReportProgress(_ verb: Verb) async throws {
        let api = try Self.manager(ScriptedTransport())
        let content = RequestContent.body(.bytes([1, 2, 3]), contentType: "application/octet-stream")
        let (sent, received) = (Locked(Int64(0)), Locked(Int64(0)))
        let up: @Sendable (TransferProgress) -> Void = { progress in sent.withLock { $0 = progress.completedBytes } }
        let down: @Sendable (TransferProgress) -> Void = { progress in
            received.withLock { $0 = progress.completedBytes }
        }
        switch verb.method {
        case .post: try await api.post("u", content, uploadProgress: up, downloadProgress: down)
        case .put: try await api.put("u", content, uploadProgress: up, downloadProgress: down)
        case .patch: try await api.patch("u", content, uploadProgress: up, downloadProgress: down)
        case .delete: try await api.delete("u", content, uploadProgress: up, downloadProgress: down)
        case .get: try await api.get("u", content, uploadProgress: up, downloadProgress: down)
        default:
            let user = try await api.response(
                verb.method,
                "u",
                content,
                uploadProgress: up,
                downloadProgress: down,
                as: [String: String].self
            )
            #expect(user.value == ["a": "b"])
        }
        #expect(sent.withLock { $0 } == 3 && received.withLock { $0 } == 9)
    }

    /// A download reports its progress, and its result is discardable.
    @Test func aDownloadReportsProgress() async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        transport.on("*", .init(chunks: [[1], [2, 3]]))
        let received = Locked<[Int64]>([])
        try await HTTPSessionManager(baseURL: "http://h", serializers: SerializerRegistry(), transport: transport)
            .download(
                "film",
                to: .file(folder.file("film")),
                downloadProgress: { progress in received.withLock { $0.append(progress.completedBytes) } }
            )
        #expect(folder.read("film") == [1, 2, 3])
        #expect(received.withLock { $0.last } == 3)
    }
}
