import Mimeograph

extension XMLCodingTree {
    /// The tree of an element of a document.
    ///
    /// A name of the document is made into a string once, wherever libxml2 keeps it once.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    convenience init(_ node: XML.Node) throws(SerializationError) {
        self.init()
        let nodes = try fill(from: node.node)
        setSource(.document(node, nodes))
    }

    /// Gives the elements, in the order of their numbers.
    private func fill(from top: XMLTreeNode) throws(SerializationError) -> [XMLTreeNode] {
        var nodes = [top]
        var names = XMLNameNumbers(self)
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

    private func add(
        _ node: XMLTreeNode,
        to parent: Int32,
        _ names: inout XMLNameNumbers
    ) throws(SerializationError) -> Int32 {
        let number = try addElement(names.name(of: node), line: node.line, to: parent)
        var attribute = node.firstAttribute
        while let next = attribute {
            addAttribute(names.name(of: next), next.text)
            attribute = next.next
        }
        return number
    }
}

/// The numbers of the names of a document, by where libxml2 keeps them.
private struct XMLNameNumbers {
    private let tree: XMLCodingTree
    private var locals: [UInt: Int32] = [:]
    private var namespaces: [UInt: (prefix: Int32, namespace: Int32)] = [0: (0, 0)]

    init(_ tree: XMLCodingTree) { self.tree = tree }

    mutating func name(of node: XMLTreeNode) -> XMLCodingTree.Name {
        let local = locals[node.nameIdentity] ?? tree.intern(node.nameText)
        locals[node.nameIdentity] = local
        let namespace =
            namespaces[node.namespaceIdentity] ?? (tree.intern(node.prefix ?? ""), tree.intern(node.uri ?? ""))
        namespaces[node.namespaceIdentity] = namespace
        return XMLCodingTree.Name(local: local, prefix: namespace.prefix, namespace: namespace.namespace)
    }
}
