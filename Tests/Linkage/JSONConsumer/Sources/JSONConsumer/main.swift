import Mimeograph
import MimeographJSON

struct User: Codable {
    var name: String
    var age: Int?
}

let serializers = try SerializerRegistry { JSONPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "application/vnd.api+json; charset=utf-8"])
let user = try serializers.read(User.self, from: #"{"name":"Ada","age":36}"#.utf8, head: head)
print("user: \(user.name), \(user.age ?? 0)")
