import Mimeograph

extension XML.Element {
    /// The elements directly inside, in order.
    public var elements: [XML.Element] { storage.children.compactMap(\.element) }

    /// The elements directly inside that have a name, in order.
    ///
    /// - Parameter name: The name as it is written, with its prefix.
    public func elements(_ name: String) -> [XML.Element] { elements.filter { $0.isNamed(name) } }

    /// The first element directly inside that has a name, or nil.
    ///
    /// - Parameter name: The name as it is written, with its prefix.
    public func first(_ name: String) -> XML.Element? {
        for case .element(let element) in storage.children where element.isNamed(name) { return element }
        return nil
    }

    /// The first element directly inside that has a name, or nil; as ``first(_:)``.
    public subscript(name: String) -> XML.Element? { first(name) }

    private func isNamed(_ text: String) -> Bool { storage.name.isWritten(text) }

    /// The value of the attribute of that name as it is written, with its prefix; nil where there is none.
    ///
    /// Setting nil removes the attribute, and setting a value for a name that is not there adds it at the end.
    public subscript(attribute name: String) -> String? {
        get { storage.attributes.first { $0.name.isWritten(name) }?.value }
        set {
            let index = storage.attributes.firstIndex { $0.name.isWritten(name) }
            switch (index, newValue) {
            case (let index?, let value?): attributes[index].value = value
            case (let index?, nil): attributes.remove(at: index)
            case (nil, let value?): attributes.append(XML.Attribute(name, value))
            case (nil, nil): break
            }
        }
    }

    /// All text inside, of every depth, in order; comments and processing instructions have no part in it.
    ///
    /// Source: XPath 1.0 §5.2.
    public var stringValue: String {
        var text = ""
        var rest: [ArraySlice<XML.Content>] = [storage.children[...]]
        while var children = rest.popLast() {
            guard let child = children.popFirst() else { continue }
            rest.append(children)
            if let piece = child.text {
                text += piece
            } else if let element = child.element {
                rest.append(element.storage.children[...])
            }
        }
        return text
    }
}
