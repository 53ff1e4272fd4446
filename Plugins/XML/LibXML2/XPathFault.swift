import CMimeographXML
import Mimeograph

/// What libxml2 says about an expression, as a sentence of ours. Source: libxml2's xpath.h for the codes.
struct XPathFault {
    private let report: mimeograph_xml_report

    init(_ report: mimeograph_xml_report) { self.report = report }

    func error(expression: String, operations: Int = 0) -> SerializationError {
        let code = Int(report.library_code)
        let kind = xmlParserErrors(rawValue: UInt32(truncatingIfNeeded: code))
        let underlying: [any Error] =
            code == 0 ? [] : [XML.LibraryError(code: code, domain: Int(report.library_domain))]
        if report.failure == MIMEOGRAPH_XML_IDENTIFIERS {
            return SerializationError(
                .limitExceeded,
                "The document has more IDs than are indexed, 65,536, so that id() cannot look one up.",
                remedy: "Compare the attribute instead: //*[@xml:id = $id]."
            )
        }
        if report.failure == MIMEOGRAPH_XML_OPERATIONS {
            return SerializationError(
                .limitExceeded,
                "Evaluating the XPath expression takes more than \(operations) operations, or nests too deep.",
                remedy: "Make the expression more specific, or raise XML.XPath.operationLimit.",
                underlying: underlying
            )
        }
        return SerializationError(
            .invalidExpression,
            XPathFault.sentence(of: kind),
            at: report.offset < 0
                ? nil
                : SourceLocation(
                    offset: min(Int(report.offset), expression.utf8.count),
                    in: Array(expression.utf8).span
                ),
            remedy: XPathFault.remedy(for: kind),
            underlying: underlying
        )
    }

    private static func sentence(of kind: xmlParserErrors) -> String {
        switch kind {
        case XML_XPATH_NUMBER_ERROR: "The XPath expression has a malformed number."
        case XML_XPATH_UNFINISHED_LITERAL_ERROR, XML_XPATH_START_LITERAL_ERROR:
            "A literal of the XPath expression does not end with its quotation mark."
        case XML_XPATH_VARIABLE_REF_ERROR, XML_XPATH_UNDEF_VARIABLE_ERROR:
            "The XPath expression refers to a variable that is not given."
        case XML_XPATH_INVALID_PREDICATE_ERROR: "The XPath expression has a malformed predicate."
        case XML_XPATH_UNCLOSED_ERROR: "A parenthesis of the XPath expression does not end."
        case XML_XPATH_UNKNOWN_FUNC_ERROR: "The XPath expression calls a function that XPath 1.0 does not have."
        case XML_XPATH_INVALID_OPERAND, XML_XPATH_INVALID_TYPE:
            "An operand of the XPath expression has a type that the operator does not take."
        case XML_XPATH_INVALID_ARITY: "A function of the XPath expression is called with too many or too few arguments."
        case XML_XPATH_UNDEF_PREFIX_ERROR: "The XPath expression uses a prefix that is not bound to a namespace."
        default: "The XPath expression is malformed."
        }
    }

    private static func remedy(for kind: xmlParserErrors) -> String {
        switch kind {
        case XML_XPATH_UNDEF_PREFIX_ERROR: "Name the prefix in `namespaces`; prefixes of the document do not count."
        case XML_XPATH_VARIABLE_REF_ERROR, XML_XPATH_UNDEF_VARIABLE_ERROR: "Name the variable in `variables`."
        default: "Correct the expression; it is XPath 1.0."
        }
    }
}
