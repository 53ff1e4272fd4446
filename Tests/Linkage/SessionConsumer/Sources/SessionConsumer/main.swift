import Mimeograph
import MimeographSession
import MimeographText

// The transport that really connects, to a port where nobody listens.
let serializers = try SerializerRegistry { TextPlugin() }
let nobody = try HTTPSessionManager(baseURL: "http://127.0.0.1:1/", serializers: serializers)
var refusal = "answered"
do {
    let answer: String = try await nobody.get("greeting")
    refusal = answer
} catch {
    // It is a SessionError; Swift 6.3.1 crashes on a pattern that says so.
    refusal = error.transport?.code.rawValue ?? error.code.rawValue
}
print("session: \(refusal)")
