import Mimeograph

/// What the keys of one type stand for.
///
/// One object for each type in a coding, so that a key is only looked at once.
final class XMLKeyRules {
    let mapping: XMLMapping
    private let format: XMLFormat
    private let tree: XMLCodingTree?
    private var rules: [XMLKeyRule] = []
    private var places: [UTF8Key: Int] = [:]
    /// Types ask for their keys in the same order each time.
    private var next = 0

    /// - Parameter tree: What is decoded; nil for encoding.
    init(_ mapping: XMLMapping, _ format: XMLFormat, for tree: XMLCodingTree? = nil) {
        self.mapping = mapping
        self.format = format
        self.tree = tree
    }

    func rule(_ key: String) -> XMLKeyRule {
        if next < rules.count {
            let rule = rules[next]
            if UTF8Key(rule.key) == UTF8Key(key) {
                next = next + 1 < rules.count ? next + 1 : 0
                return rule
            }
        }
        return find(key)
    }

    private func find(_ key: String) -> XMLKeyRule {
        let place = places[UTF8Key(key)] ?? rules.count
        if place == rules.count {
            rules.append(makeRule(key))
            places[UTF8Key(key)] = place
        }
        next = place + 1 < rules.count ? place + 1 : 0
        return rules[place]
    }

    private func makeRule(_ key: String) -> XMLKeyRule {
        if key == mapping.text || key == format.textKey {
            return XMLKeyRule(kind: .text, name: XML.Name(localName: ""), list: .words, key: key, for: tree)
        }
        if mapping.attributes.contains(key) {
            return XMLKeyRule(kind: .attribute, name: attributeName(key), list: .words, key: key, for: tree)
        }
        if !format.attributePrefix.isEmpty, key.hasPrefix(format.attributePrefix) {
            let name = String(key.dropFirst(format.attributePrefix.count))
            return XMLKeyRule(kind: .attribute, name: attributeName(name), list: .words, key: key, for: tree)
        }
        let list = mapping.lists[key] ?? format.lists
        return XMLKeyRule(kind: .element, name: elementName(key), list: list, key: key, for: tree)
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
final class XMLKeyRule {
    enum Kind { case element, attribute, text }

    let kind: Kind
    let name: XML.Name
    let list: XMLListLayout
    /// The key.
    let key: String
    /// The numbers that the parts of the name have in the tree that is decoded. Those of absent parts are nil, and where
    /// the tree has no such string there can be no match.
    let numbers: (local: Int32, namespace: Int32?, prefix: Int32?)?

    init(kind: Kind, name: XML.Name, list: XMLListLayout, key: String, for tree: XMLCodingTree? = nil) {
        self.kind = kind
        self.name = name
        self.list = list
        self.key = key
        numbers = XMLKeyRule.numbers(of: name, in: tree)
    }

    private static func numbers(
        of name: XML.Name,
        in tree: XMLCodingTree?
    ) -> (local: Int32, namespace: Int32?, prefix: Int32?)? {
        guard let local = tree?.number(of: name.localName) else { return nil }
        // A namespace that is known makes the prefix meaningless.
        if let namespace = name.namespace { return tree?.number(of: namespace).map { (local, $0, nil) } }
        if let prefix = name.prefix { return tree?.number(of: prefix).map { (local, nil, $0) } }
        return (local, nil, nil)
    }
}
