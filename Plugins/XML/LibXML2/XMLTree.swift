import CMimeographXML
import Mimeograph

/// A tree of libxml2 and all its memory.
///
/// The class is `Sendable` without a lock, because the tree is complete when this object is made. libxml2 would otherwise create
/// some parts while reading: the declaration of the prefix `xml`, and the positions of elements in document order. These exist
/// already, so all later calls only read.
@safe
final class XMLTree: @unchecked Sendable {
    let document: UnsafeMutablePointer<mimeograph_xml_document>

    /// Takes ownership of a tree, and frees it in `deinit`.
    init(owning document: UnsafeMutablePointer<mimeograph_xml_document>) { unsafe self.document = unsafe document }

    deinit {
        // SAFETY: every node comes with a reference to this object, so no node is left.
        unsafe mimeograph_xml_free(document)
    }

    /// The node of the document.
    var top: XMLTreeNode {
        // SAFETY: a document begins with the same fields as all nodes.
        unsafe XMLTreeNode(UnsafeRawPointer(document).assumingMemoryBound(to: mimeograph_xml_node.self))
    }

    /// The outermost element.
    var root: XMLTreeNode? { top.firstChild?.nextElement(named: "", namespace: nil) }

    /// The declaration of the prefix `xml`, which is in scope everywhere.
    var xmlNamespace: UnsafePointer<mimeograph_xml_namespace>? {
        // SAFETY: parsing created it, and it lives as long as the document.
        unsafe UnsafePointer(document.pointee.oldNs)
    }

    /// The version in the XML declaration; `1.0` without a declaration.
    var version: String {
        // SAFETY: a string of the document.
        unsafe XMLTreeNode.string(document.pointee.version)
    }

    /// The value of `standalone`: 1 for `yes`, 0 for `no`, and negative if it is missing.
    var standalone: Int {
        // SAFETY: a field of the document.
        unsafe Int(document.pointee.standalone)
    }

    /// The name and the identifiers of the document type declaration, if any.
    var documentType: (name: String, publicID: String?, systemID: String?)? {
        // SAFETY: the subset and its strings belong to the document.
        guard let subset = unsafe document.pointee.intSubset else { return nil }
        let publicID = unsafe subset.pointee.ExternalID.map { unsafe String(cString: $0) }
        let systemID = unsafe subset.pointee.SystemID.map { unsafe String(cString: $0) }
        return unsafe (XMLTreeNode.string(subset.pointee.name), publicID, systemID)
    }
}

extension XMLTree {
    /// The rules of a parse.
    struct Rules {
        var options: XMLReadingOptions
        var limits: DecodingLimits
        /// The name of the encoding, or nil to follow the declaration in the document.
        var encoding: String?
        /// The length of a byte order mark in bytes. The mark is not part of the document.
        var markLength = 0

        /// The maximum nesting depth that both the limits and libxml2 allow.
        var depth: Int { max(0, min(limits.depth, XMLLibrary.depth)) }

        /// The same rules for libxml2.
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

    /// Parses a document, and reads only its bytes.
    ///
    /// - Throws: The errors of ``XMLReport``.
    static func parse(_ body: Span<UInt8>, rules: Rules) throws(SerializationError) -> XMLTree {
        _ = XMLLibrary.isReady
        var limits = rules.libraryLimits
        var report = mimeograph_xml_report()
        let text = body.extracting(rules.markLength..<body.count)
        // SAFETY: libxml2 copies the bytes, and reads at most `count` of them. The encoding is a string that ends with a zero and
        // is read only during the call.
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
