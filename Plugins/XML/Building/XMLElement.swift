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
    /// It is a value: a copy is changed without the original. Two are equal when all their parts are, prefixes and the
    /// order of attributes included. Whether XML can carry its names and characters is found out when it is written.
    ///
    /// Nothing here recurses with the depth of the tree: neither writing nor comparing nor freeing it.
    public struct Element: Sendable {
        var storage: Storage

        init(storage: Storage) { self.storage = storage }

        /// Makes an element of all its parts.
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
        ///   - name: Its name, such as `title` or `dc:creator`.
        ///   - namespace: The URI of its namespace; nil where the name means what it means where it stands, see
        ///     ``XML/Name/namespace``. Elements inside that name none are in the same namespace, as in a text.
        ///   - attributes: Its attributes, in order.
        ///   - content: What it contains.
        public init(
            _ name: String,
            namespace: String? = nil,
            attributes: KeyValuePairs<String, String> = [:],
            @ContentBuilder content: () throws -> [Content]
        ) rethrows {
            self.init(name, namespace: namespace, attributes: attributes)
            storage.children = try content()
        }

        /// Makes an element that contains nothing yet; see the form with content.
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

        /// The prefixes that it binds besides those that its names need, in order.
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

        /// What it contains, in order.
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
                // Where something else still refers to it, that frees it.
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

extension XML.Element: Equatable {
    /// Whether names with their prefixes, declarations, attributes and contents are the same, in the same order.
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

/// A part of a value that has no type of its own may be declared as ``XML/Element``.
///
/// ```swift
/// struct Fault: Codable {
///     var faultcode: String
///     var detail: XML.Element?
/// }
/// ```
///
/// ``XMLFormat`` reads and writes it as the element that it is, comments and all; under a key of another name than its own
/// it is written with the key's. Other coders read and write its text.
extension XML.Element: Decodable {
    /// Reads the text of an element.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let document: XML.Document
        do { document = try XML.Document(parsing: text.utf8, charset: "utf-8") } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "The text is no XML document.",
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
