import CMimeographXML

// SAFETY, for all of this file: as in XMLTreeNode.swift; texts are passed with their lengths, or end with a zero, and are
// read during the call.

extension XMLTreeNode {
    /// Where the node is in document order; no two nodes of a document have one number, and namespaces have none.
    var order: Int { unsafe Int(mimeograph_xml_order(pointer)) }

    /// The last child; attributes have a text as a child, which is none of ours.
    var lastChild: XMLTreeNode? {
        switch type {
        case MIMEOGRAPH_XML_ELEMENT_NODE, MIMEOGRAPH_XML_DOCUMENT_NODE: return unsafe XMLTreeNode(pointer.pointee.last)
        default: return nil
        }
    }

    /// Whether XPath has such nodes: all but a document type.
    var isReachable: Bool { isVisible || isNamespace || type == MIMEOGRAPH_XML_DOCUMENT_NODE }

    /// The first of the namespaces that an element declares itself, and the one after a declaration.
    var firstDeclarationNode: XMLTreeNode? { unsafe firstDeclaration.map { unsafe XMLTreeNode(namespace: $0) } }

    var nextDeclaration: XMLTreeNode? {
        guard let next = unsafe asNamespace.pointee.next else { return nil }
        return unsafe XMLTreeNode(namespace: next)
    }

    /// What ``text`` costs: nodes, and bytes by 16; more than the limit where it is more.
    func textCost(upTo limit: Int) -> Int { unsafe Int(mimeograph_xml_text_cost(pointer, Int64(limit))) }

    /// Whether ``text`` has these bytes; the cost grows by what it took to find out.
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

    /// The element with an ID; nil where there is none.
    func element(withID identifier: String) -> XMLTreeNode? {
        unsafe XMLTreeNode(mimeograph_xml_identified(document, identifier))
    }

    /// Whether the document has more IDs than are indexed.
    var hasSkippedIdentifiers: Bool { unsafe mimeograph_xml_skipped_identifiers(document) != 0 }
}

extension XMLLibrary {
    /// Where the bytes of a text stand in those of another first, in time that grows with both; nil where they do not.
    static func offset(of wanted: String, in text: String) -> Int? {
        let offset = unsafe withUTF8(of: text) { bytes in
            unsafe withUTF8(of: wanted) { wanted in
                unsafe mimeograph_xml_find(bytes.baseAddress, bytes.count, wanted.baseAddress, wanted.count)
            }
        }
        return offset < 0 ? nil : Int(offset)
    }
}
