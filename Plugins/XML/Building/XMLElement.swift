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
        ///   - namespace: The URI of its namespace; nil where the name means what it means at its place, see
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
