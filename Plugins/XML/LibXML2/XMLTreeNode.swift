import CMimeographXML

/// A node of libxml2, in a tree that never changes.
///
/// It is a pointer and does not keep its tree alive, so code that uses a node also holds the ``XMLTree``. Only this folder
/// accesses its fields. A namespace declaration has a different memory layout, and supports only ``kind``, ``prefix`` and
/// ``uri``.
@safe
struct XMLTreeNode: Hashable, @unchecked Sendable {
    // The pointer is safe to send, because its target does not change after the tree is complete.
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

    // SAFETY, for all of this file: the pointer comes from libxml2 and is a node of a tree that lives as long as its XMLTree,
    // which every caller holds. All nodes except namespace declarations begin with the same fields up to `doc`. `namespace`,
    // `content` and `properties` are read only from kinds that have them. Names and texts are UTF-8 and end with a zero. Names
    // are passed with their lengths and read only during the call. Each result has the count that its call returns, and is freed
    // once.

    var type: mimeograph_xml_kind { unsafe pointer.pointee.type }

    /// The local name of an element or attribute, or the target of a processing instruction.
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

    /// Whether callers can see the node. A document type is hidden.
    var isVisible: Bool {
        switch type {
        case MIMEOGRAPH_XML_ELEMENT_NODE, MIMEOGRAPH_XML_TEXT_NODE, MIMEOGRAPH_XML_CDATA_SECTION_NODE,
            MIMEOGRAPH_XML_COMMENT_NODE, MIMEOGRAPH_XML_PI_NODE,
            MIMEOGRAPH_XML_ATTRIBUTE_NODE:
            true
        default: false
        }
    }

    /// Whether the node is one of its parent's children.
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

    /// Returns whether the node is in a namespace; "" means no namespace.
    func hasNamespace(_ uri: String) -> Bool {
        unsafe withUTF8(of: uri) { bytes in
            unsafe mimeograph_xml_equals(namespace?.pointee.href, bytes.baseAddress, bytes.count) != 0
        }
    }

    /// The prefix of a name or of a declaration, if any.
    var prefix: String? {
        guard let namespace = unsafe namespace, let prefix = unsafe namespace.pointee.prefix else { return nil }
        return unsafe String(cString: prefix)
    }

    /// The URI of the namespace, if any.
    var uri: String? {
        guard let namespace = unsafe namespace, let uri = unsafe namespace.pointee.href, unsafe uri.pointee != 0 else {
            return nil
        }
        return unsafe String(cString: uri)
    }
}

extension XMLTreeNode {
    var parent: XMLTreeNode? { unsafe XMLTreeNode(pointer.pointee.parent) }

    var next: XMLTreeNode? { unsafe XMLTreeNode(pointer.pointee.next) }

    var previous: XMLTreeNode? { unsafe XMLTreeNode(pointer.pointee.prev) }

    /// The first child. libxml2 stores the text of an attribute as a child, which is not included.
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

    /// The first namespace declaration of an element.
    var firstDeclaration: UnsafePointer<mimeograph_xml_namespace>? {
        guard isElement else { return nil }
        return unsafe UnsafePointer(pointer.pointee.nsDef)
    }

    /// Returns the node after this one in document order, among the descendants of `top`.
    func nextDescendant(of top: XMLTreeNode) -> XMLTreeNode? {
        unsafe XMLTreeNode(mimeograph_xml_next_descendant(pointer, top.pointer))
    }

    /// Returns this node or the first sibling after it that is an element with a local name and a namespace. An empty name
    /// matches all names, and nil matches all namespaces.
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

    /// Returns the attribute with a local name and a namespace; "" means no namespace.
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

extension XMLTreeNode {
    /// The content of a text, a comment or a processing instruction, or else all text below the node.
    var text: String {
        var count = 0
        if let bytes = unsafe mimeograph_xml_text(pointer, &count) {
            return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
        return unsafe String(unsafeUninitializedCapacity: count) { buffer in
            if let start = buffer.baseAddress { unsafe mimeograph_xml_copy_text(pointer, start) }
            return count
        }
    }

    var nameText: String { unsafe XMLTreeNode.string(name) }

    static func string(_ bytes: UnsafePointer<UInt8>?) -> String {
        guard let bytes = unsafe bytes else { return "" }
        return unsafe String(cString: bytes)
    }
}

extension XMLTreeNode {
    /// The address of the local name; 0 without a name. libxml2 stores most names once for each tree, so few names have several
    /// addresses.
    var nameIdentity: UInt { unsafe UInt(bitPattern: name) }

    /// The address of the declaration of the node's prefix; 0 without a namespace.
    var namespaceIdentity: UInt { unsafe UInt(bitPattern: namespace) }

    /// The namespace declarations of an element, in order. The prefix of the default namespace is nil.
    var declarations: [(prefix: String?, uri: String)] {
        var declarations: [(prefix: String?, uri: String)] = []
        var next = unsafe firstDeclaration
        while let declaration = unsafe next {
            let prefix = unsafe declaration.pointee.prefix.map { unsafe String(cString: $0) }
            let uri = unsafe declaration.pointee.href.map { unsafe String(cString: $0) }
            declarations.append((prefix, uri ?? ""))
            unsafe next = unsafe UnsafePointer(declaration.pointee.next)
        }
        return declarations
    }
}

extension XMLTreeNode {
    /// Returns the node as UTF-8; nil if there is not enough memory.
    func written(pretty: Bool) -> [UInt8]? {
        var count = 0
        guard let bytes = unsafe mimeograph_xml_write(pointer, pretty ? 1 : 0, &count) else { return nil }
        defer { unsafe mimeograph_xml_free_bytes(bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Returns the canonical form of a document or an element, if it has one.
    func canonical(method: Int32, prefixes: [String], comments: Bool) -> [UInt8]? {
        var count = 0
        let strings = prefixes.map { Array($0.utf8CString) }
        let bytes = unsafe XMLTreeNode.withPointers(to: strings[...], []) { pointers in
            unsafe mimeograph_xml_canonical(pointer, method, pointers, comments ? 1 : 0, &count)
        }
        guard let bytes = unsafe bytes else { return nil }
        defer { unsafe mimeograph_xml_free_bytes(bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Calls a closure with pointers to strings, followed by a nil.
    private static func withPointers<Result>(
        to strings: ArraySlice<[CChar]>,
        _ pointers: [UnsafePointer<CChar>?],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        guard let first = strings.first else { return unsafe body(pointers + [nil]) }
        return unsafe first.withUnsafeBufferPointer { buffer in
            unsafe withPointers(to: strings.dropFirst(), pointers + [buffer.baseAddress], body)
        }
    }
}
