import Mimeograph

extension XMLCodingTree {
    /// The tree of an element that was built; namespaces are what a reader of its text would find.
    ///
    /// - Throws: ``SerializationError/Code/dataShape`` for a prefix that is bound to no namespace.
    convenience init(_ element: XML.Element) throws(SerializationError) {
        var builder = XMLCodingTreeBuilder()
        let built = try builder.fill(from: element)
        try builder.checkNames()
        self.init(builder, of: .built(built))
    }
}

extension XMLCodingTreeBuilder {
    /// Gives the elements, in the order of their numbers.
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
