import Mimeograph
import MimeographZstandard
import MimeographText

let serializers = try SerializerRegistry {
    TextPlugin()
    ZstandardPlugin()
}
let coding = ZstandardCoding()
let body = try coding.encode(Array("hello".utf8).span)
let fields: HeaderFields = ["Content-Type": "text/plain", "Content-Encoding": coding.names[0]]
let text = try serializers.read(String.self, from: body, head: ResponseHead(status: 200, fields: fields))
print("\(coding.names[0]): \(text)")
