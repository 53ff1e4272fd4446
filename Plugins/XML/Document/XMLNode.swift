import Mimeograph

extension XML {
    /// A node of a document: an element, an attribute, a text and so on. It keeps the document alive.
    ///
    /// It is small and is made when it is asked for; the same node compares equal however it was reached. Look-ups compare
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

        /// What a node is. Source: XPath 1.0 §5, and CDATA sections, which are text for XPath.
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
    /// Whether both are the same node of the same document.
    public static func == (one: XML.Node, other: XML.Node) -> Bool {
        one.node == other.node && one.holder == other.holder
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(node)
        hasher.combine(holder)
    }
}

extension XML.Node {
    /// The element or document that the node is in; of an attribute or namespace its element; nil for the document.
    public var parent: XML.Node? {
        holder.map(node(at:)) ?? read { $0.isNamespace ? nil : $0.parent }.map(node(at:))
    }

    /// The children in document order: elements, texts, CDATA sections, comments and processing instructions.
    public var children: XML.Nodes { XML.Nodes(tree, start: read { $0.firstChild }, .siblings) }

    /// The child elements, in document order.
    public var elements: XML.Nodes { elements("") }

    /// The child elements with a local name, in any namespace. An empty name stands for all.
    public func elements(_ name: String) -> XML.Nodes {
        XML.Nodes(tree, start: read { $0.firstChild }, .elements(name: name, namespace: nil))
    }

    /// The child elements with a local name and a namespace; nil means none. An empty name stands for all.
    public func elements(_ name: String, namespace uri: String?) -> XML.Nodes {
        XML.Nodes(tree, start: read { $0.firstChild }, .elements(name: name, namespace: uri ?? ""))
    }

    /// The first child element with a local name, in any namespace.
    public func first(_ name: String) -> XML.Node? {
        read { $0.firstChild?.nextElement(named: name, namespace: nil) }.map(node(at:))
    }

    /// The first child element with a local name and a namespace; nil means none.
    public func first(_ name: String, namespace uri: String?) -> XML.Node? {
        read { $0.firstChild?.nextElement(named: name, namespace: uri ?? "") }.map(node(at:))
    }

    /// The first child element with a local name, in any namespace.
    public subscript(name: String) -> XML.Node? { first(name) }

    /// Everything below the node, in document order; no attributes.
    public var descendants: XML.Nodes {
        guard let first = read({ $0.firstChild }) else { return XML.Nodes(tree, start: nil, .siblings) }
        return XML.Nodes(tree, start: first, .descendants(of: node))
    }

    /// The parent, its parent and so on up to the document.
    public var ancestors: XML.Nodes { XML.Nodes(tree, start: parent?.node, .ancestors) }

    /// The node after this one among the children of its parent.
    public var nextSibling: XML.Node? { read { $0.isChild ? $0.followingSibling : nil }.map(node(at:)) }

    /// The node before this one among the children of its parent.
    public var previousSibling: XML.Node? { read { $0.isChild ? $0.precedingSibling : nil }.map(node(at:)) }

    /// Whether this node comes before another of the same document. An element comes before its attributes, and these
    /// before its children. Source: XPath 1.0 §5.
    public func precedes(_ other: XML.Node) -> Bool {
        let one = holder ?? node
        let two = other.holder ?? other.node
        if one != two { return withExtendedLifetime(tree) { one.precedes(two) } }
        // An element, then its namespaces.
        guard holder != nil, other.holder != nil else { return holder == nil && other.holder != nil }
        return sortedName.utf8.lexicographicallyPrecedes(other.sortedName.utf8)
    }

    /// The key that namespaces of an element are sorted by: that of `xml` comes first.
    private var sortedName: String { name.hasSameBytes(as: "xml") ? "" : name }

    func node(at node: XMLTreeNode) -> XML.Node { XML.Node(tree: tree, node: node) }
}

extension XML.Node {
    /// The attributes of an element, as they were written; those that the document type gives it come last.
    public var attributes: XML.Nodes { XML.Nodes(tree, start: read { $0.firstAttribute }, .siblings) }

    /// The attribute with this local name and namespace; nil means none, as for a name without prefix.
    public func attribute(_ name: String, namespace uri: String? = nil) -> XML.Node? {
        read { $0.attribute(named: name, namespace: uri ?? "") }.map(node(at:))
    }

    /// The value of the attribute with this name, in no namespace; nil where the element has none.
    public subscript(attribute name: String) -> String? { attribute(name)?.stringValue }

    /// The value of the attribute with this local name and namespace; nil where the element has none.
    public subscript(attribute name: String, namespace uri: String?) -> String? {
        attribute(name, namespace: uri)?.stringValue
    }
}

extension XML {
    /// Nodes along an axis, found one after the other while they are asked for.
    public struct Nodes: Sequence, Sendable {
        enum Step: Sendable {
            case siblings
            case elements(name: String, namespace: String?)
            case descendants(of: XMLTreeNode)
            case ancestors
        }

        private let tree: XMLTree
        private let start: XMLTreeNode?
        private let step: Step

        init(_ tree: XMLTree, start: XMLTreeNode?, _ step: Step) {
            self.tree = tree
            self.start = start
            self.step = step
        }

        /// Begins at the first node.
        public func makeIterator() -> Iterator { Iterator(tree, start: start, step) }

        /// Goes from node to node.
        public struct Iterator: IteratorProtocol {
            private let tree: XMLTree
            private var upcoming: XMLTreeNode?
            private let step: Step

            init(_ tree: XMLTree, start: XMLTreeNode?, _ step: Step) {
                self.tree = tree
                self.step = step
                defer { withExtendedLifetime(tree) {} }
                upcoming =
                    switch step {
                    case .elements(let name, let uri): start?.nextElement(named: name, namespace: uri)
                    case .siblings, .descendants: start.flatMap { $0.isVisible ? $0 : $0.next }
                    case .ancestors: start
                    }
            }

            /// The next node; nil after the last.
            public mutating func next() -> Node? {
                guard let node = upcoming else { return nil }
                // A pointer does not hold the tree.
                defer { withExtendedLifetime(tree) {} }
                switch step {
                case .siblings:
                    upcoming = node.followingSibling
                case .elements(let name, let uri):
                    upcoming = node.next?.nextElement(named: name, namespace: uri)
                case .descendants(let top):
                    upcoming = node.nextDescendant(of: top)
                    while let candidate = upcoming, !candidate.isVisible {
                        upcoming = candidate.nextDescendant(of: top)
                    }
                case .ancestors:
                    upcoming = node.parent
                }
                return Node(tree: tree, node: node)
            }
        }
    }
}

extension XML.Nodes {
    /// The first node; nil where there is none.
    public var first: XML.Node? {
        var iterator = makeIterator()
        return iterator.next()
    }

    /// How many there are; found by going through them.
    public var count: Int { reduce(into: 0) { count, _ in count += 1 } }

    /// Whether there is none.
    public var isEmpty: Bool { first == nil }
}
