import Mimeograph
import MimeographPropertyList

struct User: Codable {
    var name: String
    var age: Int?
    var score: Double
}

let serializers = try SerializerRegistry { PropertyListPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "application/x-plist"])
// Writes and reads, so that both sides of the module are linked.
let body = try PropertyListFormat(writing: .xml).encode(User(name: "Ada", age: 36, score: 0.5))
let user = try serializers.read(User.self, from: body, head: head)
print("user: \(user.name), \(user.age ?? 0), \(user.score)")
