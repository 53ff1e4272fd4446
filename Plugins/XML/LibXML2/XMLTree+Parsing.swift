import CMimeographXML
import Mimeograph

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
