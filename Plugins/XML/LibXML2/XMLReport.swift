import CMimeographXML
import Mimeograph

/// The failure of a libxml2 call, which becomes an error of this module.
struct XMLReport {
    private let report: mimeograph_xml_report

    init(_ report: mimeograph_xml_report) { self.report = report }

    /// Returns the error for callers.
    ///
    /// It does not use libxml2's own messages, because they quote names and bytes of the body.
    func error(in body: Span<UInt8>, rules: XMLTree.Rules) -> SerializationError {
        error(
            at: location(in: body, rules: rules),
            rules: rules,
            breaksEncoding: breaksUTF8(in: body, rules: rules)
        )
    }

    /// Returns the error for callers, with a known location.
    func error(
        at location: SourceLocation?,
        rules: XMLTree.Rules,
        breaksEncoding: Bool = false
    ) -> SerializationError {
        let limits = rules.limits
        switch report.failure {
        case MIMEOGRAPH_XML_DEPTH:
            guard limits.depth <= XMLLibrary.depth else {
                return libraryLimit("Elements are nested more than \(XMLLibrary.depth) levels deep", at: location)
            }
            return .limitExceeded(.depth, allowed: rules.depth, at: location)
        case MIMEOGRAPH_XML_NODES:
            return .limitExceeded(.elements, allowed: limits.elements, at: location)
        case MIMEOGRAPH_XML_INPUT:
            return .limitExceeded(.inputBytes, allowed: limits.inputBytes, at: location)
        case MIMEOGRAPH_XML_EXPANSION:
            return .limitExceeded(.outputBytes, allowed: limits.outputBytes, at: location)
        case MIMEOGRAPH_XML_ATTRIBUTES:
            return optionLimit(
                "An element has more than \(rules.options.attributesPerElement) attributes.",
                setting: "attributesPerElement",
                at: location
            )
        case MIMEOGRAPH_XML_NAMESPACES:
            return optionLimit(
                "More than \(rules.options.namespacesInScope) namespace declarations are in scope.",
                setting: "namespacesInScope",
                at: location
            )
        case MIMEOGRAPH_XML_NAMES:
            return optionLimit(
                "The document has more than \(rules.options.distinctNames) different names.",
                setting: "distinctNames",
                at: location
            )
        case MIMEOGRAPH_XML_DECLARATIONS:
            return optionLimit(
                "The document type exceeds \(rules.options.documentTypeBytes) bytes, or a declaration in it exceeds 16,384 bytes.",
                setting: "documentTypeBytes",
                at: location
            )
        case MIMEOGRAPH_XML_TEXT:
            return libraryLimit("A text is longer than 10,000,000 bytes", at: location)
        case MIMEOGRAPH_XML_LIBRARY_LIMIT:
            return libraryLimit(XMLReport.limitSentence(of: Int(report.library_code)), at: location)
        case MIMEOGRAPH_XML_MEMORY:
            return libraryLimit("The document needs more memory than is available", at: location)
        case MIMEOGRAPH_XML_DOCUMENT_TYPE:
            return SerializationError(
                .syntax,
                "The document has a document type declaration, which the options do not allow.",
                at: location,
                remedy: "To read such documents, set XMLReadingOptions.documentTypes to .accept."
            )
        case MIMEOGRAPH_XML_PARAMETER_ENTITY:
            return refusal(
                "The document type refers to a parameter entity, but such entities are never read.",
                at: location
            )
        case MIMEOGRAPH_XML_EXTERNAL_ENTITY:
            return refusal(
                "The document refers to an entity that it does not define itself. External entities are never read.",
                at: location
            )
        case MIMEOGRAPH_XML_UNKNOWN_ENTITY:
            return SerializationError(
                .syntax,
                "The document refers to an undefined entity.",
                at: location,
                remedy: "Ask the sender to write the character itself. XML predefines only amp, lt, gt, quot and apos."
            )
        case MIMEOGRAPH_XML_ENCODING:
            return SerializationError(
                .unsupportedCharset,
                "The encoding of the document is not supported, or differs from the declared one.",
                at: location,
                remedy: "Ask the sender for UTF-8."
            )
        default:
            return libraryError(at: location, breaksEncoding: breaksEncoding)
        }
    }

