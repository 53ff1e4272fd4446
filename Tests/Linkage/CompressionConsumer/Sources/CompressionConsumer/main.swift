import Mimeograph
import MimeographCompression
import MimeographText

let serializers = try SerializerRegistry {
    TextPlugin()
    CompressionPlugin()
}
var message = RequestMessage(method: .post)
try TextRequestSerializer().compressed().write("hello", into: &message)
guard case .bytes(let body) = message.body else { fatalError("no bytes") }
let text = try serializers.read(String.self, from: body, head: ResponseHead(status: 200, fields: message.fields))
print("\(message.fields["Content-Encoding"] ?? "nothing"): \(text)")
