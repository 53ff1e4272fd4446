public import Mimeograph

extension XML.Document {
    /// Returns the document as XML text in UTF-8.
    ///
    /// A reader gets the same characters. Only the name and the identifiers of a document type are kept. The entities and default
    /// attributes that it defines are already in the tree.
    ///
    /// - Parameters:
    ///   - pretty: Whether elements without text get lines of their own, indented by two spaces a level. White space between them
    ///     is not preserved in that case.
    ///   - declaration: Whether the text begins with `<?xml version="1.0" encoding="UTF-8"?>`.
    public func serialized(pretty: Bool = false, declaration: Bool = true) -> [UInt8] {
        var text = ""
        if declaration {
            let standalone = isStandalone.map { " standalone=\"\($0 ? "yes" : "no")\"" } ?? ""
            text += "<?xml version=\"\(version)\" encoding=\"UTF-8\"\(standalone)?>\n"
        }
        if let documentType { text += documentType.text + "\n" }
        return Array(text.utf8) + node.serialized(pretty: pretty) + [0x0A]
    }

    /// Returns the document in a canonical form, which has the same bytes for all texts of the same document.
    ///
    /// - Parameters:
    ///   - form: The canonical form.
    ///   - comments: Whether to include comments.
    /// - Throws: ``SerializationError/Code/unencodableValue`` if a namespace is a relative URI, or contains a character that must
    ///   be escaped, such as `&`.
    public func canonicalized(
        _ form: XML.CanonicalForm = .inclusive,
        comments: Bool = false
    ) throws(SerializationError) -> [UInt8] {
        try node.canonicalized(form, comments: comments)
    }
}

extension XML.Node {
    /// Returns the node as XML text in UTF-8, without a declaration. An element includes the namespaces in scope around it. An
    /// attribute is written as in a tag.
    ///
    /// - Parameter pretty: Whether elements without text get lines of their own.
    public func serialized(pretty: Bool = false) -> [UInt8] {
        if kind == .namespace {
            return Array((name.isEmpty ? "xmlns" : "xmlns:\(name)").utf8) + Array("=\"\(stringValue)\"".utf8)
        }
        return withExtendedLifetime(tree) { node.written(pretty: pretty) ?? [] }
    }

    /// Returns the element or the document in a canonical form, with all its content.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for other kinds of nodes, or if a namespace is a relative URI or
    ///   contains a character that must be escaped, such as `&`.
    public func canonicalized(
        _ form: XML.CanonicalForm = .inclusive,
        comments: Bool = false
    ) throws(SerializationError) -> [UInt8] {
        let method: Int32
        var prefixes: [String] = []
        switch form {
        case .inclusive: method = 0
        case .exclusive(let inclusivePrefixes):
            method = 1
            prefixes = inclusivePrefixes
        case .inclusive11: method = 2
        }
        let isTop = kind == .document || kind == .element
        let bytes = withExtendedLifetime(tree) {
            isTop ? node.canonical(method: method, prefixes: prefixes, comments: comments) : nil
        }
        guard let bytes else {
            throw SerializationError(
                .unencodableValue,
                isTop
                    ? "A namespace of the document is a relative URI, or contains a character that must be escaped."
                    : "Only documents and elements have a canonical form.",
                remedy: isTop
                    ? "Ask the sender for absolute namespaces without such characters."
                    : "Use the element that contains the node."
            )
        }
        return bytes
    }
}

extension XML {
    /// A canonical form of XML.
    public enum CanonicalForm: Hashable, Sendable {
        /// Canonical XML 1.0.
        case inclusive
        /// Exclusive Canonical XML 1.0. It includes only the namespaces that an element uses, so the element can be moved out of
        /// its document. The given prefixes are treated as in the inclusive form; `#default` means the default namespace.
        case exclusive(inclusivePrefixes: [String] = [])
        /// Canonical XML 1.1.
        case inclusive11
    }
}

extension XML.DocumentType {
    /// The declaration without an internal subset.
    var text: String {
        func quoted(_ text: String) -> String { text.utf8.contains(0x22) ? "'\(text)'" : "\"\(text)\"" }
        switch (publicID, systemID) {
        case (nil, nil): return "<!DOCTYPE \(name)>"
        case (nil, let systemID?): return "<!DOCTYPE \(name) SYSTEM \(quoted(systemID))>"
        case (let publicID?, let systemID):
            return "<!DOCTYPE \(name) PUBLIC \(quoted(publicID)) \(quoted(systemID ?? ""))>"
        }
    }
}
