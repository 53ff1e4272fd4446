import CMimeographXML

/// A node of libxml2, in a tree that nobody changes.
///
/// It is a pointer, and does not keep its tree alive: whoever holds one holds the ``XMLTree``, too. Only this folder looks
/// into it. A namespace declaration is laid out differently from all other nodes, and has nothing but ``kind``,
/// ``prefix`` and ``uri``.
@safe
struct XMLTreeNode: Hashable, @unchecked Sendable {
    // Sendable although it is a pointer, because what it points to is never written to once it was published.
    let pointer: UnsafePointer<mimeograph_xml_node>

    init(_ pointer: UnsafePointer<mimeograph_xml_node>) { unsafe self.pointer = unsafe pointer }

    init?(_ pointer: UnsafePointer<mimeograph_xml_node>?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = unsafe pointer
    }

    init?(_ pointer: UnsafeMutablePointer<mimeograph_xml_node>?) {
        unsafe self.init(UnsafePointer(pointer))
    }

    init?(attribute: UnsafePointer<mimeograph_xml_attribute_node>?) {
        guard let attribute = unsafe attribute else { return nil }
        unsafe self.init(UnsafeRawPointer(attribute).assumingMemoryBound(to: mimeograph_xml_node.self))
    }

    init(namespace: UnsafePointer<mimeograph_xml_namespace>) {
        unsafe self.init(UnsafeRawPointer(namespace).assumingMemoryBound(to: mimeograph_xml_node.self))
    }

    // SAFETY, for all of this file: the pointer comes from libxml2 and is a node of a tree that lives as long as its
    // XMLTree, which every caller holds. Nodes of all kinds but namespace declarations begin with the same fields up to
    // `doc`; `namespace`, `content` and `properties` are read from those kinds only that have them. Names and texts are
    // UTF-8 and end with a zero.

    var type: mimeograph_xml_kind { unsafe pointer.pointee.type }

    /// The local name of an element or attribute, the target of a processing instruction.
    var name: UnsafePointer<UInt8>? { unsafe UnsafePointer(pointer.pointee.name) }

    var isElement: Bool { type == MIMEOGRAPH_XML_ELEMENT_NODE }

    var namespace: UnsafePointer<mimeograph_xml_namespace>? {
        switch type {
        case MIMEOGRAPH_XML_ELEMENT_NODE: return unsafe UnsafePointer(pointer.pointee.ns)
        case MIMEOGRAPH_XML_ATTRIBUTE_NODE: return unsafe UnsafePointer(asAttribute.pointee.ns)
        case MIMEOGRAPH_XML_NAMESPACE_DECL: return unsafe asNamespace
        default: return nil
        }
    }

    var asAttribute: UnsafePointer<mimeograph_xml_attribute_node> {
        unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: mimeograph_xml_attribute_node.self)
    }

    var asNamespace: UnsafePointer<mimeograph_xml_namespace> {
        unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: mimeograph_xml_namespace.self)
    }
}

extension XMLTreeNode {
    static func == (one: XMLTreeNode, other: XMLTreeNode) -> Bool { unsafe one.pointer == other.pointer }

    func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }
}

extension XMLTreeNode {
    var kind: XML.Node.Kind {
        switch type {
        case MIMEOGRAPH_XML_ELEMENT_NODE: .element
        case MIMEOGRAPH_XML_TEXT_NODE: .text
        case MIMEOGRAPH_XML_ATTRIBUTE_NODE: .attribute
        case MIMEOGRAPH_XML_CDATA_SECTION_NODE: .cdata
        case MIMEOGRAPH_XML_COMMENT_NODE: .comment
        case MIMEOGRAPH_XML_PI_NODE: .processingInstruction
        case MIMEOGRAPH_XML_NAMESPACE_DECL: .namespace
        default: .document
        }
    }

    var isNamespace: Bool { type == MIMEOGRAPH_XML_NAMESPACE_DECL }

    /// Whether the node is one of those that callers see; a document type is not.
    var isVisible: Bool {
        switch type {
        case MIMEOGRAPH_XML_ELEMENT_NODE, MIMEOGRAPH_XML_TEXT_NODE, MIMEOGRAPH_XML_CDATA_SECTION_NODE,
            MIMEOGRAPH_XML_COMMENT_NODE, MIMEOGRAPH_XML_PI_NODE,
            MIMEOGRAPH_XML_ATTRIBUTE_NODE:
            true
        default: false
        }
    }

    /// Whether the node stands among the children of its parent.
    var isChild: Bool { isVisible && type != MIMEOGRAPH_XML_ATTRIBUTE_NODE }

    var followingSibling: XMLTreeNode? {
        var sibling = next
        while let candidate = sibling, !candidate.isVisible { sibling = candidate.next }
        return sibling
    }

    var precedingSibling: XMLTreeNode? {
        var sibling = previous
        while let candidate = sibling, !candidate.isVisible { sibling = candidate.previous }
        return sibling
    }

    func hasName(_ name: String) -> Bool {
        guard
            type == MIMEOGRAPH_XML_ELEMENT_NODE || type == MIMEOGRAPH_XML_ATTRIBUTE_NODE
                || type == MIMEOGRAPH_XML_PI_NODE
        else { return false }
        return unsafe withUTF8(of: name) { bytes in
            unsafe mimeograph_xml_equals(self.name, bytes.baseAddress, bytes.count) != 0
        }
    }

    /// Whether the node is in a namespace, "" for none.
    func hasNamespace(_ uri: String) -> Bool {
        unsafe withUTF8(of: uri) { bytes in
            unsafe mimeograph_xml_equals(namespace?.pointee.href, bytes.baseAddress, bytes.count) != 0
        }
    }

    /// The prefix of a name or of a declaration; nil where there is none.
    var prefix: String? {
        guard let namespace = unsafe namespace, let prefix = unsafe namespace.pointee.prefix else { return nil }
        return unsafe String(cString: prefix)
    }

    /// The URI of the namespace; nil where there is none.
    var uri: String? {
        guard let namespace = unsafe namespace, let uri = unsafe namespace.pointee.href, unsafe uri.pointee != 0 else {
            return nil
        }
        return unsafe String(cString: uri)
    }
}
