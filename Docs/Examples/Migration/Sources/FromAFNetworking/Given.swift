import Mimeograph
import MimeographXML

// Declarations that the lines of the guide use.

struct User: Codable, Sendable {
    var name: String

    init(name: String) { self.name = name }
}

/// A handler of the program, which stands for an `NSXMLParserDelegate`.
struct Titles: XMLEventHandler {
    var count = 0

    mutating func startElement(_ tag: XML.Event.StartTag) throws(SerializationError) {
        if tag.name == "title" { count += 1 }
    }
}

/// Uses a value, so that the compiler does not warn about it.
func use<Value>(_ value: Value) {}
