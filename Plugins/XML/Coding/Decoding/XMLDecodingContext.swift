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
    /// Where the value of a key is in an element.
    func position(of rule: XMLKeyRule, in element: Int32) -> XMLDecodingPosition {
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
            let name = key(attribute.name, without: 0, rules, isAttribute: true)
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

    private func key(
        _ name: XMLCodingTree.Name,
        without namespace: Int32,
        _ rules: XMLKeyRules,
        isAttribute: Bool = false
    ) -> String {
        let written = tree.string(name.local)
        // A declaration has the name `xmlns`, so that an attribute's is escaped.
        let isDeclaration = isAttribute && written.hasSameBytes(as: XMLKeyRules.escapedDeclaration)
        let local = isDeclaration ? "xmlns" : XMLNameEscape.unescape(written)
        if name.namespace == namespace || name.namespace == 0 { return local }
        let prefix = rules.prefix(of: tree.string(name.namespace)) ?? tree.string(name.prefix)
        return prefix.isEmpty ? local : "\(prefix):\(local)"
    }
}

/// What a decoder reads from.
enum XMLDecodingPosition {
    /// At an element of its own: the root, or one of a list. A list in it is its children.
    case element(Int32)
    /// At the elements of a key, of which this match is the first. A list is all of them.
    case member(XMLMatch, XMLListLayout)
    /// At text that has no element of its own: an attribute, or the text of this element. A list in it is its words.
    case text(String, of: Int32)
    /// At a word of a list, in this element. It is no list again, or there would be no end to it.
    case word(String, in: Int32)
    /// At a key that this element has no value for.
    case absent(XMLKeyRule, in: Int32)
}

/// The child elements of one name: the first of them, and how the others are found.
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

    /// The element that a position is at or in.
    func element(of position: XMLDecodingPosition) -> Int32 {
        switch position {
        case .element(let element), .text(_, let element), .word(_, let element), .absent(_, let element): element
        case .member(let match, _): match.first
        }
    }

    /// An error of ours. The description must not quote the document.
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

    /// The error for an element that says that it is nil.
    func isNilFailure(_ type: any Any.Type, at element: Int32, _ path: XMLCodingPath?) -> DecodingError {
        failure(.valueNotFound(type), "Expected \(type) but found an element that is nil.", at: element, path)
    }

    /// The error for a key without a value; `path` leads to the key.
    func missing(_ rule: XMLKeyRule, in parent: Int32, _ path: XMLCodingPath?) -> DecodingError {
        let key = rule.key.visible(atMost: 64)
        var description: String
        var remedy: String?
        switch rule.kind {
        case .element:
            description = "There is no element for the key \"\(key)\"."
            let attribute = XMLKeyRule(
                kind: .attribute,
                name: XML.Name(localName: rule.name.localName),
                list: .words,
                key: rule.key,
                for: tree
            )
            if case .text = position(of: attribute, in: parent) {
                description = "There is no element for the key \"\(key)\", but an attribute."
                remedy =
                    "Give the key the prefix for attributes (\(format.attributePrefix)), or name it in "
                    + "XMLMapping.attributes of the type."
            }
        case .attribute:
            description = "There is no attribute for the key \"\(key)\"."
            let element = XMLKeyRule(
                kind: .element,
                name: XML.Name(localName: rule.name.localName),
                list: .repeated,
                key: rule.key,
                for: tree
            )
            if case .member = position(of: element, in: parent) {
                description = "There is no attribute for the key \"\(key)\", but an element."
                remedy = "Give the key no prefix for attributes, and do not name it in XMLMapping.attributes."
            }
        case .text:
            description = "There is no text for the key \"\(key)\"."
        }
        return failure(.keyNotFound(PlainCodingKey(rule.key)), description, remedy: remedy, at: parent, path?.parent)
    }
}
