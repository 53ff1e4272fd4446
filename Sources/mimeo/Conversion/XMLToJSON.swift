import Mimeograph
import MimeographJSON
import MimeographXML

/// Makes a JSON value of an XML element, by rules that ``JSONToXML`` undoes as far as it can.
///
/// | XML | JSON |
/// |---|---|
/// | the root `<a>…</a>` | `{"a": …}` |
/// | an element with nothing but text | the text; never a number, because XML does not say what is one |
/// | an element without anything | `""` |
/// | `xsi:nil="true"` | `null` |
/// | attributes, and declarations of namespaces | members `"@id"`, `"@xmlns:dc"` |
/// | child elements | members by their names with prefixes |
/// | child elements of one name | one member with an array |
/// | text beside attributes or elements | a member `"#text"`, unless it is white space alone |
///
/// Comments and processing instructions are left out, and so is the order among children of different names.
enum XMLToJSON {
    /// The value of an element. The program's stack is not used for its depth.
    static func convert(_ root: XML.Element) -> JSON {
        var levels = [Level(root)]
        while true {
            let last = levels.count - 1
            if let content = levels[last].rest.popFirst() {
                if let element = content.element {
                    levels.append(Level(element))
                } else {
                    levels[last].text += content.text ?? ""
                }
                continue
            }
            let level = levels.removeLast()
            if levels.isEmpty { return [level.name: level.value] }
            levels[last - 1].add(level.value, to: level.name)
        }
    }

    /// What is known of an element whose content is being read.
    private struct Level {
        let name: String
        var rest: ArraySlice<XML.Content>
        var text = ""
        private var members: [(name: String, values: [JSON])] = []
        private var indices: [ByteEqualString: Int] = [:]
        private var isNil = false

        init(_ element: XML.Element) {
            name = element.name.text
            rest = element.children[...]
            for declaration in element.namespaces where !declaration.namespace.hasSameBytes(as: Self.schemaInstance) {
                add(JSON(declaration.namespace), to: declaration.prefix.map { "@xmlns:\($0)" } ?? "@xmlns")
            }
            for attribute in element.attributes {
                if attribute.name.namespace.utf8Key == Self.schemaInstance.utf8Key,
                    attribute.name.localName.hasSameBytes(as: "nil")
                {
                    isNil = ["true", "1"].contains(attribute.value.utf8Key)
                } else {
                    add(JSON(attribute.value), to: "@" + attribute.name.text)
                }
            }
        }

        private static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

        mutating func add(_ value: JSON, to name: String) {
            if let index = indices[name.utf8Key] {
                members[index].values.append(value)
            } else {
                indices[name.utf8Key] = members.count
                members.append((name, [value]))
            }
        }

        var value: JSON {
            if isNil, members.allSatisfy({ $0.name.beginsWithBytes(of: "@xmlns") }) { return nil }
            if members.isEmpty { return JSON(text) }
            var members = members.map { (key: $0.name, value: $0.values.count == 1 ? $0.values[0] : .array($0.values)) }
            if !text.allSatisfy(\.isWhitespace) { members.append(("#text", JSON(text))) }
            return .object(members)
        }
    }
}

extension XML.Name {
    /// The name with its prefix, as a person writes it.
    fileprivate var text: String { prefix.map { "\($0):\(unescaped)" } ?? unescaped }
}
