import Mimeograph
import MimeographTree

/// What all decoders of one decoding share.
///
/// Not `Sendable`, as decoders are not: one decoding is one thread's work.
final class XMLDecodingContext {
    let tree: XMLCodingTree
    let format: XMLFormat
    /// What the last error of our own was about; at an element.
    var lastFailure: CodingFailure<Int32>?
    lazy var userInfo: [CodingUserInfoKey: Any] = format.userInfo

    /// Whether texts are read for a set, which compares them.
    var comparesTexts = false

    private var members: XMLMemberIndex
    private var kinds: [ObjectIdentifier: XMLDecodableKind] = [:]
    /// For types that are not ``XMLMapped``.
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

    /// What to do for a type.
    func kind<T: Decodable>(of type: T.Type) -> XMLDecodableKind {
        if let known = kinds[ObjectIdentifier(type)] { return known }
        let kind = XMLDecodableKind(type, tree, format, plainRules: plainRules)
        kinds[ObjectIdentifier(type)] = kind
        return kind
    }
}

// MARK: - Finding

extension XMLDecodingContext {
    /// What stands for a key in an element.
    func place(of rule: XMLKeyRule, in element: Int32) -> XMLDecodingPlace {
        switch rule.kind {
        case .element:
            if let match = match(rule, in: element) { return .member(match, rule.list) }
        case .attribute:
            if let value = attribute(rule, of: element) { return .text(value, of: element) }
        case .text:
            let text = tree.text(of: element)
            // Between child elements there may be white space for the eye.
            if tree.element(element).firstChild == XMLCodingTree.none || !XMLScalar.isBlank(text) {
                return .text(text, of: element)
            }
        }
        return .absent(rule, in: element)
    }

    /// The child elements of a name.
    private func match(_ rule: XMLKeyRule, in parent: Int32) -> XMLMatch? {
        guard let (local, namespace, prefix) = rule.numbers else { return nil }
        var found: Int32?
        if namespace != nil || prefix != nil {
            found = first(local, namespace: namespace, prefix: prefix, in: parent)
        } else {
            // As a name without a prefix would mean in the text, if it can; else in whatever namespace it is.
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

    /// The other elements of a key.
    func next(after element: Int32, of match: XMLMatch) -> Int32? {
        if tree.element(match.parent).childCount <= XMLMemberIndex.mostScanned { return tree.next(element) }
        return members.next(element, in: match.parent)
    }

    /// Whether an element says that it is nil. Source: XML Schema 1.0 part 1 §2.6.2.
    func isNil(_ element: Int32) -> Bool {
        guard let itsNil else { return false }
        return tree.attributes(of: element).contains {
            $0.name.local == itsNil.local && $0.name.namespace == itsNil.namespace && Bool(xml: $0.value) == true
        }
    }

    /// The keys of an element, as a type without keys of its own sees them, each once and in order: attributes, child
    /// elements, text.
    func keys(of element: Int32, _ rules: XMLKeyRules) -> [String] {
        var seen: Set<ByteEqualString> = []
        var keys: [String] = []
        func add(_ key: String) { if seen.insert(ByteEqualString(key)).inserted { keys.append(key) } }
        let schemaInstance = tree.number(of: XMLNamespaces.schemaInstance)
        for attribute in tree.attributes(of: element) where attribute.name.namespace != schemaInstance {
            let name = key(attribute.name, without: 0, rules)
            add(rules.isAttribute(name) ? name : format.attributePrefix + name)
        }
        var child = tree.element(element).firstChild
        let isLeaf = child == XMLCodingTree.none
        // Without a prefix a key means the namespace of its type, or the one around it.
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

    private func key(_ name: XMLCodingTree.Name, without namespace: Int32, _ rules: XMLKeyRules) -> String {
        let local = XMLNameEscape.unescape(tree.string(name.local))
        if name.namespace == namespace || name.namespace == 0 { return local }
        let prefix = rules.prefix(of: tree.string(name.namespace)) ?? tree.string(name.prefix)
        return prefix.isEmpty ? local : "\(prefix):\(local)"
    }
}
