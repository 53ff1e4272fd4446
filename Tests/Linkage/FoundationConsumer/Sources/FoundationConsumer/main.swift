import Foundation
import Mimeograph
import MimeographFoundation

let serializers = try SerializerRegistry { DataPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "font/woff"])
let data = try serializers.read(Data.self, from: [1, 2, 3], head: head)
print("data: \(data.count)")
