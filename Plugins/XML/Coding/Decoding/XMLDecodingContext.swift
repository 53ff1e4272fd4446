import Mimeograph
import MimeographTree

/// The shared state of all decoders of one decoding.
///
/// The type is not `Sendable`, like all decoders: one decoding runs on one thread.
final class XMLDecodingContext {
    let tree: XMLCodingTree
    let format: XMLFormat
    /// The details of the last error that this module created, with its element.
    var lastFailure: CodingFailure<Int32>?
    lazy var userInfo: [CodingUserInfoKey: Any] = format.userInfo

    /// Whether texts are decoded for a set, which compares them.
    var comparesTexts = false

    private var members: XMLMemberIndex
    private var kinds: [ObjectIdentifier: XMLDecodableKind] = [:]
    /// The rules for types that are not ``XMLMapped``.
    let plainRules: XMLKeyRules
    private let itsNil: XMLCodingTree.Name?

    init(_ tree: XMLCodingTree, _ format: XMLFormat) {
        self.tree = tree
        self.format = format
        members = XMLMemberIndex(tree)
        plainRules = XMLKeyRules(XMLMapping(), format, for: tree)
        if let local = tree.number(of: "nil"), let namespace = tree.number(of: XMLNamespaces.schemaInstance) {
            itsNil = XMLCodingTree.Name(local: local, prefix: 0, namespace: namespace)
        } else {
            itsNil = nil
        }
    }

    /// Returns the kind of a type.
    func kind<T: Decodable>(of type: T.Type) -> XMLDecodableKind {
        if let known = kinds[ObjectIdentifier(type)] { return known }
        let kind = XMLDecodableKind(type, tree, format, plainRules: plainRules)
        kinds[ObjectIdentifier(type)] = kind
        return kind
    }
}

// MARK: - Finding

extension XMLDecodingContext {
    /// Returns the position of a key's value in an element.
    func position(of rule: XMLKeyRule, in element: Int32) -> XMLDecodingPosition {
        switch rule.kind {
        case .element:
            if let match = match(rule, in: element) { return .member(match, rule.list) }
        case .attribute:
            if let value = attribute(rule, of: element) { return .text(value, of: element) }
        case .text:
            let text = tree.text(of: element)
            // White space between child elements is only formatting.
            if tree.element(element).firstChild == XMLCodingTree.none || !XMLScalar.isBlank(text) {
                return .text(text, of: element)
            }
        }
        return .absent(rule, in: element)
    }

    /// Returns the child elements with the name of a key.
    private func match(_ rule: XMLKeyRule, in parent: Int32) -> XMLMatch? {
        guard let (local, namespace, prefix) = rule.numbers else { return nil }
        var found: Int32?
        if namespace != nil || prefix != nil {
            found = first(local, namespace: namespace, prefix: prefix, in: parent)
        } else {
            // A name without a prefix matches the namespace of the parent first, and then any namespace.
            found =
                first(local, namespace: tree.element(parent).name.namespace, prefix: nil, in: parent)
                ?? first(local, namespace: nil, prefix: nil, in: parent)
        }
        return found.map { XMLMatch(first: $0, parent: parent) }
    }

    private func first(_ local: Int32, namespace: Int32?, prefix: Int32?, in parent: Int32) -> Int32? {
        if tree.element(parent).childCount <= XMLMemberIndex.mostScanned {
            return tree.first(local, namespace: namespace, prefix: prefix, in: parent)
        }
        return members.first(local, namespace: namespace, prefix: prefix, in: parent)
    }

    private func attribute(_ rule: XMLKeyRule, of element: Int32) -> String? {
        guard let (local, namespace, prefix) = rule.numbers else { return nil }
        for attribute in tree.attributes(of: element) where attribute.name.local == local {
            if let namespace {
                if attribute.name.namespace == namespace { return attribute.value }
            } else if attribute.name.prefix == prefix ?? 0 {
                return attribute.value
            }
        }
        return nil
    }

    /// Returns the next element of a key.
    func next(after element: Int32, of match: XMLMatch) -> Int32? {
        if tree.element(match.parent).childCount <= XMLMemberIndex.mostScanned { return tree.next(element) }
        return members.next(element, in: match.parent)
    }

    /// Returns whether an element has `xsi:nil`. Source: XML Schema 1.0 part 1 §2.6.2.
    func isNil(_ element: Int32) -> Bool {
        guard let itsNil else { return false }
        return tree.attributes(of: element).contains {
            $0.name.local == itsNil.local && $0.name.namespace == itsNil.namespace && Bool(xml: $0.value) == true
        }
    }

