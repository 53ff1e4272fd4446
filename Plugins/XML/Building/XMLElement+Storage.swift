extension XML.Element {
    /// The parts of an element, shared by its copies.
    ///
    /// Unchecked, because its properties can change: an ``XML/Element`` changes them only while it is the only one to
    /// refer to the object, as the collections of the standard library do, and the encoder, which fills objects in
    /// place, hands an element out only when it has let go of them. So no two threads see a change.
    final class Storage: @unchecked Sendable {
        var name: XML.Name
        var namespaces: [XML.NamespaceDeclaration]
        var attributes: [XML.Attribute]
        var children: [XML.Content]

        init(
            name: XML.Name,
            namespaces: [XML.NamespaceDeclaration] = [],
            attributes: [XML.Attribute] = [],
            children: [XML.Content] = []
        ) {
            self.name = name
            self.namespaces = namespaces
            self.attributes = attributes
            self.children = children
        }

        func copy() -> Storage {
            Storage(name: name, namespaces: namespaces, attributes: attributes, children: children)
        }

        /// Frees what is below one object after the other: left to itself, each would free those inside of it, and a
        /// deep tree would use up the stack.
        deinit {
            guard children.contains(where: { $0.element != nil }) else { return }
            var doomed: [Storage] = []
            Self.moveElements(of: &children, to: &doomed)
            while var storage = doomed.popLast() {
                // Somebody else who still refers to it frees it.
                if isKnownUniquelyReferenced(&storage) { Self.moveElements(of: &storage.children, to: &doomed) }
            }
        }

        private static func moveElements(of children: inout [XML.Content], to doomed: inout [Storage]) {
            for child in children {
                if case .element(let element) = child { doomed.append(element.storage) }
            }
            children = []
        }
    }
}
