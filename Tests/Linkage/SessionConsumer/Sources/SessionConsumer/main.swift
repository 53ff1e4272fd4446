import Mimeograph
import MimeographSession
import MimeographText

let serializers = try SerializerRegistry { TextPlugin() }

// A server that is only a script, and the transport that really connects, to a port where nobody listens.
let script = ScriptedTransport()
script.on(
    .get,
    "http://service.test/v1/greeting",
    ScriptedAnswer(fields: ["Content-Type": "text/plain"], body: "hello")
)
let api = try HTTPSessionManager(baseURL: "http://service.test/v1", serializers: serializers, transport: script)
let greeting: String = try await api.get("greeting")

let nobody = try HTTPSessionManager(baseURL: "http://127.0.0.1:1/", serializers: serializers)
var refusal = "answered"
do {
    let answer: String = try await nobody.get("greeting")
    refusal = answer
} catch {
    // It is a SessionError; Swift 6.3.1 crashes on a pattern that says so.
    refusal = error.transport?.code.rawValue ?? error.code.rawValue
}
print("session: \(greeting), \(refusal)")
