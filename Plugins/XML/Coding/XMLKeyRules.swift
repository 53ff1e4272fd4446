import Mimeograph

/// What the keys of one type stand for.
///
/// One object for each type in a coding, so that a key is only looked at once.
final class XMLKeyRules {
    let mapping: XMLMapping
    private let format: XMLFormat
    private let tree: XMLCodingTree?
    private var rules: [XMLKeyRule] = []
    private var indices: [ByteEqualString: Int] = [:]
    // Keys may be those of a dictionary, which come from a peer, so that they are compared by their bytes.
    private let attributes: Set<ByteEqualString>
    private let lists: [ByteEqualString: XMLListLayout]
    private let namespaces: [ByteEqualString: String]
    private let prefixes: [ByteEqualString: String]
    /// Types ask for their keys in the same order each time.
    private var next = 0

    /// - Parameter tree: What is decoded; nil for encoding.
    init(_ mapping: XMLMapping, _ format: XMLFormat, for tree: XMLCodingTree? = nil) {
        self.mapping = mapping
        self.format = format
        self.tree = tree
        attributes = Set(mapping.attributes.map { ByteEqualString($0) })
        lists = Dictionary(mapping.lists.map { (ByteEqualString($0.key), $0.value) }) { first, _ in first }
        let bindings = [mapping.namespaces, format.namespaces].joined()
        namespaces = Dictionary(bindings.map { (ByteEqualString($0.key), $0.value) }) { first, _ in first }
        prefixes = Dictionary(bindings.map { (ByteEqualString($0.value), $0.key) }) { one, other in
            one.utf8.lexicographicallyPrecedes(other.utf8) ? one : other
        }
    }

    /// Whether the mapping says that a key is an attribute.
    func isAttribute(_ key: String) -> Bool { attributes.contains(ByteEqualString(key)) }

    func rule(_ key: String) -> XMLKeyRule {
        if next < rules.count {
            let rule = rules[next]
            if ByteEqualString(rule.key) == ByteEqualString(key) {
                next = next + 1 < rules.count ? next + 1 : 0
                return rule
            }
        }
        return find(key)
    }

    private func find(_ key: String) -> XMLKeyRule {
        let index = indices[ByteEqualString(key)] ?? rules.count
        if index == rules.count {
            rules.append(makeRule(key))
            indices[ByteEqualString(key)] = index
        }
        next = index + 1 < rules.count ? index + 1 : 0
        return rules[index]
    }

    private func makeRule(_ key: String) -> XMLKeyRule {
        if mapping.text.map(key.hasSameBytes(as:)) == true || key.hasSameBytes(as: format.textKey) {
            return XMLKeyRule(kind: .text, name: XML.Name(localName: ""), list: .words, key: key, for: tree)
        }
        if isAttribute(key) {
            return XMLKeyRule(kind: .attribute, name: attributeName(key), list: .words, key: key, for: tree)
        }
        if !format.attributePrefix.isEmpty, key.beginsWithBytes(of: format.attributePrefix) {
            let name = String(decoding: key.utf8.dropFirst(format.attributePrefix.utf8.count), as: UTF8.self)
            return XMLKeyRule(kind: .attribute, name: attributeName(name), list: .words, key: key, for: tree)
        }
        let list = lists[ByteEqualString(key)] ?? format.lists
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
        if name.prefix == nil, name.localName.hasSameBytes(as: "xmlns") { name.localName = Self.escapedDeclaration }
        return name
    }

    /// The name of an attribute for the key `xmlns`.
    static let escapedDeclaration = "_x0078_mlns"

    private func split(_ text: String) -> XML.Name {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return XML.Name(localName: localName(text)) }
        var name = XML.Name(text)
        guard let prefix = name.prefix, XMLCharacters.isName(prefix), !name.localName.isEmpty else {
            return XML.Name(localName: localName(text))
        }
        name.localName = localName(name.localName)
        name.namespace =
            namespaces[ByteEqualString(prefix)] ?? (prefix.hasSameBytes(as: "xml") ? XMLNamespaces.xml : nil)
        return name
    }

    /// The name that is written for a part of a key. Others may have left an escape out where we write one, or made one that
    /// we would not, so that what is read may have the key itself for a name.
    private func localName(_ key: String) -> String {
        let name = XMLNameEscape.escape(key)
        guard let tree, tree.number(of: name) == nil, tree.number(of: key) != nil else { return name }
        return key
    }

    /// The prefix under which a namespace is known; of several the first in the alphabet.
    func prefix(of namespace: String) -> String? { prefixes[ByteEqualString(namespace)] }
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

/// Makes any text a name of XML, and such a name the text again.
///
/// A character that a name cannot have, or cannot begin with, becomes `_x0020_`, or `_x0001F600_` beyond U+FFFF; an
/// underscore that would look like the start of one becomes `_x005F_`, and no text at all is `_x_`.
/// ```
/// first name  →  first_x0020_name          1  →  _x0031_          _x0031_  →  _x005F_x0031_
/// ```
/// Source: ISO/IEC 9075-14 (SQL/XML) §9.1, for the form; the empty name is ours.
enum XMLNameEscape {
    private static let underscore = UInt8(ascii: "_")

    /// The text as a name without a colon. A text that is one already stays as it is.
    static func escape(_ text: String) -> String {
        if !text.utf8.contains(underscore), XMLCharacters.isName(text) { return text }
        if text.isEmpty { return "_x_" }
        if text.hasSameBytes(as: "_x_") { return "_x005F_x_" }
        var name = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            let isName = name.isEmpty ? XMLCharacters.startsName(scalar) : XMLCharacters.continuesName(scalar)
            if isName, scalar != "_" || escaped(rest) == nil {
                name.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let width = scalar.value > 0xFFFF ? 8 : 4
                name += "_x" + String(repeating: "0", count: width - digits.utf8.count) + digits + "_"
            }
            rest.removeFirst()
        }
        return name
    }

    /// The text that ``escape(_:)`` makes this name of; the name itself where it makes it of none.
    static func unescape(_ name: String) -> String {
        guard name.utf8.contains(underscore) else { return name }
        if name.hasSameBytes(as: "_x_") { return "" }
        var text = ""
        var rest = name.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "_", let (character, length) = escaped(rest) {
                text.unicodeScalars.append(character)
                rest.removeFirst(length)
            } else {
                text.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        return escape(text).hasSameBytes(as: name) ? text : name
    }

    /// Whether a name, as the text that it stands for, may become a key of one of Swift's own dictionaries.
    static func isHashable(_ name: String) -> Bool {
        if name.utf8.count <= StreamSafeText.longestRun { return true }
        return StreamSafeText.holds(name) && StreamSafeText.holds(unescape(name))
    }

    /// The character that an escape at the start stands for, and the escape's length.
    private static func escaped(_ text: Substring.UnicodeScalarView) -> (character: Unicode.Scalar, length: Int)? {
        for width in [4, 8] {
            let escape = Array(text.prefix(width + 3))
            guard escape.count == width + 3, escape[1] == "x", escape[width + 2] == "_" else { continue }
            var value: UInt32 = 0
            for digit in escape[2..<width + 2] {
                guard let figure = UInt8(exactly: digit.value)?.hexDigit else { return nil }
                value = value << 4 | UInt32(figure)
            }
            if let scalar = Unicode.Scalar(value) { return (scalar, width + 3) }
        }
        return nil
    }
}
