import MimeographXML

extension XML.Document {
    /// Returns the dump for the digests of the corpora: one line for each event, names with their namespace, text merged across
    /// comments, processing instructions and the ends of CDATA sections.
    func contentDump() -> String {
        var dump = ContentDump()
        dump.visit(root)
        return dump.text
    }
}

private struct ContentDump {
    var text = ""
    private var characters = ""

    mutating func visit(_ element: XML.Node) {
        flush()
        text += "(\(name(of: element))\n"
        for attribute in element.attributes.map({ (name(of: $0), $0.stringValue) }).sorted(by: { utf8Less($0.0, $1.0) })
        {
            text += "A\(attribute.0)=\(escaped(attribute.1))\n"
        }
        for child in element.children {
            switch child.kind {
            case .element: visit(child)
            case .text, .cdata: characters += child.stringValue
            default: break
            }
        }
        flush()
        text += ")\(name(of: element))\n"
    }

    private mutating func flush() {
        if !characters.isEmpty { text += "-\(escaped(characters))\n" }
        characters = ""
    }

    private func name(of node: XML.Node) -> String {
        guard let uri = node.namespaceURI else { return node.name }
        return "{\(uri)}\(node.name)"
    }

    private func utf8Less(_ one: String, _ other: String) -> Bool {
        one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
    }

    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\t": result += "\\t"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
