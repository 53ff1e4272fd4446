public import Mimeograph

extension XML.Event {
    /// The start tag of an element, or the first half of an empty-element tag.
    ///
    /// Its properties have the same names as those of an ``XML/Node``.
    public struct StartTag: Hashable, Sendable {
        // These properties can be inlined, so access to attributes does not retain the batch.
        @usableFromInline let batch: XMLEventBatch
        @usableFromInline let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        private var storage: XMLEventName { batch.name(of: index) }

        /// The location of its first byte.
        public var location: SourceLocation { batch.location(of: index) }

        /// The attributes in order, with default values last. Namespace declarations are not included.
        @inlinable public var attributes: Attributes { Attributes(batch: batch, index: index) }

        /// The namespaces that the tag declares, in order.
        public var namespaces: [XML.NamespaceDeclaration] { batch.namespaces(of: index) }

        /// Returns whether both have the same name, attributes and declarations.
        public static func == (one: StartTag, other: StartTag) -> Bool {
            one.storage == other.storage && one.attributes.elementsEqual(other.attributes)
                && one.namespaces == other.namespaces
        }

        /// Hashes the name and the attributes.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(storage)
            for attribute in attributes { hasher.combine(attribute) }
        }

        /// The local name.
        public var name: String { storage.local }
        /// The prefix as written, if any.
        public var prefix: String? { storage.prefix }
        /// The namespace, if any.
        public var namespaceURI: String? { storage.uri }
        /// The name with its prefix as written, such as `atom:entry`.
        public var qualifiedName: String { storage.qualified }

        /// Returns whether the tag has this local name and this namespace; nil means no namespace.
        public func hasName(_ name: String, namespace uri: String?) -> Bool { storage.matches(name, namespace: uri) }

        /// The value of the attribute with this local name and no namespace, if any.
        public subscript(attribute name: String) -> String? { self[attribute: name, namespace: nil] }

        /// The value of the attribute with this local name and this namespace, if any; nil means no namespace.
        public subscript(attribute name: String, namespace uri: String?) -> String? {
            batch.value(of: index, attribute: name, namespace: uri)
        }
    }

    /// The end tag of an element, or the second half of an empty-element tag.
    public struct EndTag: Hashable, Sendable {
        let batch: XMLEventBatch
        let index: Int32

        private var storage: XMLEventName { batch.name(of: index) }

        /// The location of its first byte. For an empty element, this is the location of the element.
        public var location: SourceLocation { batch.location(of: index) }

        /// Returns whether both have the same name.
        public static func == (one: EndTag, other: EndTag) -> Bool { one.storage == other.storage }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(storage) }

        /// The local name.
        public var name: String { storage.local }
        /// The prefix as written, if any.
        public var prefix: String? { storage.prefix }
        /// The namespace, if any.
        public var namespaceURI: String? { storage.uri }
        /// The name with its prefix as written, such as `atom:entry`.
        public var qualifiedName: String { storage.qualified }

        /// Returns whether the tag has this local name and this namespace; nil means no namespace.
        public func hasName(_ name: String, namespace uri: String?) -> Bool { storage.matches(name, namespace: uri) }
    }

    /// The attributes of a start tag, each created on access.
    public struct Attributes: RandomAccessCollection, Sendable {
        private let batch: XMLEventBatch
        private let index: Int32

        @usableFromInline init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        /// The index of the first attribute, 0.
        public var startIndex: Int { 0 }

        /// The number of attributes.
        public var endIndex: Int { batch.attributeCount(of: index) }

        // This implementation avoids the two calls of the default one.
        /// The number of attributes.
        public var count: Int { batch.attributeCount(of: index) }

        /// The attribute at a valid index.
        public subscript(position: Int) -> Attribute { batch.attribute(position, of: index) }
    }

    /// An attribute of a start tag.
    public struct Attribute: Hashable, Sendable {
        private let storage: XMLEventName
        /// The value, normalized as XML 1.0 §3.3.3 requires.
        public let value: String

        init(name: XMLEventName, value: String) {
            storage = name
            self.value = value
        }

        /// Returns whether both have the same name and value, compared by their bytes.
        public static func == (one: Attribute, other: Attribute) -> Bool {
            one.storage == other.storage && ByteEqualString(one.value) == ByteEqualString(other.value)
        }

        /// Hashes the properties that `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(storage)
            hasher.combine(ByteEqualString(value))
        }

        /// The local name.
        public var name: String { storage.local }
        /// The prefix as written, if any.
        public var prefix: String? { storage.prefix }
        /// The namespace; nil if the attribute has none, as without a prefix.
        public var namespaceURI: String? { storage.uri }
        /// The name with its prefix as written, such as `xml:lang`.
        public var qualifiedName: String { storage.qualified }

        /// Returns whether the attribute has this local name and this namespace; nil means no namespace.
        public func hasName(_ name: String, namespace uri: String?) -> Bool { storage.matches(name, namespace: uri) }
    }
}

/// A name in a stream of events. A stream creates each name once, however often it occurs.
final class XMLEventName: Sendable {
    let local: String
    let prefix: String?
    let uri: String?

    init(local: String, prefix: String?, uri: String?) {
        self.local = local
        self.prefix = prefix
        self.uri = uri
    }

    var qualified: String {
        guard let prefix else { return local }
        return "\(prefix):\(local)"
    }

    /// Returns whether this is the local name in the namespace; nil means no namespace.
    func matches(_ name: String, namespace uri: String?) -> Bool {
        ByteEqualString(local) == ByteEqualString(name) && ByteEqualString(self.uri) == ByteEqualString(uri)
    }
}

extension XMLEventName: Hashable {
    static func == (one: XMLEventName, other: XMLEventName) -> Bool {
        one === other
            || (ByteEqualString(one.prefix) == ByteEqualString(other.prefix)
                && one.matches(other.local, namespace: other.uri))
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(local))
        hasher.combine(ByteEqualString(prefix))
        hasher.combine(ByteEqualString(uri))
    }
}
