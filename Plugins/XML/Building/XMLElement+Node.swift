import Mimeograph

extension XML.Element {
    /// Copies an element of a document with all its content, to change or send it.
    ///
    /// Names keep their namespaces. Prefixes in scope around the element stay bound, because values in it may use them.
    /// References to entities are replaced by their values.
    ///
    /// - Parameter node: An element, or a document, whose root is used. For all other kinds the result is nil.
    public init?(_ node: XML.Node) {
        switch node.kind {
        case .document: self.init(root: node.document)
        case .element: self.init(element: node)
        default: return nil
        }
    }

    /// Copies the root of a document; see ``init(_:)``.
    public init(root document: XML.Document) { self.init(element: document.root) }

    /// Copies a node that must be an element.
    init(element top: XML.Node) {
        // Nothing else keeps the document alive below.
        defer { withExtendedLifetime(top) {} }
        let root = Self.empty(top.node)
        var declared = Set(root.namespaces.map { ByteEqualString($0.prefix ?? "") })
        for ancestor in top.ancestors {
            for (prefix, uri) in ancestor.node.declarations
            where declared.insert(ByteEqualString(prefix ?? "")).inserted {
                if prefix != nil { root.namespaces.append(XML.NamespaceDeclaration(prefix: prefix, uri)) }
            }
        }
        var parents = [root]
        var next = top.node.firstChild
        while let node = next, let parent = parents.last {
            if node.isElement {
                let child = Self.empty(node)
                parent.children.append(.element(XML.Element(storage: child)))
                if let first = node.firstChild {
                    parents.append(child)
                    next = first
                    continue
                }
            } else if let content = Self.content(node) {
                parent.children.append(content)
            }
            next = Self.following(node, below: top.node) { parents.removeLast() }
        }
        self.init(storage: root)
    }

    /// Returns the next node that is not below this one, and calls `leave` for each element that ends before it.
    private static func following(_ node: XMLTreeNode, below top: XMLTreeNode, leave: () -> Void) -> XMLTreeNode? {
        var node = node
        while true {
            if let next = node.next { return next }
            leave()
            guard let parent = node.parent, parent != top else { return nil }
            node = parent
        }
    }

    private static func empty(_ node: XMLTreeNode) -> Storage {
        let storage = Storage(name: name(node))
        storage.namespaces = node.declarations.map { XML.NamespaceDeclaration(prefix: $0.prefix, $0.uri) }
        var attribute = node.firstAttribute
        while let next = attribute {
            storage.attributes.append(XML.Attribute(name(next), next.text))
            attribute = next.next
        }
        return storage
    }

    private static func name(_ node: XMLTreeNode) -> XML.Name {
        XML.Name(localName: node.nameText, prefix: node.prefix, namespace: node.uri ?? "")
    }

    private static func content(_ node: XMLTreeNode) -> XML.Content? {
        switch node.kind {
        case .text: .text(node.text)
        case .cdata: .cdata(node.text)
        case .comment: .comment(node.text)
        case .processingInstruction: .processingInstruction(target: node.nameText, data: node.text)
        case .element, .document, .attribute, .namespace: nil
        }
    }
}

extension XML.Node {
    /// The prefixes that an element binds itself, in order; empty for other kinds.
    public var declarations: [XML.NamespaceDeclaration] {
        read { $0.declarations }.map { XML.NamespaceDeclaration(prefix: $0.prefix, $0.uri) }
    }
}
