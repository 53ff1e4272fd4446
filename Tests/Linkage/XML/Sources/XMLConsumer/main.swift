import Mimeograph
import MimeographXML

struct User: Codable {
    var name: String
    var age: Int?
}

let serializers = try SerializerRegistry { XMLPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "application/vnd.api+xml; charset=utf-8"])
let user = try serializers.read(User.self, from: "<user><name>Ada</name><age>36</age></user>".utf8, head: head)
print("user: \(user.name), \(user.age ?? 0)")
