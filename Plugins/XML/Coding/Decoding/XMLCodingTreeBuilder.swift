import Mimeograph

/// A builder for an ``XMLCodingTree``.
struct XMLCodingTreeBuilder {
    private(set) var elements: [XMLCodingTree.Element] = []
    private(set) var attributes: [XMLCodingTree.Attribute] = []
    private(set) var strings: [String] = [""]
    private(set) var texts: [String] = []
    private(set) var numbers: [ByteEqualString: Int32] = [ByteEqualString(""): 0]

    /// Whether each name is safe as a key.
    private var areNamesHashable = true

    /// Returns the number of a name or a prefix, which may become a key.
    mutating func intern(name text: String) -> Int32 {
        if let number = numbers[ByteEqualString(text)] { return number }
        areNamesHashable = areNamesHashable && XMLNameEscape.isHashable(text)
        return intern(text)
    }

    /// - Throws: ``SerializationError/Code/limitExceeded`` if Swift would compare a name too slowly as a key.
    func checkNames() throws(SerializationError) {
        if !areNamesHashable { throw .keyNotStreamSafe() }
    }

    /// Returns the number of a string, and assigns one if necessary.
    mutating func intern(_ text: String) -> Int32 {
        if let number = numbers[ByteEqualString(text)] { return number }
        let number = Int32(truncatingIfNeeded: strings.count)
        strings.append(text)
        numbers[ByteEqualString(text)] = number
        return number
    }

    /// Adds an element after the last child of `parent`.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` if there are more elements than numbers.
    mutating func addElement(_ name: XMLCodingTree.Name, line: Int, to parent: Int32) throws(SerializationError)
        -> Int32
    {
        let limit = Int(Int32.max)
        if elements.count >= limit || strings.count >= limit || attributes.count >= limit {
            throw .limitExceeded(.elements, allowed: limit)
        }
        let number = Int32(elements.count)
        var element = XMLCodingTree.Element(name: name, line: Int32(clamping: line))
        element.firstAttribute = Int32(attributes.count)
        elements.append(element)
        guard parent != XMLCodingTree.none else { return number }
        let last = elements[Int(parent)].lastChild
        if last == XMLCodingTree.none {
            elements[Int(parent)].firstChild = number
        } else {
            elements[Int(last)].next = number
        }
        elements[Int(parent)].lastChild = number
        elements[Int(parent)].childCount += 1
        return number
    }

    /// Adds an attribute to the last added element.
    mutating func addAttribute(_ name: XMLCodingTree.Name, _ value: String) {
        attributes.append(XMLCodingTree.Attribute(name: name, value: value))
        elements[elements.count - 1].attributeCount += 1
    }

    /// Appends text to the text of an element.
    mutating func addText(_ text: String, to element: Int32) {
        let known = elements[Int(element)].text
        if known == XMLCodingTree.none {
            elements[Int(element)].text = Int32(texts.count)
            texts.append(text)
        } else {
            texts[Int(known)] += text
        }
    }
}

extension XMLCodingTree {
    /// Makes the tree of an element of a document.
    ///
    /// Each name that libxml2 stores once becomes a string once.
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
    /// Adds all elements, and returns them in the order of their numbers.
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

/// The numbers of a document's names, keyed by their addresses in libxml2.
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

extension XMLCodingTree {
    /// Makes the tree of a built element, with the namespaces that a reader of its text would find.
    ///
    /// - Throws: ``SerializationError/Code/dataShape`` for a prefix without a namespace.
    convenience init(_ element: XML.Element) throws(SerializationError) {
        var builder = XMLCodingTreeBuilder()
        let built = try builder.fill(from: element)
        try builder.checkNames()
        self.init(builder, of: .built(built))
    }
}

extension XMLCodingTreeBuilder {
    /// Adds all elements, and returns them in the order of their numbers.
    fileprivate mutating func fill(from element: XML.Element) throws(SerializationError) -> [XML.Element] {
        var scope = XMLNamespaceScope()
        var levels = [(number: Int32, children: ArraySlice<XML.Content>, mark: Int)]()
        var built = [element]
        try levels.append(add(element.storage, to: XMLCodingTree.none, &scope))
        while var level = levels.popLast() {
            guard let child = level.children.popFirst() else {
                scope.leave(level.mark)
                continue
            }
            levels.append(level)
            if let element = child.element {
                built.append(element)
                try levels.append(add(element.storage, to: level.number, &scope))
            } else if let text = child.text {
                addText(text, to: level.number)
            }
        }
        return built
    }

    private mutating func add(
        _ storage: XML.Element.Storage,
        to parent: Int32,
        _ scope: inout XMLNamespaceScope
    ) throws(SerializationError) -> (Int32, ArraySlice<XML.Content>, Int) {
        let mark = scope.mark
        let names: XMLTagNames
        do {
            names = try XMLTagNames(storage, in: &scope)
        } catch {
            throw SerializationError(.dataShape, error.message, remedy: error.remedy)
        }
        let number = try addElement(name(names.element, isAttribute: false, scope), line: 0, to: parent)
        for (attribute, name) in zip(storage.attributes, names.attributes) {
            addAttribute(self.name(name, isAttribute: true, scope), attribute.value)
        }
        return (number, storage.children[...], mark)
    }

    private mutating func name(_ qualified: String, isAttribute: Bool, _ scope: XMLNamespaceScope) -> XMLCodingTree.Name
    {
        let name = XML.Name(qualified)
        let namespace = isAttribute && name.prefix == nil ? "" : scope.namespace(of: name.prefix ?? "") ?? ""
        return XMLCodingTree.Name(
            local: intern(name: name.localName),
            prefix: intern(name: name.prefix ?? ""),
            namespace: intern(namespace)
        )
    }
}
