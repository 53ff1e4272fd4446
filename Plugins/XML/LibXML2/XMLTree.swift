import CMimeographXML

/// A tree of libxml2 and all that it owns.
///
/// Sendable without a lock: the tree is complete when this object is made. What libxml2 would otherwise make while it is
/// read (the declaration of the prefix `xml`, the places of elements in document order) was made before, and everything
/// that is called with it afterwards only reads.
@safe
final class XMLTree: @unchecked Sendable {
    let document: UnsafeMutablePointer<mimeograph_xml_document>

    /// Takes over a tree, which it frees in the end.
    init(owning document: UnsafeMutablePointer<mimeograph_xml_document>) { unsafe self.document = unsafe document }

    deinit {
        // SAFETY: every node that was given out came with a reference to this object, so none is left.
        unsafe mimeograph_xml_free(document)
    }

    /// The node that stands for the document.
    var top: XMLTreeNode {
        // SAFETY: a document begins with the fields that all nodes begin with.
        unsafe XMLTreeNode(UnsafeRawPointer(document).assumingMemoryBound(to: mimeograph_xml_node.self))
    }

    /// The outermost element.
    var root: XMLTreeNode? { top.firstChild?.nextElement(named: "", namespace: nil) }

    /// The declaration of the prefix `xml`, which is in scope everywhere.
    var xmlNamespace: UnsafePointer<mimeograph_xml_namespace>? {
        // SAFETY: the parse made it, and it lives as long as the document.
        unsafe UnsafePointer(document.pointee.oldNs)
    }

    /// The version that the XML declaration states; `1.0` where there is none.
    var version: String {
        // SAFETY: a string of the document.
        unsafe XMLTreeNode.string(document.pointee.version)
    }

    /// 1 for `yes`, 0 for `no`, negative where the declaration says nothing or is not there.
    var standalone: Int {
        // SAFETY: a field of the document.
        unsafe Int(document.pointee.standalone)
    }

    /// The name and the identifiers of the document type declaration.
    var documentType: (name: String, publicID: String?, systemID: String?)? {
        // SAFETY: the subset and its strings belong to the document.
        guard let subset = unsafe document.pointee.intSubset else { return nil }
        let publicID = unsafe subset.pointee.ExternalID.map { unsafe String(cString: $0) }
        let systemID = unsafe subset.pointee.SystemID.map { unsafe String(cString: $0) }
        return unsafe (XMLTreeNode.string(subset.pointee.name), publicID, systemID)
    }
}