    /// Returns the error for a grammar error from libxml2.
    private func libraryError(at location: SourceLocation?, breaksEncoding: Bool) -> SerializationError {
        let parseError = XMLParseError(
            libraryCode: Int(report.library_code),
            atEnd: report.at_end != 0,
            breaksEncoding: breaksEncoding
        )
        return SerializationError(
            parseError.code,
            parseError.sentence,
            at: location,
            remedy: parseError.remedy,
            underlying: [XML.LibraryError(code: Int(report.library_code), domain: Int(report.library_domain))]
        )
    }

    /// Returns whether the character that libxml2 rejects is invalid UTF-8.
    private func breaksUTF8(in body: Span<UInt8>, rules: XMLTree.Rules) -> Bool {
        let offset = rules.markLength + Int(report.offset)
        guard report.library_code == Int32(MIMEOGRAPH_XML_ERR_INVALID_CHAR.rawValue), report.offset >= 0,
            offset < body.count,
            rules.encoding == nil || rules.encoding == "UTF-8", body[offset] >= 0x80
        else { return false }
        let bytes = [UInt8](body.extracting(offset..<min(offset + 4, body.count)))
        return (1...bytes.count).allSatisfy { String(validating: bytes[..<$0], as: UTF8.self) == nil }
    }

    private func libraryLimit(_ sentence: String, at location: SourceLocation?) -> SerializationError {
        var error = SerializationError(
            .limitExceeded,
            "\(sentence), which exceeds a limit of libxml2 that no setting raises.",
            at: location,
            remedy: "Ask the sender to split the document."
        )
        if report.library_code != 0 {
            error.underlying = [XML.LibraryError(code: Int(report.library_code), domain: Int(report.library_domain))]
        }
        return error
    }

    private func optionLimit(_ sentence: String, setting: String, at location: SourceLocation?) -> SerializationError {
        SerializationError(
            .limitExceeded,
            sentence,
            at: location,
            remedy: "If you trust the sender, raise XMLReadingOptions.\(setting)."
        )
    }

    private func refusal(_ sentence: String, at location: SourceLocation?) -> SerializationError {
        SerializationError(
            .syntax,
            sentence,
            at: location,
            remedy: "Ask the sender for a document without external entities."
        )
    }

    private static func limitSentence(of code: Int) -> String {
        switch UInt32(truncatingIfNeeded: code) {
        case MIMEOGRAPH_XML_ERR_ENTITY_LOOP.rawValue:
            "Entities refer to each other in a circle, or expand to far more text than was sent"
        case MIMEOGRAPH_XML_ERR_NAME_TOO_LONG.rawValue: "A name is very long"
        default: "A name, a value, a comment or the nesting is very large"
        }
    }

    private func offset(in body: Span<UInt8>, rules: XMLTree.Rules) -> Int? {
        if report.offset < 0 { return nil }
        guard mimeograph_xml_offsets_are_converted() != 0, let encoding = rules.encoding,
            !encoding.hasSameBytes(as: "UTF-8"),
            rules.markLength <= body.count
        else { return rules.markLength + Int(report.offset) }
        let text = body.extracting(rules.markLength...)
        return rules.markLength + XMLConverter.length(of: text, making: Int(report.offset), from: encoding)
    }

    /// Returns the location in the body. libxml2 counts columns in characters. If lines end with ASCII bytes, this counts columns
    /// in bytes instead.
    private func location(in body: Span<UInt8>, rules: XMLTree.Rules) -> SourceLocation? {
        let offset = offset(in: body, rules: rules)
        if let offset, rules.encoding?.hasPrefix("UTF-16") != true, rules.encoding?.hasPrefix("UTF-32") != true {
            return SourceLocation(offset: offset, in: body)
        }
        guard offset != nil || report.line > 0 else { return nil }
        return SourceLocation(
            offset: min(offset ?? 0, body.count),
            line: max(1, Int(report.line)),
            column: max(1, Int(report.column))
        )
    }
}
