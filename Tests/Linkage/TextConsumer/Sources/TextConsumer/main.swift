import Mimeograph
import MimeographText

let serializers = try SerializerRegistry { TextPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "text/plain; charset=windows-1252"])
print("text: \(try serializers.read(String.self, from: [0x63, 0x61, 0x66, 0xE9], head: head))")
