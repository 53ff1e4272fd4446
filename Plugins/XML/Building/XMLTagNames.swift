import Mimeograph

/// The names of one start tag with their prefixes, and the necessary declarations.
///
/// A name keeps its requested prefix if that is bound to its namespace, or can be bound to it here. This is impossible if the tag
/// uses the prefix for another namespace. In that case the name gets another prefix that is bound to its namespace, or a new one.
/// ```
/// in force      wanted                          written
/// (nothing)     {urn:a}x                        <x xmlns="urn:a">
/// p = urn:a     {urn:b}p:x                      <p:x xmlns:p="urn:b">
/// p = urn:a     p:x, attribute {urn:b}p:y       <p:x xmlns:ns1="urn:b" ns1:y="">
/// ```
struct XMLTagNames {
    /// An error that prevents writing a tag.
    struct NameError: Error {
        let message: String
        let remedy: String
    }

    /// The prefixes that the tag uses. Their meaning must not change.
    private var used: Set<ByteEqualString> = []
    private let mark: Int

    /// The name of the element as written.
    private(set) var element = ""
    /// The names of the attributes as written, in order.
    private(set) var attributes: [String] = []

    /// Resolves the names, and adds the necessary declarations to the scope.
    init(_ element: XML.Element.Storage, in scope: inout XMLNamespaceScope) throws(NameError) {
        mark = scope.mark
        for declaration in element.namespaces { try declare(declaration, in: &scope) }
        for name in element.attributes.map(\.name) where name.namespace == nil {
            if let prefix = name.prefix, scope.namespace(of: prefix) != nil { use(prefix) }
        }
        self.element = try written(try prefix(ofElement: element.name, in: &scope), element.name)
        guard !element.attributes.isEmpty else { return }
        attributes.reserveCapacity(element.attributes.count)
        var unresolved: [(index: Int, name: XML.Name)] = []
        for (index, attribute) in element.attributes.enumerated() {
            if attribute.name.prefix != nil, attribute.name.namespace == nil {
                unresolved.append((index, attribute.name))
            }
            attributes.append(try written(try prefix(ofAttribute: attribute.name, in: &scope), attribute.name))
        }
        // Another attribute of the tag may have declared the prefix, so this check comes last.
        for (_, name) in unresolved where scope.namespace(of: name.prefix ?? "") == nil { throw Self.unbound }
        try checkUnique(scope)
    }

    private mutating func use(_ prefix: String) { used.insert(ByteEqualString(prefix)) }

    private mutating func declare(
        _ declaration: XML.NamespaceDeclaration,
        in scope: inout XMLNamespaceScope
    ) throws(NameError) {
        let prefix = declaration.prefix ?? ""
        if declaration.prefix != nil {
            guard XMLCharacters.isName(prefix) else { throw Self.badName }
            if declaration.namespace.isEmpty {
                throw NameError(
                    message: "A prefix is bound to an empty namespace, which XML 1.0 does not allow.",
                    remedy: "Set a URI in the NamespaceDeclaration, or remove it."
                )
            }
        }
        try Self.checkReserved(prefix, declaration.namespace)
        if scope.isDeclared(prefix, since: mark) {
            throw NameError(
                message: "An element declares a prefix twice.",
                remedy: "Remove one of the declarations from XML.Element.namespaces."
            )
        }
        scope.declare(prefix, declaration.namespace)
    }

    /// Checks that the prefixes `xml` and `xmlns` are used only with their namespaces. Source: Namespaces in XML 1.0 §3.
    private static func checkReserved(_ prefix: String, _ namespace: String) throws(NameError) {
        if prefix.hasSameBytes(as: "xmlns") || namespace.hasSameBytes(as: XMLNamespaces.declarations)
            || prefix.hasSameBytes(as: "xml") != namespace.hasSameBytes(as: XMLNamespaces.xml)
        {
            throw NameError(
                message: "The prefixes xml and xmlns and their namespaces are reserved.",
                remedy: "Use another prefix. Names such as xml:lang need no namespace."
            )
        }
    }

