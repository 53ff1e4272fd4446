import Mimeograph

extension XML {
    /// The name of an element or an attribute: a local name, and the namespace that it is in.
    ///
    /// ```swift
    /// let title: XML.Name = "title"                                                    // as it stands
    /// let creator = XML.Name("dc:creator", namespace: "http://purl.org/dc/elements/1.1/")
    /// ```
    ///
    /// Any text may be put into a name; whether XML can carry it is found out when it is written.
    ///
    /// Source: Namespaces in XML 1.0 §2–§6.
    public struct Name: Hashable, Sendable {
        /// The part before the colon, or nil.
        public var prefix: String?
        /// The part after the colon, or the whole name.
        public var localName: String
        /// The URI of the namespace.
        ///
        /// - nil: what the prefix means where the name is written; without a prefix, for an element, the default
        ///   namespace that is in force there, and for an attribute none.
        /// - Empty: no namespace.
        /// - Any other: this one. It is declared where it must be, under the ``prefix`` where that is free.
        public var namespace: String?

        /// Makes a name of a local name and a prefix that is already separate.
        public init(localName: String, prefix: String? = nil, namespace: String? = nil) {
            self.localName = localName
            self.prefix = prefix
            self.namespace = namespace
        }

        /// Makes a name of text such as `title` or `dc:creator`.
        ///
        /// - Parameters:
        ///   - text: The name. What comes before its first colon is the prefix.
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

        /// The name as it is written: `dc:creator`.
        public var qualified: String { prefix.map { "\($0):\(localName)" } ?? localName }

        /// Whether the name is written as this text: whether ``qualified`` has its bytes.
        func isWritten(_ text: String) -> Bool {
            guard let prefix else { return localName.hasSameBytes(as: text) }
            // Most names differ in their length.
            guard text.utf8.count == prefix.utf8.count + 1 + localName.utf8.count else { return false }
            return qualified.hasSameBytes(as: text)
        }
    }
}

extension XML.Name {
    /// Whether both have the same parts, byte by byte: XML compares names so. Source: Namespaces in XML 1.0 §2.3.
    public static func == (one: XML.Name, other: XML.Name) -> Bool {
        ByteEqualString(one.localName) == ByteEqualString(other.localName)
            && ByteEqualString(one.prefix) == ByteEqualString(other.prefix)
            && ByteEqualString(one.namespace) == ByteEqualString(other.namespace)
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(localName))
        hasher.combine(ByteEqualString(prefix))
        hasher.combine(ByteEqualString(namespace))
    }
}

extension ByteEqualString {
    /// A text that may be absent, which is another than one of no bytes.
    init?(_ text: String?) {
        guard let text else { return nil }
        self.init(text)
    }
}

extension XML.Name: ExpressibleByStringLiteral {
    /// A name without a namespace of its own.
    public init(stringLiteral text: String) { self.init(text) }
}

extension XML.Name {
    /// Makes any text a name: what names cannot have is escaped, as in `first_x0020_name`.
    ///
    /// This is what ``XMLFormat`` does with keys. A text that is a name already stays as it is; a colon is escaped, too.
    ///
    /// Source: ISO/IEC 9075-14 (SQL/XML) §9.1.
    ///
    /// - Parameters:
    ///   - text: The text, which may be empty.
    ///   - prefix: A prefix for the name.
    public init(escaping text: String, prefix: String? = nil) {
        self.init(localName: XMLNameEscape.escape(text), prefix: prefix)
    }

    /// The text that ``init(escaping:prefix:)`` made this local name of; the local name itself where it is not escaped.
    public var unescaped: String { XMLNameEscape.unescape(localName) }
}

/// The namespaces that XML itself and its schemas name.
enum XMLNamespaces {
    /// That of `xml:lang` and its kin. Source: Namespaces in XML 1.0 §3.
    static let xml = "http://www.w3.org/XML/1998/namespace"
    /// That of the declarations themselves. Source: Namespaces in XML 1.0 §3.
    static let declarations = "http://www.w3.org/2000/xmlns/"
    /// That of `xsi:nil`. Source: XML Schema 1.0 part 1 §2.6.
    static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"
}

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
