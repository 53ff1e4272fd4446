import Mimeograph
import MimeographJSON
import MimeographJSONPatch

struct Changes: Codable {
    var name: PatchField<String> = .omitted
    var nickname: PatchField<String> = .omitted
}

let serializers = try SerializerRegistry {
    JSONPlugin()
    JSONPatchPlugin()
}
let request = RequestHead(fields: ["Content-Type": "application/json-patch+json"])
let body = #"[{"op":"test","path":"/name","value":"Eve"},{"op":"replace","path":"/name","value":"Ada"}]"#
var document: JSON = ["name": "Eve"]
try document.apply(try serializers.read(JSONPatch.self, from: body.utf8, request: request))
let changes = try JSONFormat().decode(Changes.self, from: #"{"name":null}"#.utf8)
let isTold = changes.name.isNull && changes.nickname.isOmitted
print("patched: \(document["name"].string ?? ""), \(isTold ? "nothing" : "null") left out")
