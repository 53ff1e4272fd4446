import Mimeograph

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

    /// By what namespaces of an element are sorted: that of `xml` comes first.
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
