import Mimeograph

/// The rules that map the keys of one type to XML.
///
/// A coding has one object for each type, so each key is analyzed only once.
final class XMLKeyRules {
    let mapping: XMLMapping
    private let format: XMLFormat
    private let tree: XMLCodingTree?
    private var rules: [XMLKeyRule] = []
    private var indices: [ByteEqualString: Int] = [:]
    // Keys are compared by their bytes, because the keys of a dictionary may come from a peer.
    private let attributes: Set<ByteEqualString>
    private let lists: [ByteEqualString: XMLListLayout]
    private let namespaces: [ByteEqualString: String]
    private let prefixes: [ByteEqualString: String]
    /// The index of the next expected rule. Types use their keys in the same order each time.
    private var next = 0

    /// - Parameter tree: The tree to decode; nil for encoding.
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

    /// Returns whether the mapping lists a key as an attribute.
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

    /// Returns the name of an element. Its namespace is nil if it is the surrounding one, or if the prefix is unknown.
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
        // An attribute cannot have the name of a namespace declaration.
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

    /// Returns the name for a part of a key. Other writers may escape names differently, so the key itself is also tried when
    /// decoding.
    private func localName(_ key: String) -> String {
        let name = XMLNameEscape.escape(key)
        guard let tree, tree.number(of: name) == nil, tree.number(of: key) != nil else { return name }
        return key
    }

    /// Returns the prefix of a namespace. If there are several, it is the first in alphabetical order.
    func prefix(of namespace: String) -> String? { prefixes[ByteEqualString(namespace)] }
}

/// The rule that maps one key to XML.
final class XMLKeyRule {
    enum Kind { case element, attribute, text }

    let kind: Kind
    let name: XML.Name
    let list: XMLListLayout
    /// The key.
    let key: String
    /// The numbers of the parts of the name in the decoded tree. Absent parts are nil. If the tree does not contain one of the
    /// strings, the whole value is nil, and nothing can match.
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
        // If the namespace is known, the prefix does not matter.
        if let namespace = name.namespace { return tree?.number(of: namespace).map { (local, $0, nil) } }
        if let prefix = name.prefix { return tree?.number(of: prefix).map { (local, nil, $0) } }
        return (local, nil, nil)
    }
}

/// A reversible conversion of any text to a valid XML name.
///
/// A character that is invalid at its position becomes `_x0020_`, or `_x0001F600_` beyond U+FFFF. An underscore that looks like
/// the beginning of an escape becomes `_x005F_`, and an empty text becomes `_x_`.
/// ```
/// first name  →  first_x0020_name          1  →  _x0031_          _x0031_  →  _x005F_x0031_
/// ```
/// Source: ISO/IEC 9075-14 (SQL/XML) §9.1 for the form. The name for an empty text is specific to this module.
enum XMLNameEscape {
    private static let underscore = UInt8(ascii: "_")

    /// Returns the text as a name without a colon. A text that is already a valid name does not change.
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

    /// Returns the text that ``escape(_:)`` converts to this name, or the name itself if none exists.
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

    /// Returns whether the text of a name is safe as a key of a Swift dictionary.
    static func isHashable(_ name: String) -> Bool {
        if name.utf8.count <= StreamSafeText.longestRun { return true }
        return StreamSafeText.holds(name) && StreamSafeText.holds(unescape(name))
    }

    /// Returns the character of an escape at the start of the text, and the length of the escape.
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
