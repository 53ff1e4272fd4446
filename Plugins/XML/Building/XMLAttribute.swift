import Mimeograph

extension XML {
    /// An attribute of an element that is built.
    public struct Attribute: Hashable, Sendable {
        /// The name.
        public var name: Name
        /// The value as a program sees it; it is escaped when it is written.
        public var value: String

        /// Makes an attribute.
        ///
        /// - Parameters:
        ///   - name: Its name, with a prefix or without.
        ///   - value: Its value.
        ///   - namespace: The URI of its namespace. An attribute without one and without a prefix is in no namespace.
        public init(_ name: String, _ value: String, namespace: String? = nil) {
            self.init(Name(name, namespace: namespace), value)
        }

        /// Makes an attribute of a name that is one already.
        public init(_ name: Name, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A prefix that an element binds to a namespace: `xmlns:dc="http://purl.org/dc/elements/1.1/"`.
    ///
    /// What names need is declared when they are written. One of these is for the prefixes that values speak of, such as
    /// `xsi:type="xs:date"`, and to have all declarations in one place.
    public struct NamespaceDeclaration: Hashable, Sendable {
        /// The prefix, or nil for the default namespace.
        public var prefix: String?
        /// The URI. Empty takes the default namespace back, and is refused with a prefix.
        public var namespace: String

        /// Makes a declaration.
        public init(prefix: String? = nil, _ namespace: String) {
            self.prefix = prefix
            self.namespace = namespace
        }
    }
}

// Values and namespaces are a peer's in what was read, so that they are compared by their bytes.

extension XML.Attribute {
    /// Whether both have the same name and the same value, byte by byte.
    public static func == (one: XML.Attribute, other: XML.Attribute) -> Bool {
        one.name == other.name && ByteEqualString(one.value) == ByteEqualString(other.value)
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(ByteEqualString(value))
    }
}

extension XML.NamespaceDeclaration {
    /// Whether both bind the same prefix to the same namespace, byte by byte.
    public static func == (one: XML.NamespaceDeclaration, other: XML.NamespaceDeclaration) -> Bool {
        ByteEqualString(one.prefix) == ByteEqualString(other.prefix)
            && ByteEqualString(one.namespace) == ByteEqualString(other.namespace)
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(prefix))
        hasher.combine(ByteEqualString(namespace))
    }
}
