// The samples of Docs/Guides/WritingAServer.md, in order.

import Mimeograph
import MimeographEventStream
import MimeographJSON
import MimeographServer
import MimeographXML

struct Item: Codable, Sendable {
    var id: Int
    var name: String
}

let serializers = try SerializerRegistry {
    JSONPlugin()  // first: used if the client sends no Accept
    XMLPlugin()  // weight 0.8: used if the client prefers it
}

// MARK: - One route

/// Reads an item in any registered format, and answers in the one the client prefers.
func create(_ request: RequestHead, _ body: [UInt8]) -> ResponseMessage {
    do {
        let item = try serializers.read(Item.self, from: body, request: request)
        return try serializers.respond(with: item, to: request, status: 201)
    } catch {
        return serializers.respond(with: error, to: request)  // 400, 406, 413, 415, 422 or 500, with a problem document
    }
}

var fields = HeaderFields()
try fields.append("Content-Type", "application/json")
let request = RequestHead(method: HTTPMethod(rawValue: "POST"), target: "/items", fields: fields)
let answer = create(request, Array(#"{"id": 7}"#.utf8))
print(answer.status)  // 422
for field in answer.fields { print("\(field.name): \(field.value)") }  // Content-Type: application/problem+json …
if case .bytes(let bytes) = answer.body { print(bytes.count) }  // for streams, see below

// MARK: - Around every route

typealias Route = (RequestHead, [UInt8]) throws(SerializationError) -> ResponseMessage

/// Returns a route that turns errors into problem documents and logs each answer.
func answering(_ route: @escaping Route) -> (RequestHead, [UInt8]) -> ResponseMessage {
    { request, body in
        let answer: ResponseMessage
        do throws(SerializationError) {
            answer = try route(request, body)
        } catch {
            answer = serializers.respond(with: error, to: request)
        }
        print(request.method, request.target, answer.status)
        return answer
    }
}

let rename = answering { (request, body) throws(SerializationError) in
    let item = try serializers.read(Item.self, from: body, request: request)
    return try serializers.respond(with: Item(id: item.id, name: item.name.uppercased()), to: request)
}
print(rename(request, Array(#"{"id": 7, "name": "Assam"}"#.utf8)).status)  // POST /items 200, then 200

// MARK: - Problems of your own

let conflict = ProblemDetails(
    type: "https://example.com/problems/out-of-tea",
    title: "Out of tea",
    status: 409,
    detail: "There is coffee.",
    extensions: ["left": 0]
)
let problem = try serializers.respond(with: conflict, to: request)  // 409, application/problem+json
print(problem.status)

// MARK: - Media types of your own

var shop = serializers
try shop.register(format: JSONFormat(), for: "application/vnd.shop+json")  // read and written

struct ItemLines: BodySerialization {
    var contentType: MediaType { "text/csv" }
    func encode(_ items: [Item]) throws(SerializationError) -> [UInt8] {
        Array(items.map { "\($0.id),\($0.name)\n" }.joined().utf8)
    }
}
try shop.register(writer: ItemLines())  // to read it: register(ItemReader(), for: "text/csv")
print(shop.explain(RequestHead(fields: ["Accept": "text/csv"]), offering: [Item(id: 7, name: "Assam")]))

// MARK: - Limits

var limits = DecodingLimits.standard
limits.inputBytes = 64 << 10
limits.depth = 32
let modest = serializers.limiting(limits)  // 413 for a larger body, 400 for a deeper one
print(modest.limits.depth)

// MARK: - Streams

struct Ticks: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        var count = 0
        mutating func next() async -> ServerSentEvent? {
            count += 1
            return count < 4 ? ServerSentEvent(data: "\(count)") : nil
        }
    }
    func makeAsyncIterator() -> Iterator { Iterator() }
}

var stream = ResponseMessage(status: 200)
stream.fields["Content-Type"] = "text/event-stream"
stream.body = .stream(BodyStream(events: { Ticks() }))
if case .stream(let chunks) = stream.body {
    for try await chunk in chunks { print(chunk.count) }  // write each to the socket
}
