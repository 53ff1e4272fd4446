import Mimeograph
import MimeographJSON
import MimeographXML

/// The conversion of an XML element to a JSON value. ``JSONToXML`` reverses it as far as possible.
///
/// | XML | JSON |
/// |---|---|
/// | the root `<a>…</a>` | `{"a": …}` |
/// | an element with only text | the text; never a number, because XML does not mark numbers |
/// | an empty element | `""` |
/// | `xsi:nil="true"` | `null` |
/// | attributes, and namespace declarations | members `"@id"`, `"@xmlns:dc"` |
/// | child elements | members with their names and prefixes |
/// | child elements with the same name | one member with an array |
/// | text next to attributes or elements | a member `"#text"`, unless it is only white space |
///
/// Comments, processing instructions and the order of children with different names are lost.
enum XMLToJSON {
    /// Returns the value of an element. The conversion does not recurse, so deep elements are safe.
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

    /// An element whose content is being read.
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
    /// The unescaped name with its prefix.
    fileprivate var text: String { prefix.map { "\($0):\(unescaped)" } ?? unescaped }
}
