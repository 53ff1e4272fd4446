/// The options for reading XML. The defaults follow XML 1.0 and Namespaces in XML 1.0, and read nothing outside the document.
///
/// No option reads external entities, external document types or parameter entities, opens a file or a connection, or follows
/// XInclude.
public struct XMLReadingOptions: Hashable, Sendable {
    /// The handling of `<!DOCTYPE …>`. By default it is read, but external resources are ignored.
    public var documentTypes: XMLDocumentTypes
    /// The handling of prefixes that are not declared, and of names that break the rules of namespaces. By default the document
    /// is rejected.
    public var undeclaredPrefixes: XMLUndeclaredPrefixes
    /// The maximum number of attributes and namespace declarations of one element, and of attributes with a default value in a
    /// document type. The default is 512.
    ///
    /// libxml2 before 2.12 compares each attribute with all others. With a high limit, a peer can use seconds of processing time.
    public var attributesPerElement: Int
    /// The maximum number of namespace declarations in scope at one point. The default is 512.
    public var namespacesInScope: Int
    /// The maximum number of different element names, attribute names, prefixes and namespaces. The default is 131,072.
    ///
    /// libxml2 before 2.12 is slow to find a name among very many.
    public var distinctNames: Int
    /// The maximum size of the internal subset of a document type in bytes of UTF-8. The default is 256 KiB. Each declaration in
    /// it other than an entity is limited to 16 KiB, whatever this value is.
    public var documentTypeBytes: Int

    /// Makes options with the given values.
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

    /// The default options.
    public static let standard = XMLReadingOptions()
}

/// The handling of document type declarations.
public enum XMLDocumentTypes: Hashable, Sendable, CaseIterable {
    /// The declaration is read. Entities and default attributes that it defines itself are used. An external subset is never
    /// read.
    case accept
    /// The document is rejected, as SOAP 1.2 §5 requires.
    case refuse
}

/// The handling of names that break the rules of namespaces.
public enum XMLUndeclaredPrefixes: Hashable, Sendable, CaseIterable {
    /// The document is rejected. Source: Namespaces in XML 1.0 §5 and §7.
    case refuse
    /// The whole name, including prefix and colon, is a local name without a namespace (non-standard).
    case accept
}
