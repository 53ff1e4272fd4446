/// What the keys of one type stand for.
///
/// One object for each type in a coding, so that a key is only looked at once.
final class XMLKeyRules {
    let mapping: XMLMapping
    private let format: XMLFormat
    private var known: [String: XMLKeyRule] = [:]

    init(_ mapping: XMLMapping, _ format: XMLFormat) {
        self.mapping = mapping
        self.format = format
    }

    func rule(_ key: String) -> XMLKeyRule {
        if let rule = known[key] { return rule }
        let rule = makeRule(key)
        known[key] = rule
        return rule
    }

    private func makeRule(_ key: String) -> XMLKeyRule {
        if key == mapping.text || key == format.textKey {
            return XMLKeyRule(kind: .text, name: XML.Name(localName: ""), list: .words, key: key)
        }
        if mapping.attributes.contains(key) {
            return XMLKeyRule(kind: .attribute, name: attributeName(key), list: .words, key: key)
        }
        if !format.attributePrefix.isEmpty, key.hasPrefix(format.attributePrefix) {
            let name = String(key.dropFirst(format.attributePrefix.count))
            return XMLKeyRule(kind: .attribute, name: attributeName(name), list: .words, key: key)
        }
        let list = mapping.lists[key] ?? format.lists
        return XMLKeyRule(kind: .element, name: elementName(key), list: list, key: key)
    }

    /// The name of an element; its namespace is nil where that is the one around it, or where the prefix is unknown.
    func elementName(_ text: String) -> XML.Name {
        var name = split(text)
        if name.prefix == nil, let namespace = mapping.namespace ?? format.namespace {
            name.namespace = namespace
            name.prefix = prefix(of: namespace)
        }
        return name
    }

    private func attributeName(_ text: String) -> XML.Name {
        var name = split(text)
        // A declaration has this name, and an attribute cannot.
        if name.prefix == nil, name.localName == "xmlns" { name.localName = "_x0078_mlns" }
        return name
    }

    private func split(_ text: String) -> XML.Name {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return XML.Name(localName: XMLNameEscape.escape(text)) }
        var name = XML.Name(text)
        guard let prefix = name.prefix, XMLCharacters.isName(prefix), !name.localName.isEmpty else {
            return XML.Name(localName: XMLNameEscape.escape(text))
        }
        name.localName = XMLNameEscape.escape(name.localName)
        name.namespace =
            mapping.namespaces[prefix] ?? format.namespaces[prefix] ?? (prefix == "xml" ? XMLNamespaces.xml : nil)
        return name
    }

    /// The prefix under which a namespace is known; of several the first in the alphabet.
    func prefix(of namespace: String) -> String? {
        let prefixes = [mapping.namespaces, format.namespaces].joined().filter { $0.value == namespace }.map(\.key)
        return prefixes.min()
    }
}

/// What one key stands for.
struct XMLKeyRule {
    enum Kind { case element, attribute, text }

    let kind: Kind
    let name: XML.Name
    let list: XMLListLayout
    /// The key.
    let key: String
}
