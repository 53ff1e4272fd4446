extension XML {
    /// A place in a document: an element, an attribute, a text and so on. It keeps the document alive.
    ///
    /// It is small and is made when it is asked for; the same place compares equal however it was reached. Look-ups compare
    /// the bytes of names and make no strings.
    ///
    /// ```swift
    /// let entry = try document.nodes("//entry")[0]
    /// entry["title"]?.stringValue                    // the first child element "title", in any namespace
    /// entry.first("thumbnail", namespace: "http://search.yahoo.com/mrss/")
    /// entry["link"]?[attribute: "href"]
    /// ```
    public struct Node: Sendable {
        let tree: XMLTree
        let node: XMLTreeNode
        /// The element in whose scope a namespace is; nil for all other kinds.
        let holder: XMLTreeNode?

        init(tree: XMLTree, node: XMLTreeNode, holder: XMLTreeNode? = nil) {
            self.tree = tree
            self.node = node
            self.holder = holder
        }

        /// Reads libxml2's node while the tree is held: a pointer does not do that.
        @inline(__always)
        func read<Result>(_ body: (XMLTreeNode) -> Result) -> Result { withExtendedLifetime(tree) { body(node) } }

        /// What a node is. Source: XPath 1.0 §5, and CDATA sections, which XPath takes for text.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The document itself, the parent of the outermost element.
            case document
            /// An element.
            case element
            /// An attribute; declarations of namespaces are none.
            case attribute
            /// A run of character data.
            case text
            /// A CDATA section.
            case cdata
            /// A comment.
            case comment
            /// A processing instruction.
            case processingInstruction
            /// A namespace in the scope of an element; only XPath's axis of namespaces gives one.
            case namespace
        }
    }
}

extension XML.Node {
    /// What the node is.
    public var kind: Kind { read { $0.kind } }

    /// The document that the node is of.
    public var document: XML.Document { XML.Document(tree) }

    /// The local name of an element or attribute, the target of a processing instruction, the prefix that a namespace is
    /// bound to; empty for all other kinds and for the default namespace.
    public var name: String {
        read { node in
            switch node.kind {
            case .element, .attribute, .processingInstruction: node.nameText
            case .namespace: node.prefix ?? ""
            case .document, .text, .cdata, .comment: ""
            }
        }
    }

    /// The prefix of an element or attribute as it was written; nil where it has none.
    public var prefix: String? { read { $0.isNamespace ? nil : $0.prefix } }

    /// The namespace of an element or attribute; nil where it is in none, and for all other kinds.
    public var namespaceURI: String? { read { $0.isNamespace ? nil : $0.uri } }

    /// The name with its prefix, as it was written: `atom:entry`.
    public var qualifiedName: String {
        guard let prefix else { return name }
        return "\(prefix):\(name)"
    }

    /// All text in the node: of an element or the document that of all texts below it, in order; of an attribute its
    /// value; of a comment or processing instruction its content; of a namespace its URI. Source: XPath 1.0 §5.
    public var stringValue: String { read { $0.isNamespace ? $0.uri ?? "" : $0.text } }

    /// The line on which the node begins or, for an element, on which its start tag ends; from 1, and nil where it is not
    /// known. Texts of entities have the line within the entity.
    public var line: Int? {
        let line = read { (holder ?? $0).line }
        return line > 0 ? line : nil
    }

    /// Whether the local name is this one, in any namespace.
    public func hasName(_ name: String) -> Bool { read { $0.hasName(name) } }

    /// Whether the local name is this one, in this namespace; nil means none.
    public func hasName(_ name: String, namespace uri: String?) -> Bool {
        read { $0.hasName(name) && $0.hasNamespace(uri ?? "") }
    }
}

extension XML.Node: Hashable {
    /// Whether both are the same place of the same document.
    public static func == (one: XML.Node, other: XML.Node) -> Bool {
        one.node == other.node && one.holder == other.holder
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(node)
        hasher.combine(holder)
    }
}
