import Mimeograph

extension XML {
    /// An element to build, change and send.
    ///
    /// ```swift
    /// let feed = XML.Element("feed", namespace: "http://www.w3.org/2005/Atom") {
    ///     XML.Element("title") { "News" }
    ///     for story in stories {
    ///         XML.Element("entry", attributes: ["xml:lang": story.language]) {
    ///             XML.Element("title") { story.headline }
    ///         }
    ///     }
    /// }
    /// let bytes = try feed.serialized()
    /// ```
    ///
    /// An element is a value, so changing a copy does not change the original. Two elements are equal if all their parts are,
    /// including prefixes and the order of attributes. Names and characters are checked only when the element is written.
    ///
    /// Writing, comparing and freeing an element do not recurse, so a tree may have any depth.
    public struct Element: Sendable {
        var storage: Storage

        init(storage: Storage) { self.storage = storage }

        /// Makes an element from all its parts.
        public init(
            name: Name,
            namespaces: [NamespaceDeclaration] = [],
            attributes: [Attribute] = [],
            children: [Content] = []
        ) {
            storage = Storage(name: name, namespaces: namespaces, attributes: attributes, children: children)
        }

        /// Makes an element.
        ///
        /// - Parameters:
        ///   - name: The name, such as `title` or `dc:creator`.
        ///   - namespace: The URI of the namespace. If nil, the name is resolved at its position; see ``XML/Name/namespace``.
        ///     Inner elements without a namespace are then in the same namespace, as in XML text.
        ///   - attributes: The attributes, in order.
        ///   - content: The content.
        public init(
            _ name: String,
            namespace: String? = nil,
            attributes: KeyValuePairs<String, String> = [:],
            @ContentBuilder content: () throws -> [Content]
        ) rethrows {
            self.init(name, namespace: namespace, attributes: attributes)
            storage.children = try content()
        }

        /// Makes an element without content. The parameters are those of the initializer with content.
        public init(_ name: String, namespace: String? = nil, attributes: KeyValuePairs<String, String> = [:]) {
            self.init(
                name: Name(name, namespace: namespace),
                attributes: attributes.map { Attribute($0.key, $0.value) }
            )
        }

        /// The name.
        public var name: Name {
            get { storage.name }
            set {
                makeUnique()
                storage.name = newValue
            }
        }

        /// The prefixes that the element binds in addition to those that its names need, in order.
        public var namespaces: [NamespaceDeclaration] {
            get { storage.namespaces }
            _modify {
                makeUnique()
                yield &storage.namespaces
            }
        }

        /// The attributes, in order.
        public var attributes: [Attribute] {
            get { storage.attributes }
            _modify {
                makeUnique()
                yield &storage.attributes
            }
        }

        /// The content, in order.
        public var children: [Content] {
            get { storage.children }
            _modify {
                makeUnique()
                yield &storage.children
            }
        }

        private mutating func makeUnique() {
            if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
        }
    }
}

extension XML.Element {
    /// The parts of an element, shared by its copies.
    ///
    /// The conformance is unchecked because the properties are mutable. An ``XML/Element`` changes them only while it is the only
    /// one to refer to the object, like the collections of the standard library. The encoder fills objects in place, but returns
    /// an element only when it no longer refers to them. So no two threads see a change.
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

        /// Frees all elements below in a loop. Recursive freeing of a deep tree would overflow the stack.
        deinit {
            guard children.contains(where: { $0.element != nil }) else { return }
            var doomed: [Storage] = []
            Self.moveElements(of: &children, to: &doomed)
            while var storage = doomed.popLast() {
                // If something else still refers to the object, that owner frees it.
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

extension XML.Element {
    /// The child elements, in order.
    public var elements: [XML.Element] { storage.children.compactMap(\.element) }

    /// Returns the child elements with a name, in order.
    ///
    /// - Parameter name: The name as written, with its prefix.
    public func elements(_ name: String) -> [XML.Element] { elements.filter { $0.isNamed(name) } }

    /// Returns the first child element with a name, if any.
    ///
    /// - Parameter name: The name as written, with its prefix.
    public func first(_ name: String) -> XML.Element? {
        for case .element(let element) in storage.children where element.isNamed(name) { return element }
        return nil
    }

    /// The first child element with a name, if any, as in ``first(_:)``.
    public subscript(name: String) -> XML.Element? { first(name) }

    private func isNamed(_ text: String) -> Bool { storage.name.isWritten(text) }

    /// The value of the attribute with a name as written, including its prefix; nil if there is none.
    ///
    /// Setting nil removes the attribute. Setting a value for a new name appends an attribute.
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

    /// All text inside the element at any depth, in order, without comments and processing instructions.
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

extension XML.Element: Equatable {
    /// Returns whether names with their prefixes, declarations, attributes and contents are the same, in the same order.
    public static func == (one: XML.Element, other: XML.Element) -> Bool {
        var pairs = [(one.storage, other.storage)]
        while let (left, right) = pairs.popLast() {
            if left === right { continue }
            guard left.name == right.name, left.attributes == right.attributes, left.namespaces == right.namespaces,
                left.children.count == right.children.count
            else { return false }
            for (child, counterpart) in zip(left.children, right.children) {
                if case (.element(let child), .element(let counterpart)) = (child, counterpart) {
                    pairs.append((child.storage, counterpart.storage))
                } else if child != counterpart {
                    return false
                }
            }
        }
        return true
    }
}

/// A `Codable` type can declare a part without its own type as ``XML/Element``.
///
/// ```swift
/// struct Fault: Codable {
///     var faultcode: String
///     var detail: XML.Element?
/// }
/// ```
///
/// ``XMLFormat`` reads and writes the whole element, including comments. If its name differs from the key, it is written with the
/// name of the key. Other coders read and write its text.
extension XML.Element: Decodable {
    /// Parses the text of an element.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let document: XML.Document
        do { document = try XML.Document(parsing: text.utf8, charset: "utf-8") } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "The text is not an XML document.",
                    underlyingError: error
                )
            )
        }
        self.init(root: document)
    }
}

extension XML.Element: Encodable {
    /// Writes the text of the element, without a declaration.
    public func encode(to encoder: any Encoder) throws {
        let bytes = try serialized(XMLWritingOptions(declaration: false))
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: bytes, as: UTF8.self))
    }
}
