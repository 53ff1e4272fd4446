import CMimeographXML

// SAFETY, for all of this file: as in XMLTreeNode.swift. Texts are passed with their lengths, or end with a zero, and are read
// only during the call.

extension XMLTreeNode {
    /// The number of the node in document order. It is unique in a document; namespaces have none.
    var order: Int { unsafe Int(mimeograph_xml_order(pointer)) }

    /// The last child. libxml2 stores the text of an attribute as a child, which is not included.
    var lastChild: XMLTreeNode? {
        switch type {
        case MIMEOGRAPH_XML_ELEMENT_NODE, MIMEOGRAPH_XML_DOCUMENT_NODE: return unsafe XMLTreeNode(pointer.pointee.last)
        default: return nil
        }
    }

    /// Whether XPath can reach the node, that is, any node except a document type.
    var isReachable: Bool { isVisible || isNamespace || type == MIMEOGRAPH_XML_DOCUMENT_NODE }

    /// The first namespace declaration of an element. ``nextDeclaration`` leads to the others.
    var firstDeclarationNode: XMLTreeNode? { unsafe firstDeclaration.map { unsafe XMLTreeNode(namespace: $0) } }

    var nextDeclaration: XMLTreeNode? {
        guard let next = unsafe asNamespace.pointee.next else { return nil }
        return unsafe XMLTreeNode(namespace: next)
    }

    /// Returns the cost of ``text``: one for each node and each 16 bytes. If it exceeds the limit, the result is greater than the
    /// limit.
    func textCost(upTo limit: Int) -> Int { unsafe Int(mimeograph_xml_text_cost(pointer, Int64(limit))) }

    /// Returns whether ``text`` has these bytes, and adds the cost of the comparison.
    func hasText(_ text: String, cost: inout Int) -> Bool {
        var steps: Int64 = 0
        defer { cost += Int(steps) }
        return unsafe withUTF8(of: text) { bytes in
            unsafe mimeograph_xml_text_is(pointer, bytes.baseAddress, bytes.count, &steps) != 0
        }
    }
}

extension XMLTree {
    /// The declaration of the prefix `xml`.
    var xmlNamespaceNode: XMLTreeNode? { unsafe xmlNamespace.map { unsafe XMLTreeNode(namespace: $0) } }

    /// Returns the element with an ID, if any.
    func element(withID identifier: String) -> XMLTreeNode? {
        unsafe XMLTreeNode(mimeograph_xml_identified(document, identifier))
    }

    /// Whether the document has more IDs than are indexed.
    var hasSkippedIdentifiers: Bool { unsafe mimeograph_xml_skipped_identifiers(document) != 0 }
}

extension XMLLibrary {
    /// Returns the offset of the first occurrence of a text in another, in linear time; nil if there is none.
    static func offset(of wanted: String, in text: String) -> Int? {
        let offset = unsafe withUTF8(of: text) { bytes in
            unsafe withUTF8(of: wanted) { wanted in
                unsafe mimeograph_xml_find(bytes.baseAddress, bytes.count, wanted.baseAddress, wanted.count)
            }
        }
        return offset < 0 ? nil : Int(offset)
    }
}
