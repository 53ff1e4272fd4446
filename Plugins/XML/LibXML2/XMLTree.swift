import CMimeographXML
import Mimeograph

/// A tree of libxml2 and all that it owns.
///
/// Sendable without a lock: the tree is complete when this object is made. What libxml2 would otherwise make while it is
/// read (the declaration of the prefix `xml`, the positions of elements in document order) was made before, and everything
/// that is called with it afterwards only reads.
@safe
final class XMLTree: @unchecked Sendable {
    let document: UnsafeMutablePointer<mimeograph_xml_document>

    /// Owns a tree, which it frees in the end.
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

extension XMLTree {
    /// What a parse is held to.
    struct Rules {
        var options: XMLReadingOptions
        var limits: DecodingLimits
        /// The name of the encoding, or nil to follow the declaration in the document.
        var encoding: String?
        /// Bytes of a byte order mark, which is no part of the document.
        var markLength = 0

        /// The deepest nesting that both the limits and libxml2 allow.
        var depth: Int { max(0, min(limits.depth, XMLLibrary.depth)) }

        /// The same for libxml2.
        var libraryLimits: mimeograph_xml_limits {
            mimeograph_xml_limits(
                depth: Int64(depth),
                nodes: Int64(max(0, limits.elements)),
                expansion: Int64(max(0, limits.outputBytes)),
                attributes: Int64(max(0, min(options.attributesPerElement, 1 << 20))),
                namespaces: Int64(max(0, min(options.namespacesInScope, 1 << 20))),
                names: Int64(max(0, options.distinctNames)),
                declarations: Int64(max(0, options.documentTypeBytes)),
                refuses_document_type: options.documentTypes == .refuse ? 1 : 0,
                accepts_namespace_errors: options.undeclaredPrefixes == .accept ? 1 : 0
            )
        }
    }

    /// Parses a document, and nothing but its bytes.
    ///
    /// - Throws: The errors that ``XMLReport`` makes.
    static func parse(_ body: Span<UInt8>, rules: Rules) throws(SerializationError) -> XMLTree {
        _ = XMLLibrary.isReady
        var limits = rules.libraryLimits
        var report = mimeograph_xml_report()
        let text = body.extracting(rules.markLength..<body.count)
        // SAFETY: libxml2 copies the bytes, and reads no more than `count` of them; the encoding is a string that ends
        // with a zero and is read only during the call.
        let document = unsafe text.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.flatMap { start in
                unsafe mimeograph_xml_parse(start, bytes.count, rules.encoding, &limits, &report)
            }
        }
        guard let document = unsafe document else {
            throw XMLReport(report).error(in: body, rules: rules)
        }
        return unsafe XMLTree(owning: document)
    }
}
