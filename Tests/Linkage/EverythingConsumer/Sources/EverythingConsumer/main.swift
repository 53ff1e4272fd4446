import Foundation
import Mimeograph
import MimeographBrotli
import MimeographCBOR
import MimeographCSV
import MimeographCompound
import MimeographCompression
import MimeographConformance
import MimeographEventSource
import MimeographEventStream
import MimeographFiles
import MimeographForm
import MimeographFoundation
import MimeographImage
import MimeographImageGIF
import MimeographImageTIFF
import MimeographImageWebP
import MimeographJSON
import MimeographJSONPatch
import MimeographJSONPath
import MimeographLeniency
import MimeographMessagePack
import MimeographPropertyList
import MimeographReachability
import MimeographServer
import MimeographSession
import MimeographSessionTesting
import MimeographSignatures
import MimeographStructuredFields
import MimeographText
import MimeographXML
import MimeographZstandard

struct User: Codable {
    var name: String
}

let serializers = try SerializerRegistry {
    JSONPlugin()
    JSONPatchPlugin()
    XMLPlugin()
    PropertyListPlugin()
    MessagePackPlugin()
    CBORPlugin()
    CSVPlugin()
    FormPlugin()
    ImagePlugin(codecs: .standard + [.gif, .tiff, .webp], encodings: [.webp])
    EventStreamPlugin()
    CompressionPlugin()
    BrotliPlugin()
    ZstandardPlugin()
    TextPlugin()
}

let bodies = [
    ("application/json", #"{"name":"Ada"}"#),
    ("application/xml", "<User><name>Ada</name></User>"),
    ("application/x-www-form-urlencoded", "name=Ada"),
    ("application/x-plist", "<plist version='1.0'><dict><key>name</key><string>Ada</string></dict></plist>"),
]
var names: [String] = []
for (type, body) in bodies {
    let head = ResponseHead(status: 200, fields: ["Content-Type": type])
    names.append(try serializers.read(User.self, from: body.utf8, head: head).name)
}
let user = User(name: "Ada")
let binary = [
    ("application/cbor", try CBORFormat().encode(user)),
    ("application/msgpack", try MessagePackFormat().encode(user)),
]
for (type, body) in binary {
    let head = ResponseHead(status: 200, fields: ["Content-Type": type])
    names.append(try serializers.read(User.self, from: body, head: head).name)
}
let patched = try (["name": "Eve"] as JSON).applying([.replace("/name", "Ada")])
names.append(try JSONPath("$.name").first(in: patched)?.string ?? "")
let feed = try XML.Document(parsing: "<feed><title>First</title></feed>".utf8)
let codings = serializers.codings.names.filter { $0 != "identity" }.joined(separator: " ")
let tableHead = ResponseHead(status: 200, fields: ["Content-Type": "text/csv"])
names += try serializers.read([User].self, from: "name\nAda\n".utf8, head: tableHead).map(\.name)
names.append(try StructuredItem(parsing: "\"Ada\"").string ?? "")
let signatureKey = try SignatureKey(secret: [1])
precondition(signatureKey.canSign)
let address = URLComponents(string: "http://service.test/")
print("everything: \(names.joined(separator: " ")), \(try feed.string("//title")), \(codings), \(address?.host ?? "")")
