import Mimeograph

/// What is wrong with an expression, or stopped an evaluation.
enum XPathFailure: Error {
    // What is wrong with the text, and where, in bytes.
    case syntax(at: Int)
    case number(at: Int)
    case literal(at: Int)
    case variable(at: Int)
    case parenthesis(at: Int)

    case undefinedVariable
    case unsuitableVariable
    case unknownFunction
    case operand
    case arity
    case prefix
    case identifiers
    case operations

    func error(in expression: String, operations: Int) -> SerializationError {
        switch self {
        case .identifiers:
            SerializationError(
                .limitExceeded,
                "The document has more IDs than are indexed, 65,536 or those of 512 declarations, so that id() cannot look one up.",
                remedy: "Compare the attribute instead: //*[@xml:id = $id]."
            )
        case .operations:
            SerializationError(
                .limitExceeded,
                "Evaluating the XPath expression takes more than \(operations) operations.",
                remedy: "Make the expression more specific, or raise XML.XPath.operationLimit."
            )
        default:
            SerializationError(
                .invalidExpression,
                sentence,
                at: offset.map {
                    SourceLocation(offset: min($0, expression.utf8.count), in: Array(expression.utf8).span)
                },
                remedy: remedy
            )
        }
    }

    private var offset: Int? {
        switch self {
        case .syntax(let offset), .number(let offset), .literal(let offset), .variable(let offset),
            .parenthesis(let offset):
            offset
        default: nil
        }
    }

    private var sentence: String {
        switch self {
        case .number: "The XPath expression has a malformed number."
        case .literal: "A literal of the XPath expression does not end with its quotation mark."
        case .variable, .undefinedVariable: "The XPath expression refers to a variable that is not given."
        case .unsuitableVariable: "A variable of the XPath expression cannot be set."
        case .parenthesis: "A parenthesis or a bracket of the XPath expression does not end."
        case .unknownFunction: "The XPath expression calls a function that XPath 1.0 does not have."
        case .operand: "An operand of the XPath expression has a type that the operator does not take."
        case .arity: "A function of the XPath expression is called with too many or too few arguments."
        case .prefix: "The XPath expression uses a prefix that is not bound to a namespace."
        default: "The XPath expression is malformed."
        }
    }

    private var remedy: String {
        switch self {
        case .prefix: "Name the prefix in `namespaces`; prefixes of the document do not count."
        case .variable, .undefinedVariable: "Name the variable in `variables`."
        case .unsuitableVariable: "Give it nodes of the same document that are no namespaces."
        default: "Correct the expression; it is XPath 1.0."
        }
    }
}
