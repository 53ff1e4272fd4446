import Mimeograph

// The axes of one node. Source: XPath 1.0 §2.2.

extension XPathEvaluation {
    /// Appends the nodes on an axis that pass a test, in the order of the axis, up to a maximum number.
    func walk(
        _ axis: XPathAxis,
        from context: XPathNode,
        _ test: XPathNodeTest,
        upTo most: Int = .max,
        into nodes: inout [XPathNode]
    ) throws(XPathFailure) {
        let passes = try XPathTester(test, axis)
        let end = most > Int.max - nodes.count ? Int.max : nodes.count + most
        switch axis {
        case .self: try add(context, passes, to: &nodes)
        case .parent:
            if let parent = parent(of: context) { try add(parent, passes, to: &nodes) }
        case .ancestor, .ancestorOrSelf:
            var next = axis == .ancestor ? parent(of: context) : context
            while let node = next, nodes.count < end {
                try add(node, passes, to: &nodes)
                next = parent(of: node)
            }
        case .child:
            var next = context.isParent ? context.node.firstChild : nil
            while let node = next, nodes.count < end {
                try add(XPathNode(node: node), passes, to: &nodes)
                next = node.next
            }
        case .descendant, .descendantOrSelf:
            if axis == .descendantOrSelf { try add(context, passes, to: &nodes) }
            var next = context.isParent ? context.node.firstChild : nil
            while let node = next, nodes.count < end {
                try add(XPathNode(node: node), passes, to: &nodes)
                next = node.nextDescendant(of: context.node)
            }
        case .followingSibling, .precedingSibling:
            guard context.isParent else { return }
            var next = axis == .followingSibling ? context.node.next : context.node.previous
            while let node = next, nodes.count < end {
                try add(XPathNode(node: node), passes, to: &nodes)
                next = axis == .followingSibling ? node.next : node.previous
            }
        case .following:
            var next = firstFollowing(context)
            while let node = next, nodes.count < end {
                try add(XPathNode(node: node), passes, to: &nodes)
                next = node.nextDescendant(of: tree.top)
            }
        case .preceding: try walkBack(from: context, passes, end, into: &nodes)
        case .attribute:
            var next = context.isParent ? context.node.firstAttribute : nil
            while let node = next, nodes.count < end {
                try add(XPathNode(node: node), passes, to: &nodes)
                next = node.next
            }
        case .namespace:
            for namespace in try namespaces(of: context) where nodes.count < end {
                try add(namespace, passes, to: &nodes)
            }
        }
    }

    func add(_ node: XPathNode, _ passes: XPathTester, to nodes: inout [XPathNode]) throws(XPathFailure) {
        try spend()
        if passes.accepts(node.node) { nodes.append(node) }
    }

    func parent(of node: XPathNode) -> XPathNode? { (node.holder ?? node.node.parent).map { XPathNode(node: $0) } }

    /// Returns the first node after a node and its descendants. An attribute or a namespace is followed by the children of its
    /// element.
    func firstFollowing(_ context: XPathNode) -> XMLTreeNode? {
        var node = context.node
        if !context.isParent {
            guard let element = context.holder ?? node.parent else { return nil }
            if let child = element.firstChild { return child }
            node = element
        }
        while true {
            guard node.kind != .document else { return nil }
            if let next = node.next { return next }
            guard let parent = node.parent else { return nil }
            node = parent
        }
    }

    /// Walks backward from a node, and skips its ancestors. From an attribute or a namespace, it walks backward from its element.
    private func walkBack(
        from context: XPathNode,
        _ passes: XPathTester,
        _ end: Int,
        into nodes: inout [XPathNode]
    ) throws(XPathFailure) {
        var node = context.isParent ? context.node : context.holder ?? context.node.parent ?? context.node
        var ancestor = node.parent
        while nodes.count < end {
            if let previous = node.previous {
                node = previous
                while let last = node.lastChild {
                    try spend()
                    node = last
                }
            } else {
                guard let parent = node.parent else { return }
                node = parent
                if node == ancestor {
                    ancestor = node.parent
                    try spend()
                    continue
                }
            }
            try add(XPathNode(node: node), passes, to: &nodes)
        }
    }

    /// Returns the namespaces in scope of an element. Source: XPath 1.0 §5.4.
    private func namespaces(of context: XPathNode) throws(XPathFailure) -> [XPathNode] {
        guard context.isParent, context.node.isElement else { return [] }
        var prefixes: Set<ByteEqualString> = ["xml"]
        var found: [XPathNode] = []
        if let xml = tree.xmlNamespaceNode { found.append(XPathNode(node: xml, holder: context.node)) }
        var next: XMLTreeNode? = context.node
        while let element = next, element.isElement {
            var declaration = element.firstDeclarationNode
            while let namespace = declaration {
                try spend()
                // A declaration without a URI removes the default namespace.
                if prefixes.insert(ByteEqualString(namespace.prefix ?? "")).inserted, namespace.uri != nil {
                    found.append(XPathNode(node: namespace, holder: context.node))
                }
                declaration = namespace.nextDeclaration
            }
            next = element.parent
        }
        try sort(&found)
        return found
    }
}

/// A node test on an axis. Source: XPath 1.0 §2.3.
struct XPathTester {
    private let test: XPathNodeTest
    private let principal: XML.Node.Kind

    /// - Throws: `prefix` if a prefix is not bound.
    init(_ test: XPathNodeTest, _ axis: XPathAxis) throws(XPathFailure) {
        switch test {
        case .name(_, in: .unbound), .anyName(in: .unbound?): throw .prefix
        default: break
        }
        self.test = test
        principal =
            switch axis {
            case .attribute: .attribute
            case .namespace: .namespace
            default: .element
            }
    }

    @inline(__always)
    func accepts(_ node: XMLTreeNode) -> Bool {
        switch test {
        case .name(let name, let prefix):
            guard node.kind == principal else { return false }
            if principal == .namespace { return isNone(prefix) && (node.prefix ?? "").hasSameBytes(as: name) }
            return node.hasName(name) && isIn(prefix, node)
        case .anyName(let prefix):
            guard node.kind == principal else { return false }
            guard let prefix else { return true }
            return principal != .namespace && isIn(prefix, node)
        case .node: return node.isReachable
        case .text: return node.kind == .text || node.kind == .cdata
        case .comment: return node.kind == .comment
        case .instruction(let target):
            guard node.kind == .processingInstruction else { return false }
            return target.map { node.hasName($0) } ?? true
        }
    }

    private func isNone(_ prefix: XPathPrefix) -> Bool {
        if case .none = prefix { true } else { false }
    }

    private func isIn(_ prefix: XPathPrefix, _ node: XMLTreeNode) -> Bool {
        switch prefix {
        case .none: node.hasNamespace("")
        case .namespace(let uri): !uri.isEmpty && node.hasNamespace(uri)
        case .unbound: false
        }
    }
}
