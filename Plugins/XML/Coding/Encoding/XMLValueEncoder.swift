import Mimeograph

/// The encoder for one value, and its single-value container.
///
/// Misuse (two kinds of container for one value, or a container where a text is wanted) does not trap: what is written
/// then goes nowhere, and the encoding throws when it is done.
final class XMLValueEncoder {
    enum State {
        case empty
        case keyed(XML.Element.Storage)
        case unkeyed(XMLItemTarget)
        case single
    }

    let context: XMLEncodingContext
    let target: XMLEncodingTarget
    let path: XMLCodingPath?
    let rules: XMLKeyRules
    private(set) var state = State.empty
    private var written = XMLWrittenKeys()
    /// The encoders of containers that were asked for by themselves.
    private var branches: [ObjectIdentifier: XMLValueEncoder] = [:]
    private(set) var count = 0

    init(context: XMLEncodingContext, target: XMLEncodingTarget, path: XMLCodingPath?, rules: XMLKeyRules) {
        self.context = context
        self.target = target
        self.path = path
        self.rules = rules
    }

    private var isShallow: Bool { path?.depth ?? 0 < XMLEncodingContext.maximumDepth }

    /// A value of which nothing was written is an empty element.
    func finish() {
        if case .empty = state, context.open(target) != nil { state = .single }
    }

    private func refuse(_ description: String) {
        if context.misuse == nil { context.misuse = context.invalid(description, description, path) }
    }

    /// Where elements go that lead nowhere.
    private var nowhere: XML.Element.Storage { XML.Element.Storage(name: rules.elementName("nothing")) }

    func keyedStorage() -> XML.Element.Storage {
        switch state {
        case .keyed(let storage): return storage
        case .empty:
            if !isShallow {
                refuse(XMLEncodingContext.tooDeep)
                return nowhere
            }
            if let storage = context.open(target) {
                state = .keyed(storage)
                return storage
            }
            refuse("An attribute, a text or a word of a list holds one value, and no keys.")
        case .unkeyed, .single: refuse("An encoder was asked for containers of two kinds.")
        }
        return nowhere
    }

    func itemTarget() -> XMLItemTarget {
        switch state {
        case .unkeyed(let items): return items
        case .empty:
            if isShallow {
                let items = XMLItemTarget(target, context, rules)
                if let items {
                    state = .unkeyed(items)
                    return items
                }
                refuse("A word of a list is no list.")
            } else {
                refuse(XMLEncodingContext.tooDeep)
            }
        case .keyed, .single: refuse("An encoder was asked for containers of two kinds.")
        }
        return .elements(XML.Name(localName: "nothing"), in: nowhere, .repeated)
    }

    func nextIndex() -> XMLCodingPath {
        count += 1
        return XMLCodingPath(path, PlainCodingKey(index: count - 1))
    }

    private func beginSingle(_ value: Any) throws {
        guard case .empty = state else { throw context.invalid(value, "A value is written already.", path) }
    }
}

// MARK: - Keys

extension XMLValueEncoder {
    /// Where the value of a key goes. What the key had before is taken away.
    func target(of key: String, in storage: XML.Element.Storage) -> XMLEncodingTarget {
        let rule = rules.rule(key)
        if !written.insert(rule), !context.isFinished {
            remove(rule, from: storage)
            branches[ObjectIdentifier(rule)] = nil
        }
        return switch rule.kind {
        case .element: .element(rule.name, in: storage, rule.list)
        case .attribute: .attribute(rule.name, of: storage)
        case .text: .text(of: storage)
        }
    }

    /// The encoder for a container that is asked for by itself; the same one where the key has one.
    func branch(_ key: some CodingKey) -> XMLValueEncoder {
        let storage = keyedStorage()
        let rule = ObjectIdentifier(rules.rule(key.stringValue))
        if let branch = branches[rule] { return branch }
        let branch = XMLValueEncoder(
            context: context,
            target: target(of: key.stringValue, in: storage),
            path: XMLCodingPath(path, key),
            rules: context.plainRules
        )
        branches[rule] = branch
        return branch
    }

    private func remove(_ rule: XMLKeyRule, from storage: XML.Element.Storage) {
        switch rule.kind {
        case .element: storage.children.removeAll { $0.element?.name == rule.name }
        case .attribute: storage.attributes.removeAll { $0.name == rule.name }
        case .text: storage.children.removeAll { $0.text != nil }
        }
    }
}

extension XMLValueEncoder: Encoder {
    var codingPath: [any CodingKey] { XMLCodingPath.keys(of: path) }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(XMLKeyedEncoding<Key>(encoder: self, storage: keyedStorage()))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        XMLUnkeyedEncoding(encoder: self, items: itemTarget())
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension XMLValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        try beginSingle(Any?.none as Any)
        try context.writeNil(to: target, path)
        state = .single
    }

    func encode<T: Encodable>(_ value: T) throws {
        try beginSingle(value)
        try context.encode(value, to: target, path)
        state = .single
    }

    // The standard library has defaults for these two, which refuse.
    func encode(_ value: Int128) throws { try encodeScalar(value) }
    func encode(_ value: UInt128) throws { try encodeScalar(value) }

    private func encodeScalar(_ value: some XMLScalarValue) throws {
        try beginSingle(value)
        try context.write(value.xmlText, to: target, path)
        state = .single
    }
}
