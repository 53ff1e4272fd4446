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
