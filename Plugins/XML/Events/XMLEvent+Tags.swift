public import Mimeograph

extension XML.Event {
    /// The start tag of an element, or the first half of an empty-element tag.
    ///
    /// Its names are called as those of an ``XML/Node`` are.
    public struct StartTag: Hashable, Sendable {
        // What is needed for attributes can be inlined, so that asking for them does not retain the batch.
        @usableFromInline let batch: XMLEventBatch
        @usableFromInline let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        private var storage: XMLEventName { batch.name(of: index) }

        /// Where it begins.
        public var location: SourceLocation { batch.location(of: index) }

        /// The attributes, in order, those with default values last; declarations of namespaces are none.
        @inlinable public var attributes: Attributes { Attributes(batch: batch, index: index) }

        /// The namespaces that the tag declares, in order.
        public var namespaces: [XML.NamespaceDeclaration] { batch.namespaces(of: index) }

        /// Whether both have the same name, attributes and declarations.
        public static func == (one: StartTag, other: StartTag) -> Bool {
            one.storage == other.storage && one.attributes.elementsEqual(other.attributes)
                && one.namespaces == other.namespaces
        }

        /// Feeds what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(storage)
            for attribute in attributes { hasher.combine(attribute) }
        }

        /// The local name.
        public var name: String { storage.local }
        /// The prefix as it was written; nil where there is none.
        public var prefix: String? { storage.prefix }
        /// The namespace; nil where the element is in none.
        public var namespaceURI: String? { storage.uri }
        /// The name with its prefix, as it was written: `atom:entry`.
        public var qualifiedName: String { storage.qualified }

        /// Whether the local name is this one, in this namespace; nil means none.
        public func hasName(_ name: String, namespace uri: String?) -> Bool { storage.matches(name, namespace: uri) }

        /// The value of the attribute with this local name, which is in no namespace.
        public subscript(attribute name: String) -> String? { self[attribute: name, namespace: nil] }

        /// The value of the attribute with this local name, in this namespace; nil means none.
        public subscript(attribute name: String, namespace uri: String?) -> String? {
            batch.value(of: index, attribute: name, namespace: uri)
        }
    }

    /// The end tag of an element, or the second half of an empty-element tag.
    public struct EndTag: Hashable, Sendable {
        private let batch: XMLEventBatch
        private let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        private var storage: XMLEventName { batch.name(of: index) }

        /// Where it begins; that of an empty element begins where the element does.
        public var location: SourceLocation { batch.location(of: index) }

        /// Whether both have the same name.
        public static func == (one: EndTag, other: EndTag) -> Bool { one.storage == other.storage }

        /// Feeds the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(storage) }

        /// The local name.
        public var name: String { storage.local }
        /// The prefix as it was written; nil where there is none.
        public var prefix: String? { storage.prefix }
        /// The namespace; nil where the element is in none.
        public var namespaceURI: String? { storage.uri }
        /// The name with its prefix, as it was written: `atom:entry`.
        public var qualifiedName: String { storage.qualified }

        /// Whether the local name is this one, in this namespace; nil means none.
        public func hasName(_ name: String, namespace uri: String?) -> Bool { storage.matches(name, namespace: uri) }
    }

    /// The attributes of a start tag, each made when it is asked for.
    public struct Attributes: RandomAccessCollection, Sendable {
        private let batch: XMLEventBatch
        private let index: Int32

        @usableFromInline init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        /// 0.
        public var startIndex: Int { 0 }

        /// How many there are.
        public var endIndex: Int { batch.attributeCount(of: index) }

        // Without the two calls that the general way takes.
        /// How many there are.
        public var count: Int { batch.attributeCount(of: index) }

        /// The attribute at a position, which must be one of the indices.
        public subscript(position: Int) -> Attribute { batch.attribute(position, of: index) }
    }

    /// An attribute of a start tag.
    public struct Attribute: Hashable, Sendable {
        private let storage: XMLEventName
        /// The value, normalised as XML 1.0 §3.3.3 has it.
        public let value: String

        init(name: XMLEventName, value: String) {
            storage = name
            self.value = value
        }

        /// Whether both have the same name and the same value, byte by byte.
        public static func == (one: Attribute, other: Attribute) -> Bool {
            one.storage == other.storage && ByteEqualString(one.value) == ByteEqualString(other.value)
        }

        /// Feeds what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(storage)
            hasher.combine(ByteEqualString(value))
        }

        /// The local name.
        public var name: String { storage.local }
        /// The prefix as it was written; nil where there is none.
        public var prefix: String? { storage.prefix }
        /// The namespace; nil where the attribute is in none, as one without a prefix is.
        public var namespaceURI: String? { storage.uri }
        /// The name with its prefix, as it was written: `xml:lang`.
        public var qualifiedName: String { storage.qualified }

        /// Whether the local name is this one, in this namespace; nil means none.
        public func hasName(_ name: String, namespace uri: String?) -> Bool { storage.matches(name, namespace: uri) }
    }
}

/// A name in a stream of events. Each is made once for a stream, however often it comes.
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

    /// Whether it is this local name, in this namespace; nil means none.
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
