extension XML.Event {
    /// The start tag of an element, or the first half of an empty-element tag.
    ///
    /// Its names are called as those of an ``XML/Node`` are.
    public struct StartTag: Hashable, Sendable {
        private let storage: XMLEventName
        /// The attributes, in order, those with default values last; declarations of namespaces are none.
        public let attributes: [Attribute]
        /// The namespaces that the tag declares, in order.
        public let namespaces: [XML.NamespaceDeclaration]

        init(name: XMLEventName, attributes: [Attribute], namespaces: [XML.NamespaceDeclaration]) {
            storage = name
            self.attributes = attributes
            self.namespaces = namespaces
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
            attributes.first { $0.hasName(name, namespace: uri) }?.value
        }
    }

    /// The end tag of an element, or the second half of an empty-element tag.
    public struct EndTag: Hashable, Sendable {
        private let storage: XMLEventName

        init(name: XMLEventName) { storage = name }

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

    /// An attribute of a start tag.
    public struct Attribute: Hashable, Sendable {
        private let storage: XMLEventName
        /// The value, normalised as XML 1.0 §3.3.3 has it.
        public let value: String

        init(name: XMLEventName, value: String) {
            storage = name
            self.value = value
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
