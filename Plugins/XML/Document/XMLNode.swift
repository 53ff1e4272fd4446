import Mimeograph

extension XML {
    /// A node of a document, such as an element, an attribute or text. It keeps the document alive.
    ///
    /// A node is small and is created on access. The same node compares equal however it was reached. Look-ups compare the bytes
    /// of names without creating strings.
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
        /// The element that has a namespace in scope; nil for all other kinds.
        let holder: XMLTreeNode?

        init(tree: XMLTree, node: XMLTreeNode, holder: XMLTreeNode? = nil) {
            self.tree = tree
            self.node = node
            self.holder = holder
        }

        /// Reads libxml2's node and keeps the tree alive, which a pointer does not.
        @inline(__always)
        func read<Result>(_ body: (XMLTreeNode) -> Result) -> Result { withExtendedLifetime(tree) { body(node) } }

        /// The kind of a node. Source: XPath 1.0 §5. For XPath, CDATA sections are text.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The document itself, the parent of the outermost element.
            case document
            /// An element.
            case element
            /// An attribute. Namespace declarations are not attributes.
            case attribute
            /// A run of character data.
            case text
            /// A CDATA section.
            case cdata
            /// A comment.
            case comment
            /// A processing instruction.
            case processingInstruction
            /// A namespace in the scope of an element. Only XPath's namespace axis returns it.
            case namespace
        }
    }
}

extension XML.Node {
    /// The kind of the node.
    public var kind: Kind { read { $0.kind } }

    /// The document that contains the node.
    public var document: XML.Document { XML.Document(tree) }

    /// The local name of an element or attribute, the target of a processing instruction, or the prefix of a namespace; empty for
    /// all other kinds and for the default namespace.
    public var name: String {
        read { node in
            switch node.kind {
            case .element, .attribute, .processingInstruction: node.nameText
            case .namespace: node.prefix ?? ""
            case .document, .text, .cdata, .comment: ""
            }
        }
    }

    /// The prefix of an element or attribute as written, if any.
    public var prefix: String? { read { $0.isNamespace ? nil : $0.prefix } }

    /// The namespace of an element or attribute, if any; nil for all other kinds.
    public var namespaceURI: String? { read { $0.isNamespace ? nil : $0.uri } }

    /// The name with its prefix as written, such as `atom:entry`.
    public var qualifiedName: String {
        guard let prefix else { return name }
        return "\(prefix):\(name)"
    }

    /// The text of the node. For an element or the document, it is all text below it, in order. For an attribute, it is the
    /// value; for a comment or processing instruction, the content; for a namespace, the URI. Source: XPath 1.0 §5.
    public var stringValue: String { read { $0.isNamespace ? $0.uri ?? "" : $0.text } }

    /// The line on which the node begins, from 1; for an element, the line on which its start tag ends. Nil if the line is
    /// unknown. Text from an entity has the line within the entity.
    public var line: Int? {
        let line = read { (holder ?? $0).line }
        return line > 0 ? line : nil
    }

    /// Returns whether the node has this local name, in any namespace.
    public func hasName(_ name: String) -> Bool { read { $0.hasName(name) } }

    /// Returns whether the node has this local name and this namespace; nil means no namespace.
    public func hasName(_ name: String, namespace uri: String?) -> Bool {
        read { $0.hasName(name) && $0.hasNamespace(uri ?? "") }
    }
}

extension XML.Node: Hashable {
    /// Returns whether both are the same node of the same document.
    public static func == (one: XML.Node, other: XML.Node) -> Bool {
        one.node == other.node && one.holder == other.holder
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(node)
        hasher.combine(holder)
    }
}

extension XML.Node {
    /// The element or document that contains the node; for an attribute or namespace, its element. Nil for the document.
    public var parent: XML.Node? {
        holder.map(node(at:)) ?? read { $0.isNamespace ? nil : $0.parent }.map(node(at:))
    }

    /// The children in document order: elements, text, CDATA sections, comments and processing instructions.
    public var children: XML.Nodes { XML.Nodes(tree, start: read { $0.firstChild }, .siblings) }

    /// The child elements, in document order.
    public var elements: XML.Nodes { elements("") }

