import Mimeograph
import MimeographEventSource
import MimeographJSON
import MimeographSession
import MimeographSessionTesting

struct Price: Decodable, Sendable {
    var euros: Int
}

// A scripted server: two streams with one event each, and then nothing more.
let script = ScriptedTransport()
let stream: HeaderFields = ["Content-Type": "text/event-stream"]
script.on("*", call: 1, ScriptedAnswer(fields: stream, body: "retry: 1\nid: 1\ndata: {\"euros\":3}\n\n"))
script.on("*", call: 2, ScriptedAnswer(fields: stream, body: "data: {\"euros\":4}\n\n"))
script.on("*", ScriptedAnswer(status: 204))
let serializers = try SerializerRegistry { JSONPlugin() }
let api = try HTTPSessionManager(baseURL: "http://service.test/v1", serializers: serializers, transport: script)
var prices: [String] = []
for try await price: Price in EventSource(api, "prices").events() { prices.append("\(price.euros)") }
print("event source: \(prices.joined(separator: ", "))")
