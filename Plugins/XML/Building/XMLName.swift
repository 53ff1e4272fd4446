import Mimeograph

extension XML {
    /// The name of an element or an attribute: a local name and its namespace.
    ///
    /// ```swift
    /// let title: XML.Name = "title" // resolved at its position
    /// let creator = XML.Name("dc:creator", namespace: "http://purl.org/dc/elements/1.1/")
    /// ```
    ///
    /// A name may hold any text. Whether it is valid in XML is checked when it is written.
    ///
    /// Source: Namespaces in XML 1.0 §2–§6.
    public struct Name: Hashable, Sendable {
        /// The part before the colon, if any.
        public var prefix: String?
        /// The part after the colon, or the whole name.
        public var localName: String
        /// The URI of the namespace.
        ///
        /// - nil: the namespace of the prefix at the position of the name. Without a prefix, an element has the default
        ///   namespace, and an attribute has none.
        /// - Empty: no namespace.
        /// - Any other: this namespace. It is declared if necessary, with the ``prefix`` if that is available.
        public var namespace: String?

        /// Makes a name from a local name and a separate prefix.
        public init(localName: String, prefix: String? = nil, namespace: String? = nil) {
            self.localName = localName
            self.prefix = prefix
            self.namespace = namespace
        }

        /// Makes a name from text such as `title` or `dc:creator`.
        ///
        /// - Parameters:
        ///   - text: The name. The part before its first colon is the prefix.
        ///   - namespace: See ``namespace``.
        public init(_ text: String, namespace: String? = nil) {
            if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
                prefix = String(text[..<colon])
                localName = String(text[text.utf8.index(after: colon)...])
            } else {
                localName = text
            }
            self.namespace = namespace
        }

        /// The name as written, such as `dc:creator`.
        public var qualified: String { prefix.map { "\($0):\(localName)" } ?? localName }

        /// Returns whether ``qualified`` has the same bytes as a text.
        func isWritten(_ text: String) -> Bool {
            guard let prefix else { return localName.hasSameBytes(as: text) }
            // Most names differ in their length.
            guard text.utf8.count == prefix.utf8.count + 1 + localName.utf8.count else { return false }
            return qualified.hasSameBytes(as: text)
        }
    }
}

extension XML.Name {
    /// Returns whether both have the same parts, compared by their bytes as in XML. Source: Namespaces in XML 1.0 §2.3.
    public static func == (one: XML.Name, other: XML.Name) -> Bool {
        ByteEqualString(one.localName) == ByteEqualString(other.localName)
            && ByteEqualString(one.prefix) == ByteEqualString(other.prefix)
            && ByteEqualString(one.namespace) == ByteEqualString(other.namespace)
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(localName))
        hasher.combine(ByteEqualString(prefix))
        hasher.combine(ByteEqualString(namespace))
    }
}

extension ByteEqualString {
    /// Makes a value from an optional string. Nil differs from an empty string.
    init?(_ text: String?) {
        guard let text else { return nil }
        self.init(text)
    }
}

extension XML.Name: ExpressibleByStringLiteral {
    /// Makes a name that is resolved at its position.
    public init(stringLiteral text: String) { self.init(text) }
}

extension XML.Name {
    /// Makes a name from any text, and escapes characters that a name cannot contain, as in `first_x0020_name`.
    ///
    /// ``XMLFormat`` does this with keys. A valid name does not change, but a colon is escaped.
    ///
    /// Source: ISO/IEC 9075-14 (SQL/XML) §9.1.
    ///
    /// - Parameters:
    ///   - text: The text, which may be empty.
    ///   - prefix: A prefix for the name.
    public init(escaping text: String, prefix: String? = nil) {
        self.init(localName: XMLNameEscape.escape(text), prefix: prefix)
    }

    /// The text that ``init(escaping:prefix:)`` converted to this local name, or the local name if it is not escaped.
    public var unescaped: String { XMLNameEscape.unescape(localName) }
}

/// The namespaces of XML and its schemas.
enum XMLNamespaces {
    /// The namespace of `xml:lang` and similar names. Source: Namespaces in XML 1.0 §3.
    static let xml = "http://www.w3.org/XML/1998/namespace"
    /// The namespace of namespace declarations. Source: Namespaces in XML 1.0 §3.
    static let declarations = "http://www.w3.org/2000/xmlns/"
    /// The namespace of `xsi:nil`. Source: XML Schema 1.0 part 1 §2.6.
    static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"
}

extension XML {
    /// An attribute of a built element.
    public struct Attribute: Hashable, Sendable {
        /// The name.
        public var name: Name
        /// The value without escapes. It is escaped when it is written.
        public var value: String

        /// Makes an attribute.
        ///
        /// - Parameters:
        ///   - name: The name, with or without a prefix.
        ///   - value: The value.
        ///   - namespace: The URI of the namespace. An attribute without one and without a prefix has no namespace.
        public init(_ name: String, _ value: String, namespace: String? = nil) {
            self.init(Name(name, namespace: namespace), value)
        }

        /// Makes an attribute with a name.
        public init(_ name: Name, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A prefix that an element binds to a namespace: `xmlns:dc="http://purl.org/dc/elements/1.1/"`.
    ///
    /// Names are declared automatically when they are written. Use a declaration for prefixes in values, such as
    /// `xsi:type="xs:date"`, or to collect all declarations in one element.
    public struct NamespaceDeclaration: Hashable, Sendable {
        /// The prefix, or nil for the default namespace.
        public var prefix: String?
        /// The URI. An empty URI removes the default namespace. With a prefix it is an error.
        public var namespace: String

        /// Makes a declaration.
        public init(prefix: String? = nil, _ namespace: String) {
            self.prefix = prefix
            self.namespace = namespace
        }
    }
}

// Values and namespaces of parsed XML come from a peer, so they are compared by their bytes.

extension XML.Attribute {
    /// Returns whether both have the same name and value, compared by their bytes.
    public static func == (one: XML.Attribute, other: XML.Attribute) -> Bool {
        one.name == other.name && ByteEqualString(one.value) == ByteEqualString(other.value)
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(ByteEqualString(value))
    }
}

extension XML.NamespaceDeclaration {
    /// Returns whether both bind the same prefix to the same namespace, compared by their bytes.
    public static func == (one: XML.NamespaceDeclaration, other: XML.NamespaceDeclaration) -> Bool {
        ByteEqualString(one.prefix) == ByteEqualString(other.prefix)
            && ByteEqualString(one.namespace) == ByteEqualString(other.namespace)
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(prefix))
        hasher.combine(ByteEqualString(namespace))
    }
}