    /// Returns the child elements with a local name, in any namespace. An empty name matches all.
    public func elements(_ name: String) -> XML.Nodes {
        XML.Nodes(tree, start: read { $0.firstChild }, .elements(name: name, namespace: nil))
    }

    /// Returns the child elements with a local name and a namespace; nil means no namespace. An empty name matches all.
    public func elements(_ name: String, namespace uri: String?) -> XML.Nodes {
        XML.Nodes(tree, start: read { $0.firstChild }, .elements(name: name, namespace: uri ?? ""))
    }

    /// Returns the first child element with a local name, in any namespace.
    public func first(_ name: String) -> XML.Node? {
        read { $0.firstChild?.nextElement(named: name, namespace: nil) }.map(node(at:))
    }

    /// Returns the first child element with a local name and a namespace; nil means no namespace.
    public func first(_ name: String, namespace uri: String?) -> XML.Node? {
        read { $0.firstChild?.nextElement(named: name, namespace: uri ?? "") }.map(node(at:))
    }

    /// The first child element with a local name, in any namespace.
    public subscript(name: String) -> XML.Node? { first(name) }

    /// All nodes below this one, in document order, without attributes.
    public var descendants: XML.Nodes {
        guard let first = read({ $0.firstChild }) else { return XML.Nodes(tree, start: nil, .siblings) }
        return XML.Nodes(tree, start: first, .descendants(of: node))
    }

    /// The parent, its parent, and so on up to the document.
    public var ancestors: XML.Nodes { XML.Nodes(tree, start: parent?.node, .ancestors) }

    /// The next child of the same parent.
    public var nextSibling: XML.Node? { read { $0.isChild ? $0.followingSibling : nil }.map(node(at:)) }

    /// The previous child of the same parent.
    public var previousSibling: XML.Node? { read { $0.isChild ? $0.precedingSibling : nil }.map(node(at:)) }

    /// Returns whether this node comes before another of the same document. An element comes before its attributes, and its
    /// attributes come before its children. Source: XPath 1.0 §5.
    public func precedes(_ other: XML.Node) -> Bool {
        let one = holder ?? node
        let two = other.holder ?? other.node
        if one != two { return withExtendedLifetime(tree) { one.precedes(two) } }
        // An element comes before its namespaces.
        guard holder != nil, other.holder != nil else { return holder == nil && other.holder != nil }
        return sortedName.utf8.lexicographicallyPrecedes(other.sortedName.utf8)
    }

    /// The sort key of a namespace of an element. The namespace `xml` comes first.
    private var sortedName: String { name.hasSameBytes(as: "xml") ? "" : name }

    func node(at node: XMLTreeNode) -> XML.Node { XML.Node(tree: tree, node: node) }
}

extension XML.Node {
    /// The attributes of an element in written order, followed by the defaults from the document type.
    public var attributes: XML.Nodes { XML.Nodes(tree, start: read { $0.firstAttribute }, .siblings) }

    /// Returns the attribute with this local name and namespace. Nil means no namespace, as for a name without a prefix.
    public func attribute(_ name: String, namespace uri: String? = nil) -> XML.Node? {
        read { $0.attribute(named: name, namespace: uri ?? "") }.map(node(at:))
    }

    /// The value of the attribute with this name and no namespace, if any.
    public subscript(attribute name: String) -> String? { attribute(name)?.stringValue }

    /// The value of the attribute with this local name and namespace, if any.
    public subscript(attribute name: String, namespace uri: String?) -> String? {
        attribute(name, namespace: uri)?.stringValue
    }
}

extension XML {
    /// A lazy sequence of nodes along an axis.
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

        /// Returns an iterator that begins at the first node.
        public func makeIterator() -> Iterator { Iterator(tree, start: start, step) }

        /// An iterator over the nodes.
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

            /// Returns the next node, or nil after the last one.
            public mutating func next() -> Node? {
                guard let node = upcoming else { return nil }
                // A pointer does not keep the tree alive.
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
    /// The first node, if any.
    public var first: XML.Node? {
        var iterator = makeIterator()
        return iterator.next()
    }

    /// The number of nodes. This iterates over all of them.
    public var count: Int { reduce(into: 0) { count, _ in count += 1 } }

    /// Whether the sequence is empty.
    public var isEmpty: Bool { first == nil }
}
