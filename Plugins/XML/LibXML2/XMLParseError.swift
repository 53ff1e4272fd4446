import CMimeographXML
import Mimeograph

/// The description of a libxml2 error code, as a sentence without any part of the body.
///
/// Source: libxml2's xmlerror.h for the codes; XML 1.0 (fifth edition) for the productions.
struct XMLParseError {
    let code: SerializationError.Code
    let sentence: String
    let remedy: String

    init(libraryCode: Int, atEnd: Bool, breaksEncoding: Bool) {
        // Near the end of a text, libxml2 has no separate code for invalid bytes.
        let kind =
            breaksEncoding
            ? MIMEOGRAPH_XML_ERR_INVALID_ENCODING
            : mimeograph_xml_code(rawValue: UInt32(truncatingIfNeeded: libraryCode))
        let known = XMLParseError.sentence(of: kind)
        switch kind {
        case MIMEOGRAPH_XML_ERR_UNSUPPORTED_ENCODING, MIMEOGRAPH_XML_ERR_UNKNOWN_ENCODING:
            code = .unsupportedCharset
        case MIMEOGRAPH_XML_ERR_INVALID_ENCODING, MIMEOGRAPH_XML_I18N_CONV_FAILED:
            code = .invalidText
        case MIMEOGRAPH_XML_ERR_TAG_NAME_MISMATCH:
            // libxml2 reports this error after the complete tag.
            code = .syntax
        default:
            code = atEnd ? .truncated : .syntax
        }
        switch code {
        case .truncated:
            sentence = "The document ends too early" + (known.map { ": \($0)" } ?? ".")
            remedy = "Check whether the transfer was cut off, and send the request again."
        case .unsupportedCharset:
            sentence = "The document declares an unsupported encoding."
            remedy = "Ask the sender for UTF-8."
        case .invalidText:
            sentence = "The document contains bytes that are invalid in its encoding."
            remedy = "Ask the sender to declare the correct encoding, or to send UTF-8."
        default:
            let text = known ?? "it breaks the grammar of XML (libxml2 error \(libraryCode))."
            sentence = "The document is not well-formed: \(text)"
            remedy =
                "Ask the sender to correct the document according to XML 1.0, or read the body as another format."
        }
    }

