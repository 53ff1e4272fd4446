import Mimeograph
import MimeographForm
import MimeographText

struct Search: Codable {
    var q: String
    var tags: [String]
}

// A URL-encoded form and a multipart form, so that both halves of the module are linked.
let serializers = try SerializerRegistry {
    FormPlugin()
    MultipartPlugin()
    TextPlugin()
}
let search = try FormFormat().decode(Search.self, from: "q=tea&tags[]=green&tags[]=hot".utf8)
let head = ResponseHead(status: 200, fields: ["Content-Type": "multipart/form-data; boundary=B"])
let body = "--B\r\nContent-Disposition: form-data; name=\"author\"\r\n\r\nAda\r\n--B--"
let form = try serializers.read(Multipart.self, from: body.utf8, head: head)
let author = try form["author"]?.read(String.self, by: serializers) ?? ""
print("form: \(search.q), \(search.tags.joined(separator: " ")), \(author)")
