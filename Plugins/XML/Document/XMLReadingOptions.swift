/// How an XML document is read. The defaults are XML 1.0 and Namespaces in XML 1.0, without anything from outside.
///
/// There is no option that reads external entities, external document types or parameter entities, that opens a file or
/// a connection, or that follows XInclude.
public struct XMLReadingOptions: Hashable, Sendable {
    /// What happens with `<!DOCTYPE …>`. Default: it is read, and what it names elsewhere is left alone.
    public var documentTypes: XMLDocumentTypes
    /// What happens where a prefix is used that is not declared, or a name breaks the rules of namespaces. Default: the
    /// document is refused.
    public var undeclaredPrefixes: XMLUndeclaredPrefixes
    /// The most attributes and namespace declarations that one element may have, and the most attributes with a default
    /// value that a document type may declare. Default 512.
    ///
    /// libxml2 before 2.12 compares each with each, so that a large figure gives a peer seconds of your time.
    public var attributesPerElement: Int
    /// The most namespace declarations that may be in scope at one point. Default 512.
    public var namespacesInScope: Int
    /// The most different names of elements and attributes, prefixes and namespaces. Default 131,072.
    ///
    /// libxml2 before 2.12 finds a name among very many slowly.
    public var distinctNames: Int
    /// The most bytes that the internal subset of a document type may have, as UTF-8. Default 256 KiB; one declaration in it
    /// that is none of an entity may have 16 KiB, whatever this says.
    public var documentTypeBytes: Int

    /// Makes options; what is not given has its default.
    public init(
        documentTypes: XMLDocumentTypes = .accept,
        undeclaredPrefixes: XMLUndeclaredPrefixes = .refuse,
        attributesPerElement: Int = 512,
        namespacesInScope: Int = 512,
        distinctNames: Int = 1 << 17,
        documentTypeBytes: Int = 256 << 10
    ) {
        self.documentTypes = documentTypes
        self.undeclaredPrefixes = undeclaredPrefixes
        self.attributesPerElement = attributesPerElement
        self.namespacesInScope = namespacesInScope
        self.distinctNames = distinctNames
        self.documentTypeBytes = documentTypeBytes
    }

    /// The defaults.
    public static let standard = XMLReadingOptions()
}

/// What a reader does with a document type declaration.
public enum XMLDocumentTypes: Hashable, Sendable, CaseIterable {
    /// It is read: entities and default attributes that it defines itself are used, and an external subset that it names
    /// is never looked for.
    case accept
    /// The document is refused, as SOAP 1.2 §5 asks for.
    case refuse
}

/// What a reader does with names that break the rules of namespaces.
public enum XMLUndeclaredPrefixes: Hashable, Sendable, CaseIterable {
    /// The document is refused. Source: Namespaces in XML 1.0 §5 and §7.
    case refuse
    /// The whole name, prefix and colon included, is the local name, in no namespace (non-standard).
    case accept
}