    /// Returns the keys of an element for a type without its own keys, each once and in order: attributes, child elements, text.
    func keys(of element: Int32, _ rules: XMLKeyRules) -> [String] {
        var seen: Set<ByteEqualString> = []
        var keys: [String] = []
        func add(_ key: String) { if seen.insert(ByteEqualString(key)).inserted { keys.append(key) } }
        let schemaInstance = tree.number(of: XMLNamespaces.schemaInstance)
        for attribute in tree.attributes(of: element) where attribute.name.namespace != schemaInstance {
            let name = key(attribute.name, without: 0, rules, isAttribute: true)
            add(rules.isAttribute(name) ? name : format.attributePrefix + name)
        }
        var child = tree.element(element).firstChild
        let isLeaf = child == XMLCodingTree.none
        // A key without a prefix means the namespace of its type, or the surrounding one.
        let own = (rules.mapping.namespace ?? format.namespace).map { tree.number(of: $0) ?? 0 }
        let namespace = own ?? tree.element(element).name.namespace
        while child != XMLCodingTree.none {
            add(key(tree.element(child).name, without: namespace, rules))
            child = tree.element(child).next
        }
        let text = tree.text(of: element)
        if isLeaf ? !text.isEmpty : !XMLScalar.isBlank(text) { add(rules.mapping.text ?? format.textKey) }
        return keys
    }

    private func key(
        _ name: XMLCodingTree.Name,
        without namespace: Int32,
        _ rules: XMLKeyRules,
        isAttribute: Bool = false
    ) -> String {
        let written = tree.string(name.local)
        // `xmlns` is the name of a declaration, so an attribute with this name is escaped.
        let isDeclaration = isAttribute && written.hasSameBytes(as: XMLKeyRules.escapedDeclaration)
        let local = isDeclaration ? "xmlns" : XMLNameEscape.unescape(written)
        if name.namespace == namespace || name.namespace == 0 { return local }
        let prefix = rules.prefix(of: tree.string(name.namespace)) ?? tree.string(name.prefix)
        return prefix.isEmpty ? local : "\(prefix):\(local)"
    }
}

/// The position of a decoder in the document.
enum XMLDecodingPosition {
    /// A single element: the root, or an element of a list. A list inside it is its children.
    case element(Int32)
    /// The elements of a key, beginning with this match. A list is all of them.
    case member(XMLMatch, XMLListLayout)
    /// Text without its own element: an attribute, or the text of this element. A list inside it is its words.
    case text(String, of: Int32)
    /// A word of a list, in this element. It cannot be a list again, because such nesting would never end.
    case word(String, in: Int32)
    /// A key without a value in this element.
    case absent(XMLKeyRule, in: Int32)
}

/// The child elements with one name: the first of them, and the parent for finding the others.
struct XMLMatch {
    let first: Int32
    let parent: Int32
}

extension XMLDecodingContext {
    enum FailureKind {
        case typeMismatch(any Any.Type)
        case valueNotFound(any Any.Type)
        case keyNotFound(any CodingKey)
        case dataCorrupted
    }

    /// Returns the element at or around a position.
    func element(of position: XMLDecodingPosition) -> Int32 {
        switch position {
        case .element(let element), .text(_, let element), .word(_, let element), .absent(_, let element): element
        case .member(let match, _): match.first
        }
    }

    /// Returns an error of this module. The description must not quote the document.
    func failure(
        _ kind: FailureKind,
        _ description: String,
        remedy: String? = nil,
        at element: Int32,
        _ path: XMLCodingPath?
    ) -> DecodingError {
        lastFailure = CodingFailure(description, remedy: remedy, at: element)
        let context = DecodingError.Context(codingPath: XMLCodingPath.keys(of: path), debugDescription: description)
        return switch kind {
        case .typeMismatch(let type): .typeMismatch(type, context)
        case .valueNotFound(let type): .valueNotFound(type, context)
        case .keyNotFound(let key): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        }
    }

    /// Returns the error for an element with `xsi:nil`.
    func isNilFailure(_ type: any Any.Type, at element: Int32, _ path: XMLCodingPath?) -> DecodingError {
        failure(.valueNotFound(type), "Expected \(type) but found an element that is nil.", at: element, path)
    }

    /// Returns the position of the attribute or element that a key names. The name has no namespace.
    private func position(of kind: XMLKeyRule.Kind, named rule: XMLKeyRule, in parent: Int32) -> XMLDecodingPosition {
        let name = XML.Name(localName: rule.name.localName)
        let list = kind == .element ? XMLListLayout.repeated : .words
        return position(of: XMLKeyRule(kind: kind, name: name, list: list, key: rule.key, for: tree), in: parent)
    }

    /// Returns the error for a key without a value. `path` leads to the key.
    func missing(_ rule: XMLKeyRule, in parent: Int32, _ path: XMLCodingPath?) -> DecodingError {
        let key = rule.key.visible(atMost: 64)
        var description: String
        var remedy: String?
        switch rule.kind {
        case .element:
            description = "Found no element for the key \"\(key)\"."
            if case .text = position(of: .attribute, named: rule, in: parent) {
                description = "Expected an element for the key \"\(key)\", found an attribute."
                remedy =
                    "Begin the key with the prefix for attributes (\(format.attributePrefix)), or add it to "
                    + "XMLMapping.attributes of the type."
            }
        case .attribute:
            description = "Found no attribute for the key \"\(key)\"."
            if case .member = position(of: .element, named: rule, in: parent) {
                description = "Expected an attribute for the key \"\(key)\", found an element."
                remedy = "Remove the prefix for attributes from the key, and remove the key from XMLMapping.attributes."
            }
        case .text:
            description = "Found no text for the key \"\(key)\"."
        }
        return failure(.keyNotFound(PlainCodingKey(rule.key)), description, remedy: remedy, at: parent, path?.parent)
    }
}
