// The samples of Docs/Guides/WritingAClient.md, in order.

import Dispatch
import Foundation
import Mimeograph
import MimeographEventStream
import MimeographFiles
import MimeographForm
import MimeographJSON
import MimeographReachability
import MimeographServer
import MimeographSession
import MimeographText

struct Item: Codable, Sendable {
    var id: Int
    var name: String
}

let serializers = try SerializerRegistry {
    JSONPlugin(dates: .iso8601, keys: .snakeCase)
    TextPlugin()
    EventStreamPlugin(data: JSONFormat())
    ProblemDetailsPlugin()
}
var api = try HTTPSessionManager(baseURL: "https://api.example.com/v1/", serializers: serializers)

let item: Item = try await api.get("items/7")
print(item.name)

let bytes: [UInt8] = try await api.reading(with: .bytes).get("items/7")
let text: String = try await api.reading(with: .text).get("items/7")
let anything = try await api.anyValue("items/7").value  // JSON, XML.Document, Image …: whatever the server sent
let response = try await api.response(.get, "items/7", as: Item.self)
print(
    bytes.count,
    text,
    anything,
    response.value.name,
    response.head.fields["ETag"] ?? "",
    response.metrics.total ?? .zero
)

// MARK: - Queries, fields and bodies

let page = 2
let name: String? = "green tea"
let tags = ["hot", "black"]
let some: [Item] = try await api.get(
    "items",
    query: ["page": page, "name": name, "tag": tags],
    headers: ["X-Client": "7"]
)

let made: Item = try await api.post("items", .value(Item(id: 8, name: "Assam")))  // the first writer: JSON
try await api.post("orders", .json(["name": "Grace", "price": 36]))  // values of several types
try await api.patch("items/8", .value(["name": "Ceylon"], contentType: "application/merge-patch+json"))
try await api.post("login", .form(["user": "ada", "password": "secret"]))
try await api.put("items/8/leaf", .body(.file(path: "leaf.jpg"), contentType: "image/jpeg"))  // or .bytes([…])
try await api.delete("items/\(made.id)")

var form = MultipartFormData()
try form.append(file: "leaf.jpg", name: "photo")
try await api.post("items/7/photo", .multipart(form), uploadProgress: { print($0.fraction ?? 0) })

// MARK: - Questions with a body

struct Search: Codable, Sendable {
    var names: [String]
    var limit: Int
}
let green: [Item] = try await api.query("items", .value(Search(names: ["sencha", "matcha"], limit: 10)))
print(green.count)

// MARK: - Errors

do {
    let missing: Item = try await api.get("items/0")
    print(missing.name)
} catch  where error.status == 404 {
    print("no such item")
} catch .timedOut {
    print("too slow")
} catch {
    print(error)
    if let problem = error.decodedBody as? ProblemDetails { print(problem.title ?? "", problem.detail ?? "") }
}

// MARK: - Retries and tokens

struct Bearer: Authenticator {
    let login: HTTPSessionManager  // has no interceptor, so a refresh does not wait for itself

    func apply(_ token: String, to request: inout RequestMessage) {
        request.fields["Authorization"] = "Bearer \(token)"
    }
    func refresh(_ token: String) async throws -> String {
        try await login.post("token", .form(["grant_type": "refresh_token", "refresh_token": token]))
    }
    func carries(_ request: RequestMessage, _ token: String) -> Bool {
        request.fields["Authorization"] == "Bearer \(token)"
    }
}

api.configuration.interceptors = [
    AuthenticationInterceptor(Bearer(login: api), token: "first"),
    RetryPolicy(limit: 3, delay: .seconds(1), maximumDelay: .seconds(30)),
]

struct Signing: RequestInterceptor {
    func adapt(_ request: RequestMessage) async throws -> RequestMessage {
        var signed = request
        signed.fields["X-Signature"] = "\(request.url.utf8.count)"
        return signed
    }
    func retry(_ failure: FailedAttempt) async -> RetryDecision {
        // `head` is set if a response arrived, `error` if none did or it could not be read.
        failure.retryCount == 0 && failure.head?.status == 423 ? .retry(after: .seconds(1)) : .doNotRetry
    }
}
api.configuration.interceptors.append(Signing())

// MARK: - Pages

for try await items: [Item] in api.pages("items", query: ["per_page": 100]) { print(items.count) }  // Link: rel="next"
let all: [Item] = try await api.pages("items").all(limit: 1000)  // an error if there are more
print(all.count)

struct Found: Decodable, Sendable {
    var items: [Item]
    var cursor: String?
}
let found = api.pages("search", query: ["q": name], as: Found.self) { page in
    page.value.cursor.map { "search?cursor=\($0)" }
}
for try await page in found { print(page.items.count) }

// MARK: - Downloads and streams

let film = try await api.download(
    "films/7",
    to: .file("films/tea.mp4", options: [.createIntermediateDirectories, .removePreviousFile]),
    downloadProgress: { print($0.completedBytes) }
)
print(film.value)

let task = api.downloadTask("films/8", to: .directory("films"))
let saved = await task.cancelProducingResumption()  // a DownloadResumption, to pass as `resuming:` later

for try await item: Item in try await api.stream("items.ndjson") { print(item.id) }
api.configuration.options.idleTimeout = nil  // an event stream may be silent
for try await event: ServerSentEvent in try await api.stream("events") { print(event.type, event.data) }

// MARK: - Waiting for the network

api.configuration.interceptors.append(OfflineRetrier(maximumWait: .seconds(30)))
for await status in ReachabilityMonitor(host: "api.example.com") {
    print(status)  // "reachable via wiFi", then each change
    if status.isReachable { break }
}

// MARK: - Ctrl-C

let work = Task { try await api.get("reports/slow") as Item }
signal(SIGINT, SIG_IGN)
let interrupt = DispatchSource.makeSignalSource(signal: SIGINT)
interrupt.setEventHandler { @Sendable in work.cancel() }  // not on the main actor, hence @Sendable
interrupt.resume()
print(try await work.value)  // after Ctrl-C a SessionError with the code .cancelled

// MARK: - Whom to trust

api.configuration.securityPolicy = .pinning(keys: [try KeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")])

// Pin a self-signed certificate, and make it trusted: these are two settings.
let own = try Certificate.read(path: "server.pem")
api.configuration.securityPolicy = .pinning(certificates: own)
api.configuration.securityPolicy.anchors = .only(own)

// MARK: - A log

let events = api.session.events  // before the first request: events are not kept for later
Task { for await event in events { print(event) } }
// #1 GET https://api.example.com/v1/items?…: started
// #1 GET https://api.example.com/v1/items?…: 200, 1204 bytes received, 83 ms, 1 retry
print(try api.request(.post, "items", .value(item)).curlCommand())
