public import Mimeograph

extension XML {
    /// An XPath 1.0 expression, compiled once and evaluated as often as one likes, from many threads at once.
    ///
    /// ```swift
    /// let byID = try XML.XPath("//a:entry[a:id = $id]", namespaces: ["a": "http://www.w3.org/2005/Atom"])
    /// let entry = try byID.nodes(at: feed.node, variables: ["id": "urn:7"]).first
    /// ```
    /// An element in a default namespace has to be named with a prefix, as XPath 1.0 §2.3 says: bind one of your own.
    ///
    /// It knows the functions of XPath 1.0 and no others; nothing in an expression reads a file or a connection.
    public struct XPath: Sendable {
        /// The expression as it was given.
        public let expression: String
        /// The namespaces that prefixes in the expression stand for.
        public let namespaces: [String: String]
        /// The most steps that one evaluation may take: one for each node that is looked at, each operator that is applied and each 16 bytes
        /// of text that are read or made, and eight more for each text. Default 10,000,000, a second or less.
        public var operationLimit = 10_000_000

        private let parsed: XPathExpression

        /// The longest expression, in bytes. Evaluating one nests with its length.
        static let maximumLength = 10_000
        /// The most brackets and parentheses inside of each other.
        static let maximumNesting = 64

        /// Compiles an expression.
        ///
        /// - Parameters:
        ///   - expression: The expression.
        ///   - namespaces: The namespace for each prefix in it. `xml` is bound anyway.
        /// - Throws: the code `invalidExpression`, its location is that in the expression;
        ///   ``SerializationError/Code/limitExceeded`` for an expression that is too long or nests too deep.
        public init(_ expression: String, namespaces: [String: String] = [:]) throws(SerializationError) {
            try XPath.checkSize(of: expression)
            self.expression = expression
            self.namespaces = namespaces
            if namespaces.keys.contains("") {
                throw SerializationError(
                    .invalidExpression,
                    "A prefix of the XPath expression cannot be bound.",
                    remedy: "Give it a name and a namespace that are not empty."
                )
            }
            do throws(XPathFailure) {
                parsed = try XPathParser.parse(expression, namespaces: namespaces)
            } catch {
                throw error.error(in: expression, operations: 0)
            }
        }

        /// Evaluates the expression at a node.
        ///
        /// - Throws: the code `invalidExpression` for a prefix or variable that is not given or a value of
        ///   the wrong type; ``SerializationError/Code/limitExceeded`` where it takes too many steps.
        public func evaluate(
            at node: Node,
            variables: [String: XPathValue] = [:]
        ) throws(SerializationError) -> XPathValue {
            guard node.kind != .namespace else {
                throw SerializationError(
                    .invalidExpression,
                    "An XPath expression cannot be evaluated at a namespace.",
                    remedy: "Evaluate it at the element."
                )
            }
            // The evaluation holds nothing else that keeps the document alive.
            defer { withExtendedLifetime(node) {} }
            do throws(XPathFailure) {
                let evaluation = try XPathEvaluation(
                    in: node.tree,
                    variables: variables,
                    operationLimit: operationLimit
                )
                let context = XPathContext(node: XPathNode(node: node.node))
                switch try evaluation.result(of: parsed, context) {
                case .nodes(let nodes):
                    return .nodes(nodes.map { XML.Node(tree: node.tree, node: $0.node, holder: $0.holder) })
                case .string(let text): return .string(text)
                case .number(let number): return .number(number)
                case .boolean(let flag): return .boolean(flag)
                }
            } catch {
                throw error.error(in: expression, operations: operationLimit)
            }
        }
    }
}

extension XML.XPath: Hashable, CustomStringConvertible {
    /// Whether both are the same expression with the same namespaces and limit.
    public static func == (one: XML.XPath, other: XML.XPath) -> Bool {
        one.expression == other.expression && one.namespaces == other.namespaces
            && one.operationLimit == other.operationLimit
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(expression)
        hasher.combine(namespaces)
        hasher.combine(operationLimit)
    }

    /// The expression.
    public var description: String { expression }
}

extension XML.XPath {
    /// An expression is parsed and evaluated by recursion, so both the length and the nesting are bounded before.
    private static func checkSize(of expression: String) throws(SerializationError) {
        var nesting = 0
        var deepest = 0
        var quote: UInt8?
        var count = 0
        var hasZero = false
        for byte in expression.utf8 {
            count += 1
            hasZero = hasZero || byte == 0
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
            case UInt8(ascii: "("), UInt8(ascii: "["): nesting += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): nesting -= 1
            default: break
            }
            deepest = max(deepest, nesting)
        }
        if count > maximumLength || deepest > maximumNesting {
            throw SerializationError(
                .limitExceeded,
                "The XPath expression has more than \(maximumLength) bytes, or nests more than \(maximumNesting) deep.",
                remedy: "Split the expression."
            )
        }
        if hasZero {
            throw SerializationError(
                .invalidExpression,
                "The XPath expression holds the character U+0000.",
                remedy: "Leave it out; no XML document can hold it either."
            )
        }
    }
}

extension SerializationError.Code {
    /// An XPath expression is malformed, or cannot be evaluated; the location is that in the expression.
    public static let invalidExpression = SerializationError.Code(rawValue: "invalidExpression")
}

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
