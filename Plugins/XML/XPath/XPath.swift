public import Mimeograph

extension XML {
    /// An XPath 1.0 expression, compiled once and evaluated any number of times, from many threads at once.
    ///
    /// ```swift
    /// let byID = try XML.XPath("//a:entry[a:id = $id]", namespaces: ["a": "http://www.w3.org/2005/Atom"])
    /// let entry = try byID.nodes(at: feed.node, variables: ["id": "urn:7"]).first
    /// ```
    /// To match an element in a default namespace, bind a prefix of your own to the namespace, as XPath 1.0 §2.3 requires.
    ///
    /// Only the functions of XPath 1.0 are supported. No expression reads a file or opens a connection.
    public struct XPath: Sendable {
        /// The expression as written.
        public let expression: String
        /// The namespaces of prefixes in the expression, by prefix.
        public let namespaces: [String: String]
        /// The maximum number of operations in one evaluation. Each visited node, each operator and each 16 bytes of text count
        /// as one, and each text as eight more. The default is 10,000,000, which takes a second or less.
        public var operationLimit = 10_000_000

        private let parsed: XPathExpression

        /// The maximum length of an expression in bytes. Nesting during evaluation depends on it.
        static let maximumLength = 10_000
        /// The maximum number of nested brackets and parentheses.
        static let maximumNesting = 64

        /// Compiles an expression.
        ///
        /// - Parameters:
        ///   - expression: The expression.
        ///   - namespaces: The namespaces of its prefixes, by prefix. `xml` is always bound.
        /// - Throws: The code `invalidExpression`, with a location in the expression; ``SerializationError/Code/limitExceeded``
        ///   for an expression that is too long or nested too deeply.
        public init(_ expression: String, namespaces: [String: String] = [:]) throws(SerializationError) {
            try XPath.checkSize(of: expression)
            self.expression = expression
            self.namespaces = namespaces
            if namespaces.keys.contains("") {
                throw SerializationError(
                    .invalidExpression,
                    "The namespaces of the XPath expression contain an empty prefix.",
                    remedy: "Use a prefix that is not empty."
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
        /// - Throws: The code `invalidExpression` for a missing prefix or variable, or a value of the wrong type;
        ///   ``SerializationError/Code/limitExceeded`` if the evaluation takes too many operations.
        public func evaluate(
            at node: Node,
            variables: [String: XPathValue] = [:]
        ) throws(SerializationError) -> XPathValue {
            guard node.kind != .namespace else {
                throw SerializationError(
                    .invalidExpression,
                    "An XPath expression cannot be evaluated at a namespace.",
                    remedy: "Evaluate it at the element of the namespace."
                )
            }
            // Nothing else in the evaluation keeps the document alive.
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
    /// Returns whether both have the same expression, namespaces and limit.
    public static func == (one: XML.XPath, other: XML.XPath) -> Bool {
        one.expression == other.expression && one.namespaces == other.namespaces
            && one.operationLimit == other.operationLimit
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(expression)
        hasher.combine(namespaces)
        hasher.combine(operationLimit)
    }

    /// The expression.
    public var description: String { expression }
}

extension XML.XPath {
    /// Checks length and nesting, because parsing and evaluation are recursive.
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
                "The XPath expression is longer than \(maximumLength) bytes, or nested more than \(maximumNesting) levels deep.",
                remedy: "Split the expression."
            )
        }
        if hasZero {
            throw SerializationError(
                .invalidExpression,
                "The XPath expression contains the character U+0000.",
                remedy: "Remove the character. No XML document can contain it."
            )
        }
    }
}

extension SerializationError.Code {
    /// An XPath expression is malformed, or cannot be evaluated. The location is in the expression.
    public static let invalidExpression = SerializationError.Code(rawValue: "invalidExpression")
}

/// An error in an expression or its evaluation.
enum XPathFailure: Error {
    // Errors in the text, with their offset in bytes.
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
                "The document has more IDs than the index holds (65,536, or those of 512 declarations), so id() cannot be evaluated.",
                remedy: "Compare the attribute instead: //*[@xml:id = $id]."
            )
        case .operations:
            SerializationError(
                .limitExceeded,
                "The evaluation of the XPath expression takes more than \(operations) operations.",
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
        case .number: "The XPath expression contains a malformed number."
        case .literal: "A string literal of the XPath expression has no closing quotation mark."
        case .variable, .undefinedVariable: "The XPath expression refers to an undefined variable."
        case .unsuitableVariable: "A variable of the XPath expression has an unsuitable value."
        case .parenthesis: "A parenthesis or a bracket of the XPath expression is not closed."
        case .unknownFunction: "The XPath expression calls a function that is not part of XPath 1.0."
        case .operand: "An operand of the XPath expression has a type that the operator does not accept."
        case .arity: "The XPath expression calls a function with too many or too few arguments."
        case .prefix: "The XPath expression uses a prefix that is not bound to a namespace."
        default: "The XPath expression is malformed."
        }
    }

    private var remedy: String {
        switch self {
        case .prefix: "Add the prefix to `namespaces`. Prefixes of the document are not used."
        case .variable, .undefinedVariable: "Add the variable to `variables`."
        case .unsuitableVariable: "Use nodes of the same document other than namespaces."
        default: "Correct the expression according to XPath 1.0."
        }
    }
}
