import Mimeograph
import MimeographCSV

struct Person: Codable {
    var name: String
    var age: Int?
}

let serializers = try SerializerRegistry { CSVPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "text/csv; header=present"])
let people = try serializers.read([Person].self, from: "name,age\r\nAda,36\r\nBob,\r\n".utf8, head: head)
let body = try serializers.encode(people).bytes
print("table: \(people.map(\.name).joined(separator: ", ")), \(body.count)")
