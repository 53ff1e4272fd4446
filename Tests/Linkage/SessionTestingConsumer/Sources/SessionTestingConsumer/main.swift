import Mimeograph
import MimeographSession
import MimeographSessionTesting
import MimeographText

// A scripted server.
let script = ScriptedTransport()
script.on(
    .get,
    "http://service.test/v1/greeting",
    ScriptedAnswer(fields: ["Content-Type": "text/plain"], body: "hello")
)
let serializers = try SerializerRegistry { TextPlugin() }
let api = try HTTPSessionManager(baseURL: "http://service.test/v1", serializers: serializers, transport: script)
let greeting: String = try await api.get("greeting")
print("session testing: \(greeting)")