    private mutating func prefix(ofElement name: XML.Name, in scope: inout XMLNamespaceScope) throws(NameError)
        -> String
    {
        guard let namespace = name.namespace else {
            guard let prefix = name.prefix else { return "" }
            if prefix.hasSameBytes(as: "xmlns") || scope.namespace(of: prefix) == nil { throw Self.unbound }
            use(prefix)
            return prefix
        }
        guard namespace.isEmpty else { return try bind(name.prefix ?? "", to: namespace, in: &scope) }
        if name.prefix != nil { throw Self.prefixOfNothing }
        if scope.namespace(of: "")?.isEmpty == false {
            if scope.isDeclared("", since: mark) {
                throw NameError(
                    message: "An element without a namespace declares a default namespace, which would apply to it.",
                    remedy: "Add a prefix to the declaration, or the namespace to the element."
                )
            }
            scope.declare("", "")
        }
        return ""
    }

    private mutating func prefix(ofAttribute name: XML.Name, in scope: inout XMLNamespaceScope) throws(NameError)
        -> String
    {
        if (name.prefix ?? name.localName).hasSameBytes(as: "xmlns") {
            throw NameError(
                message: "A namespace declaration is not an attribute.",
                remedy: "Add it to XML.Element.namespaces, or set the namespace of the names."
            )
        }
        guard let namespace = name.namespace, !namespace.isEmpty else {
            if name.namespace != nil, name.prefix != nil { throw Self.prefixOfNothing }
            return name.prefix ?? ""
        }
        if name.prefix == nil {
            // The default namespace does not apply to attributes.
            let known = scope.prefix(of: namespace)
            return try bind(known ?? scope.freshPrefix(besides: used), to: namespace, in: &scope)
        }
        return try bind(name.prefix ?? "", to: namespace, in: &scope)
    }

    private mutating func bind(
        _ wanted: String,
        to namespace: String,
        in scope: inout XMLNamespaceScope
    ) throws(NameError) -> String {
        var prefix = wanted
        if namespace.hasSameBytes(as: XMLNamespaces.xml) { prefix = "xml" }
        if !scope.isBound(prefix, to: namespace) {
            try Self.checkReserved(prefix, namespace)
            if used.contains(ByteEqualString(prefix)) || scope.isDeclared(prefix, since: mark) {
                prefix = scope.prefix(of: namespace) ?? scope.freshPrefix(besides: used)
            }
            if !scope.isBound(prefix, to: namespace) {
                if !prefix.isEmpty, !XMLCharacters.isName(prefix) { throw Self.badName }
                scope.declare(prefix, namespace)
            }
        }
        use(prefix)
        return prefix
    }

    private func written(_ prefix: String, _ name: XML.Name) throws(NameError) -> String {
        guard XMLCharacters.isName(name.localName), name.prefix?.isEmpty != true else { throw Self.badName }
        return prefix.isEmpty ? name.localName : "\(prefix):\(name.localName)"
    }

    /// Checks that no two attributes have the same local name and namespace. Source: Namespaces in XML 1.0 §6.3.
    private func checkUnique(_ scope: XMLNamespaceScope) throws(NameError) {
        guard attributes.count > 1 else { return }
        // Usually there are few attributes, and none has a prefix.
        if attributes.count <= 8, used.allSatisfy(\.text.isEmpty) {
            for (index, name) in attributes.enumerated()
            where attributes[..<index].contains(where: name.hasSameBytes(as:)) { throw Self.twice }
            return
        }
        var seen: Set<[ByteEqualString]> = []
        for attribute in attributes {
            let name = XML.Name(attribute)
            let namespace = name.prefix.flatMap { scope.namespace(of: $0) } ?? ""
            guard seen.insert([ByteEqualString(namespace), ByteEqualString(name.localName)]).inserted else {
                throw Self.twice
            }
        }
    }

    private static var twice: NameError {
        NameError(
            message: "An element has two attributes with the same name.",
            remedy: "Remove one of them. To replace a value, set element[attribute: \"name\"]."
        )
    }

    private static var badName: NameError {
        NameError(
            message: "A name is not valid in XML 1.0.",
            remedy: "Begin the name with a letter or _, followed by letters, digits, '.', '-' and '_'."
        )
    }

    private static var unbound: NameError {
        NameError(
            message: "A prefix is used without a namespace.",
            remedy:
                "Set the namespace of the name, or declare the prefix in XML.Element.namespaces of an outer element."
        )
    }

    private static var prefixOfNothing: NameError {
        NameError(
            message: "A name has a prefix but an empty namespace.",
            remedy: "Remove the prefix, or set the namespace."
        )
    }
}
