import Mimeograph

/// The encoder for one value, and its single-value container.
///
/// Misuse does not trap: two kinds of container for one value, or a container for a text, are written to a discarded element. The
/// error is thrown when encoding ends.
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
    /// The encoders of nested containers.
    private var branches: [ObjectIdentifier: XMLValueEncoder] = [:]
    private(set) var count = 0

    init(context: XMLEncodingContext, target: XMLEncodingTarget, path: XMLCodingPath?, rules: XMLKeyRules) {
        self.context = context
        self.target = target
        self.path = path
        self.rules = rules
    }

    private var isShallow: Bool { path?.depth ?? 0 < XMLEncodingContext.maximumDepth }

    /// Ends the value. A value that wrote nothing becomes an empty element.
    func finish() {
        if case .empty = state, context.open(target) != nil { state = .single }
    }

    private func refuse(_ description: String) {
        if context.misuse == nil { context.misuse = context.invalid(description, description, path) }
    }

    /// A discarded element for misused containers.
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
            refuse("An attribute, a text or a word of a list cannot contain keys.")
        case .unkeyed, .single: refuse("The encoder already has a container of another kind.")
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
                refuse("A word of a list cannot contain a list.")
            } else {
                refuse(XMLEncodingContext.tooDeep)
            }
        case .keyed, .single: refuse("The encoder already has a container of another kind.")
        }
        return .elements(XML.Name(localName: "nothing"), in: nowhere, .repeated)
    }

    func nextIndex() -> XMLCodingPath {
        count += 1
        return XMLCodingPath(path, PlainCodingKey(index: count - 1))
    }

    private func beginSingle(_ value: Any) throws {
        guard case .empty = state else { throw context.invalid(value, "The encoder already has a value.", path) }
    }
}

// MARK: - Keys

extension XMLValueEncoder {
    /// Returns the target for the value of a key, and removes an earlier value of the key.
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

    /// Returns the encoder for a nested container, which is always the same for a key.
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

    // The standard library's default implementations of these two methods throw.
    func encode(_ value: Int128) throws { try encodeScalar(value) }
    func encode(_ value: UInt128) throws { try encodeScalar(value) }

    private func encodeScalar(_ value: some XMLScalarValue) throws {
        try beginSingle(value)
        try context.write(value.xmlText, to: target, path)
        state = .single
    }
}

/// The set of keys that were written into an element.
struct XMLWrittenKeys {
    /// The maximum number of keys that are searched linearly.
    private static let fewest = 24

    private var few: [ObjectIdentifier] = []
    private var many: Set<ObjectIdentifier> = []

    /// Adds a key; returns false if it exists already. Each key has one rule.
    mutating func insert(_ rule: XMLKeyRule) -> Bool {
        let key = ObjectIdentifier(rule)
        if !many.isEmpty { return many.insert(key).inserted }
        if few.contains(key) { return false }
        few.append(key)
        if few.count > XMLWrittenKeys.fewest { many = Set(few) }
        return true
    }
}

/// A container that writes attributes, child elements and the text of an element.
struct XMLKeyedEncoding<Key: CodingKey> {
    let encoder: XMLValueEncoder
    let storage: XML.Element.Storage

    private var context: XMLEncodingContext { encoder.context }

    private func append(scalar value: some XMLScalarValue, _ key: Key) throws {
        let target = encoder.target(of: key.stringValue, in: storage)
        if case .element = target {
            // Writing to an element cannot fail, so no path is needed.
            try context.write(value.xmlText, to: target, nil)
        } else {
            try context.write(value.xmlText, to: target, XMLCodingPath(encoder.path, key))
        }
    }
}

extension XMLKeyedEncoding: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws {
        let path = XMLCodingPath(encoder.path, key)
        try context.writeNil(to: encoder.target(of: key.stringValue, in: storage), path)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let path = XMLCodingPath(encoder.path, key)
        try context.encode(value, to: encoder.target(of: key.stringValue, in: storage), path)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.branch(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.branch(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.branch(PlainCodingKey.super) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.branch(key) }
}

// A method for each scalar type avoids the generic method and its type look-up.
extension XMLKeyedEncoding {
    func encode(_ value: Bool, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: String, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Double, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Float, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: Int128, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try append(scalar: value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try append(scalar: value, key) }
}

/// A container that writes the elements of a list.
struct XMLUnkeyedEncoding {
    let encoder: XMLValueEncoder
    let items: XMLItemTarget

    private func branch() -> XMLValueEncoder {
        let path = encoder.nextIndex()
        let context = encoder.context
        return XMLValueEncoder(context: context, target: items.target, path: path, rules: context.plainRules)
    }
}

extension XMLUnkeyedEncoding: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }

    func encodeNil() throws { try encoder.context.writeNil(to: items.target, encoder.nextIndex()) }

    func encode<T: Encodable>(_ value: T) throws {
        try encoder.context.encode(value, to: items.target, encoder.nextIndex())
    }

    // The standard library's default implementations of these two methods throw.
    func encode(_ value: Int128) throws {
        try encoder.context.write(value.xmlText, to: items.target, encoder.nextIndex())
    }
    func encode(_ value: UInt128) throws {
        try encoder.context.write(value.xmlText, to: items.target, encoder.nextIndex())
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        branch().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { branch().unkeyedContainer() }

    func superEncoder() -> any Encoder { branch() }
}
