public import Mimeograph

extension XML.Document {
    /// The document as an XML text in UTF-8.
    ///
    /// A reader gets the same characters. Of a document type the name and the identifiers stay; what it defines itself is
    /// left out, because entities and default attributes are already in the tree.
    ///
    /// - Parameters:
    ///   - pretty: Whether elements that hold no text get lines of their own, indented by two spaces a level. White space
    ///     between them is not kept then.
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

    /// The document in a canonical form: the same bytes for all texts of the same document.
    ///
    /// - Parameters:
    ///   - form: Which form.
    ///   - comments: Whether comments are a part of it.
    /// - Throws: ``SerializationError/Code/unencodableValue`` where the document has no canonical form, because a namespace is
    ///   a relative URI; and where one holds a character that would have to be escaped, such as `&`.
    public func canonicalized(
        _ form: XML.CanonicalForm = .inclusive,
        comments: Bool = false
    ) throws(SerializationError) -> [UInt8] {
        try node.canonicalized(form, comments: comments)
    }
}

extension XML.Node {
    /// The node as an XML text in UTF-8, without a declaration: an element with the namespaces that are in scope around it,
    /// an attribute as it stands in a tag.
    ///
    /// - Parameter pretty: Whether elements that hold no text get lines of their own.
    public func serialized(pretty: Bool = false) -> [UInt8] {
        if kind == .namespace {
            return Array((name.isEmpty ? "xmlns" : "xmlns:\(name)").utf8) + Array("=\"\(stringValue)\"".utf8)
        }
        return withExtendedLifetime(tree) { node.written(pretty: pretty) ?? [] }
    }

    /// The element, or the document, in a canonical form, with everything in it.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for other kinds of nodes, where a namespace is a relative URI,
    ///   and where one holds a character that would have to be escaped, such as `&`.
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
                    ? "The document gets no canonical form: a namespace in it is a relative URI, or cannot be written as it is."
                    : "Only a document and an element have a canonical form.",
                remedy: isTop
                    ? "Ask the sender for absolute namespaces without such characters."
                    : "Take the element that the node is in."
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
        /// Exclusive Canonical XML 1.0: only the namespaces that are used in an element stand there, so that it can be taken
        /// out of its document. Those prefixes that are named are treated as the inclusive form does; `#default` is the
        /// default namespace.
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
