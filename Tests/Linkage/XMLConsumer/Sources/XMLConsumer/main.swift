import Mimeograph
import MimeographXML

let serializers = try SerializerRegistry { XMLPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "application/atom+xml"])
let body = #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>First</title></entry></feed>"#
let feed = try serializers.read(XML.Document.self, from: body.utf8, head: head)
let title = try feed.string("//a:entry[1]/a:title", namespaces: ["a": "http://www.w3.org/2005/Atom"])
print("\(feed.root.name): \(title)")