    private static func sentence(of kind: mimeograph_xml_code) -> String? {
        switch kind {
        case MIMEOGRAPH_XML_ERR_DOCUMENT_EMPTY: "an element is missing."
        case MIMEOGRAPH_XML_ERR_DOCUMENT_END: "there is content after the outermost element."
        case MIMEOGRAPH_XML_ERR_INVALID_HEX_CHARREF, MIMEOGRAPH_XML_ERR_INVALID_DEC_CHARREF,
            MIMEOGRAPH_XML_ERR_INVALID_CHARREF:
            "a character reference is malformed."
        case MIMEOGRAPH_XML_ERR_INVALID_CHAR: "it contains or refers to a character that XML does not allow."
        case MIMEOGRAPH_XML_ERR_ENTITYREF_NO_NAME, MIMEOGRAPH_XML_ERR_NAME_REQUIRED: "a name is missing."
        case MIMEOGRAPH_XML_ERR_ENTITYREF_SEMICOL_MISSING: "a reference does not end with a semicolon."
        case MIMEOGRAPH_XML_ERR_UNDECLARED_ENTITY, MIMEOGRAPH_XML_WAR_UNDECLARED_ENTITY:
            "an entity is not defined, or its text is not a complete piece of XML."
        case MIMEOGRAPH_XML_ERR_UNPARSED_ENTITY: "it refers to an unparsed entity."
        case MIMEOGRAPH_XML_ERR_NOTATION_PROCESSING: "a notation has no identifier."
        case MIMEOGRAPH_XML_ERR_ATTRIBUTE_NOT_STARTED, MIMEOGRAPH_XML_ERR_STRING_NOT_STARTED:
            "a value does not begin with a quotation mark."
        case MIMEOGRAPH_XML_ERR_ATTRIBUTE_NOT_FINISHED, MIMEOGRAPH_XML_ERR_STRING_NOT_CLOSED,
            MIMEOGRAPH_XML_ERR_LITERAL_NOT_FINISHED:
            "a value does not end with a quotation mark."
        case MIMEOGRAPH_XML_ERR_LT_IN_ATTRIBUTE: "the value of an attribute contains a less-than sign."
        case MIMEOGRAPH_XML_ERR_ATTRIBUTE_WITHOUT_VALUE: "an attribute has no value."
        case MIMEOGRAPH_XML_ERR_ATTRIBUTE_REDEFINED, MIMEOGRAPH_XML_NS_ERR_ATTRIBUTE_REDEFINED:
            "an element has the same attribute twice."
        case MIMEOGRAPH_XML_ERR_COMMENT_NOT_FINISHED: "a comment has no end."
        case MIMEOGRAPH_XML_ERR_HYPHEN_IN_COMMENT: "a comment contains two hyphens."
        case MIMEOGRAPH_XML_ERR_PI_NOT_FINISHED, MIMEOGRAPH_XML_ERR_PI_NOT_STARTED:
            "a processing instruction is malformed."
        case MIMEOGRAPH_XML_ERR_RESERVED_XML_NAME: "a processing instruction has the name xml, which is reserved."
        case MIMEOGRAPH_XML_ERR_XMLDECL_NOT_STARTED, MIMEOGRAPH_XML_ERR_XMLDECL_NOT_FINISHED,
            MIMEOGRAPH_XML_ERR_VERSION_MISSING,
            MIMEOGRAPH_XML_ERR_STANDALONE_VALUE,
            MIMEOGRAPH_XML_ERR_ENCODING_NAME:
            "the XML declaration is malformed."
        case MIMEOGRAPH_XML_ERR_UNKNOWN_VERSION: "it has an unknown version of XML."
        case MIMEOGRAPH_XML_ERR_DOCTYPE_NOT_FINISHED, MIMEOGRAPH_XML_ERR_EXT_SUBSET_NOT_FINISHED:
            "the document type declaration is malformed."
        case MIMEOGRAPH_XML_ERR_MISPLACED_CDATA_END: "a text contains the end of a CDATA section."
        case MIMEOGRAPH_XML_ERR_CDATA_NOT_FINISHED: "a CDATA section has no end."
        case MIMEOGRAPH_XML_ERR_LT_REQUIRED: "a less-than sign is missing."
        case MIMEOGRAPH_XML_ERR_GT_REQUIRED: "a tag does not end with a greater-than sign."
        case MIMEOGRAPH_XML_ERR_LTSLASH_REQUIRED: "an end tag is missing."
        case MIMEOGRAPH_XML_ERR_EQUAL_REQUIRED: "an equals sign is missing."
        case MIMEOGRAPH_XML_ERR_TAG_NAME_MISMATCH: "an end tag does not match its start tag."
        case MIMEOGRAPH_XML_ERR_TAG_NOT_FINISHED: "an element has no end."
        case MIMEOGRAPH_XML_ERR_SPACE_REQUIRED: "white space is missing."
        case MIMEOGRAPH_XML_ERR_NOT_WELL_BALANCED, MIMEOGRAPH_XML_ERR_ENTITY_BOUNDARY:
            "an entity does not contain complete elements."
        case MIMEOGRAPH_XML_ERR_EXTRA_CONTENT: "there is content after the outermost element."
        case MIMEOGRAPH_XML_NS_ERR_UNDEFINED_NAMESPACE: "a prefix is not bound to a namespace."
        case MIMEOGRAPH_XML_NS_ERR_XML_NAMESPACE: "a reserved prefix or namespace is declared."
        case MIMEOGRAPH_XML_NS_ERR_QNAME, MIMEOGRAPH_XML_NS_ERR_COLON: "a name contains a misplaced colon."
        case MIMEOGRAPH_XML_NS_ERR_EMPTY: "a declaration binds a prefix to an empty namespace."
        default: nil
        }
    }
}
