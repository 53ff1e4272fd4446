import CMimeographXML

// SAFETY, for all of this file: as in XMLTreeNode.swift; names are passed with their lengths and read during the call.

extension XMLTreeNode {
    var parent: XMLTreeNode? { unsafe XMLTreeNode(pointer.pointee.parent) }

    var next: XMLTreeNode? { unsafe XMLTreeNode(pointer.pointee.next) }

    var previous: XMLTreeNode? { unsafe XMLTreeNode(pointer.pointee.prev) }

    /// The first child; attributes have a text as a child, which is none of ours.
    var firstChild: XMLTreeNode? {
        switch type {
        case MIMEOGRAPH_XML_ELEMENT_NODE, MIMEOGRAPH_XML_DOCUMENT_NODE:
            return unsafe XMLTreeNode(pointer.pointee.children)
        default: return nil
        }
    }

    var firstAttribute: XMLTreeNode? {
        guard isElement else { return nil }
        return unsafe XMLTreeNode(attribute: pointer.pointee.properties)
    }

    /// The first of the namespaces that an element declares itself.
    var firstDeclaration: UnsafePointer<mimeograph_xml_namespace>? {
        guard isElement else { return nil }
        return unsafe UnsafePointer(pointer.pointee.nsDef)
    }

    /// The node after this one in the walk of everything below `top`.
    func nextDescendant(of top: XMLTreeNode) -> XMLTreeNode? {
        unsafe XMLTreeNode(mimeograph_xml_next_descendant(pointer, top.pointer))
    }

    /// The next element from this node on, itself included, with a local name (all where it is empty) and a namespace
    /// (any where it is nil).
    func nextElement(named name: String, namespace uri: String?) -> XMLTreeNode? {
        unsafe withUTF8(of: name) { name in
            guard let uri else {
                return unsafe XMLTreeNode(mimeograph_xml_next_element(pointer, name.baseAddress, name.count, 0, nil, 0))
            }
            return unsafe withUTF8(of: uri) { uri in
                unsafe XMLTreeNode(
                    mimeograph_xml_next_element(
                        pointer,
                        name.baseAddress,
                        name.count,
                        1,
                        uri.baseAddress,
                        uri.count
                    )
                )
            }
        }
    }

    /// The attribute with a local name and a namespace, "" for none.
    func attribute(named name: String, namespace uri: String) -> XMLTreeNode? {
        guard isElement else { return nil }
        return unsafe withUTF8(of: name) { name in
            unsafe withUTF8(of: uri) { uri in
                unsafe XMLTreeNode(
                    attribute: mimeograph_xml_attribute(
                        pointer,
                        name.baseAddress,
                        name.count,
                        uri.baseAddress,
                        uri.count
                    )
                )
            }
        }
    }

    func precedes(_ other: XMLTreeNode) -> Bool { unsafe mimeograph_xml_compare(pointer, other.pointer) < 0 }

    var line: Int { unsafe Int(mimeograph_xml_line(pointer)) }
}
