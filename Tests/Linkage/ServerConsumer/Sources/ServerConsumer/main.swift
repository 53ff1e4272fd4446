import Mimeograph
import MimeographServer
import MimeographText

let serializers = try SerializerRegistry { TextPlugin() }
let request = RequestHead(fields: ["Accept": "text/plain"])
let answer = try serializers.respond(with: "Ada", to: request)
let none = try serializers.respond(with: "Ada", to: RequestHead(fields: ["Accept": "image/png"]))
print("server: \(answer.status), \(none.status), \(none.fields["Vary"] ?? "")")
