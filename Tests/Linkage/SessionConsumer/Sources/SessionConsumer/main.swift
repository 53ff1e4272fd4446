import Mimeograph
import MimeographSession
import MimeographText

// The real transport, connecting to a port on which no server listens.
let serializers = try SerializerRegistry { TextPlugin() }
let nobody = try HTTPSessionManager(baseURL: "http://127.0.0.1:1/", serializers: serializers)
var refusal = "answered"
do {
    let answer: String = try await nobody.get("greeting")
    refusal = answer
} catch {
    // The error is a SessionError, but Swift 6.3.1 crashes if the pattern says so.
    refusal = error.transport?.code.rawValue ?? error.code.rawValue
}
print("session: \(refusal)")
