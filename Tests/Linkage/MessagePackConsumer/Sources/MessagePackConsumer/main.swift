import Mimeograph
import MimeographMessagePack

struct User: Codable {
    var name: String
    var age: Int?
    var score: Double
}

let serializers = try SerializerRegistry { MessagePackPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "application/msgpack"])
// Writes and reads, so that both sides of the module are linked.
let body = try MessagePackFormat().encode(User(name: "Ada", age: 36, score: 0.5))
let user = try serializers.read(User.self, from: body, head: head)
print("user: \(user.name), \(user.age ?? 0), \(user.score)")
