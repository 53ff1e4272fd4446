import Mimeograph
import MimeographJSON
import MimeographXML

/// The conversion of a JSON value to an XML element. It reverses the rules of ``XMLToJSON``.
///
/// | JSON | XML |
/// |---|---|
/// | an object with one member that is not an array | the root has the member's name |
/// | anything else | the root is called `root` |
/// | members `"@id"` and `"@xmlns:dc"` with a single value | attributes, and namespace declarations |
/// | a member `"#text"` with a single value | text |
/// | other members | child elements; characters that XML names cannot have are escaped as `_x0020_` |
/// | arrays | elements with the member's name; inside arrays and at the root, with the name `item` |
/// | `null` | `xsi:nil="true"` |
/// | strings, numbers and booleans | their text; infinities and not-a-number as in XML Schema |
/// | a member with an empty array | nothing; this is reported |
enum JSONToXML {
    /// Returns the element, and whether empty arrays were left out. The conversion does not recurse, so deep values are safe.
    static func convert(_ json: JSON) -> (element: XML.Element, leavesOutArrays: Bool) {
        var name = "root"
        var value = json
        if let object = json.object, object.count == 1, let member = object.first, member.value.kind != .array,
            Role(member.key, member.value).isElement
        {
            (name, value) = member
        }
        var levels = [Level(name, value, prefixes: ["xml"])]
        var root: XML.Element?
        var leavesOutArrays = false
        while var level = levels.popLast() {
            if let (name, value) = level.next(&leavesOutArrays) {
                levels.append(level)
                levels.append(Level(name, value, prefixes: level.prefixes))
            } else if levels.isEmpty {
                root = level.element
            } else {
                levels[levels.count - 1].element.children.append(.element(level.element))
            }
        }
        return (root ?? XML.Element(name), leavesOutArrays)
    }

    /// The XML construct that a member becomes.
    private enum Role {
        case element
        case text
        case attribute(String)
        case declaration(prefix: String?)

        var isElement: Bool { if case .element = self { true } else { false } }

        init(_ key: String, _ value: JSON) {
            self = .element
            guard value.kind != .array, value.kind != .object, value.kind != .null else { return }
            guard key.beginsWithBytes(of: "@"), key.utf8.count > 1 else {
                if key.hasSameBytes(as: "#text") { self = .text }
                return
            }
            let text = String(decoding: key.utf8.dropFirst(), as: UTF8.self)
            if text.hasSameBytes(as: "xmlns"), value.string != nil {
                self = .declaration(prefix: nil)
            } else if text.beginsWithBytes(of: "xmlns:"), let uri = value.string, !uri.isEmpty {
                let name = XML.Name(text)
                self =
                    XML.Name(escaping: name.localName).localName.hasSameBytes(as: name.localName)
                    ? .declaration(prefix: name.localName) : .attribute(text)
            } else {
                self = .attribute(text)
            }
        }
    }

    /// An element whose content is not complete.
    private struct Level {
        var element: XML.Element
        /// The prefixes that are declared at this element.
        private(set) var prefixes: Set<ByteEqualString>
        private var members: JSON.Members.Iterator?
        private var elements: JSON.Elements.Iterator?
        private var elementName = "item"

        init(_ name: String, _ value: JSON, prefixes: Set<ByteEqualString>) {
            self.prefixes = prefixes
            element = XML.Element("")
            if let object = value.object {
                members = object.makeIterator()
                for (key, value) in object {
                    if case .declaration(let prefix) = Role(key, value), let uri = value.string {
                        element.namespaces.append(XML.NamespaceDeclaration(prefix: prefix, uri))
                        if let prefix { self.prefixes.insert(prefix.utf8Key) }
                    }
                }
                for (key, value) in object {
                    switch Role(key, value) {
                    case .attribute(let name):
                        element.attributes.append(XML.Attribute(self.name(name, isAttribute: true), value.singleText))
                    case .text: element.children.append(.text(value.singleText))
                    case .element, .declaration: break
                    }
                }
            } else if let array = value.array {
                elements = array.makeIterator()
            } else if value.isNull {
                let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"
                let itsNil = XML.Name("xsi:nil", namespace: schemaInstance)
                element.attributes = [XML.Attribute(itsNil, "true")]
            } else if !value.singleText.isEmpty {
                element.children = [.text(value.singleText)]
            }
            element.name = self.name(name, isAttribute: false)
        }

        /// Returns the name and the value of the next child element.
        ///
        /// - Parameter leavesOutArrays: Set to true if an empty array is skipped.
        mutating func next(_ leavesOutArrays: inout Bool) -> (String, JSON)? {
            while true {
                if let value = elements?.next() { return (elementName, value) }
                guard let (key, value) = members?.next() else { return nil }
                guard Role(key, value).isElement else { continue }
                guard let array = value.array else { return (key, value) }
                leavesOutArrays = leavesOutArrays || array.isEmpty
                elements = array.makeIterator()
                elementName = key
            }
        }

        /// Returns the name with its prefix, if that is declared. Any other colon is escaped.
        private func name(_ text: String, isAttribute: Bool) -> XML.Name {
            let split = XML.Name(text)
            if let prefix = split.prefix, prefixes.contains(prefix.utf8Key), !split.localName.isEmpty {
                return XML.Name(escaping: split.localName, prefix: prefix)
            }
            let name = XML.Name(escaping: text)
            // An attribute cannot have the name `xmlns`. It gets here if its value is not a string, and so not a declaration.
            return isAttribute && name.localName.hasSameBytes(as: "xmlns") ? XML.Name(localName: "_x0078_mlns") : name
        }
    }
}

extension JSON {
    /// The text of a string, number or boolean.
    fileprivate var singleText: String {
        if let double, !double.isFinite { return XMLScalar.text(double) }
        return string ?? numberText ?? bool.map { "\($0)" } ?? ""
    }
}
