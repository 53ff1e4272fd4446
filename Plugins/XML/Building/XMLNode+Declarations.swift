extension XML.Node {
    /// The prefixes that an element binds itself, in order; none for other kinds.
    public var declarations: [XML.NamespaceDeclaration] {
        read { $0.declarations }.map { XML.NamespaceDeclaration(prefix: $0.prefix, $0.uri) }
    }
}
