import Mimeograph

extension XMLCodingTree {
    /// The tree of an element of a document.
    ///
    /// A name of the document is made into a string once, wherever libxml2 keeps it once.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    convenience init(_ node: XML.Node) throws(SerializationError) {
        var builder = XMLCodingTreeBuilder()
        let nodes = try builder.fill(from: node.node)
        try builder.checkNames()
        self.init(builder, of: .document(node, nodes))
    }
}

extension XMLCodingTreeBuilder {
    /// Gives the elements, in the order of their numbers.
    fileprivate mutating func fill(from top: XMLTreeNode) throws(SerializationError) -> [XMLTreeNode] {
        var nodes = [top]
        var names = XMLNameNumbers()
        var parents = [try add(top, to: XMLCodingTree.none, &names)]
        var next = top.firstChild
        while let node = next, let parent = parents.last {
            switch node.kind {
            case .element:
                let number = try add(node, to: parent, &names)
                nodes.append(node)
                if let first = node.firstChild {
                    parents.append(number)
                    next = first
                    continue
                }
            case .text, .cdata: addText(node.text, to: parent)
            default: break
            }
            var last = node
            while last.next == nil, let parent = last.parent, parent != top {
                parents.removeLast()
                last = parent
            }
            next = last.next
        }
        return nodes
    }

    private mutating func add(
        _ node: XMLTreeNode,
        to parent: Int32,
        _ names: inout XMLNameNumbers
    ) throws(SerializationError) -> Int32 {
        let number = try addElement(names.name(of: node, &self), line: node.line, to: parent)
        var attribute = node.firstAttribute
        while let next = attribute {
            addAttribute(names.name(of: next, &self), next.text)
            attribute = next.next
        }
        return number
    }
}

/// The numbers of the names of a document, by where libxml2 keeps them.
private struct XMLNameNumbers {
    private var locals: [UInt: Int32] = [:]
    private var namespaces: [UInt: (prefix: Int32, namespace: Int32)] = [0: (0, 0)]

    mutating func name(of node: XMLTreeNode, _ builder: inout XMLCodingTreeBuilder) -> XMLCodingTree.Name {
        let local: Int32
        if let known = locals[node.nameIdentity] {
            local = known
        } else {
            local = builder.intern(name: node.nameText)
            locals[node.nameIdentity] = local
        }
        let namespace: (prefix: Int32, namespace: Int32)
        if let known = namespaces[node.namespaceIdentity] {
            namespace = known
        } else {
            namespace = (builder.intern(name: node.prefix ?? ""), builder.intern(node.uri ?? ""))
            namespaces[node.namespaceIdentity] = namespace
        }
        return XMLCodingTree.Name(local: local, prefix: namespace.prefix, namespace: namespace.namespace)
    }
}
