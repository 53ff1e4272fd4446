/// A parsed expression. Adjacent operators share one list, so expressions nest only as deep as their brackets.
///
/// Source: XPath 1.0 §3.
enum XPathExpression: Sendable {
    case or([XPathExpression])
    case and([XPathExpression])
    /// Operands with the operators between them, from left to right.
    case chain([XPathExpression], [XPathOperator])
    /// A number, possibly with its sign changed.
    case signed([XPathExpression], isNegative: Bool)
    case union([XPathExpression])
    case path(XPathPath)
    case literal(String)
    case number(Double)
    case variable(String)
    case call(XPathCall)
}

/// A left-associative operator. Source: XPath 1.0 §3.4 and §3.5.
enum XPathOperator: Sendable {
    case equal, notEqual
    case less, lessOrEqual, greater, greaterOrEqual
    case add, subtract
    case multiply, divide, modulo
}

/// A call of a function.
struct XPathCall: Sendable {
    /// The function; nil if it is not part of XPath 1.0.
    let function: XPathFunction?
    let arguments: [XPathExpression]
}

/// A location path. Source: XPath 1.0 §2 and §3.3.
struct XPathPath: Sendable {
    enum Start: Sendable {
        case root
        case context
        /// The nodes of an expression in document order, filtered by predicates.
        case filter([XPathExpression], [XPathPredicate])
    }

    let start: Start
    let steps: [XPathStep]
}

/// One step of a location path. Source: XPath 1.0 §2.1.
struct XPathStep: Sendable {
    let axis: XPathAxis
    let test: XPathNodeTest
    let predicates: [XPathPredicate]

    /// Whether a predicate depends on the position of a node.
    var isPositional: Bool { predicates.contains(where: \.isPositional) }
}

/// An expression in square brackets. Source: XPath 1.0 §2.4.
struct XPathPredicate: Sendable {
    let expression: XPathExpression
    let isPositional: Bool

    init(_ expression: XPathExpression) {
        self.expression = expression
        isPositional = expression.mayBeNumber || expression.asksForPosition
    }

    /// The single position that a numeric predicate selects; 0 if no node has that position.
    var position: Int? {
        guard case .number(let number) = expression else { return nil }
        return Int(exactly: number).map { max(0, $0) } ?? 0
    }
}

/// An axis. Source: XPath 1.0 §2.2.
enum XPathAxis: String, Sendable {
    case ancestor
    case ancestorOrSelf = "ancestor-or-self"
    case attribute, child, descendant
    case descendantOrSelf = "descendant-or-self"
    case following
    case followingSibling = "following-sibling"
    case namespace, parent, preceding
    case precedingSibling = "preceding-sibling"
    case `self`
}

/// A node test. Source: XPath 1.0 §2.3.
enum XPathNodeTest: Sendable {
    /// A name in a namespace. A name without a prefix has no namespace.
    case name(String, in: XPathPrefix)
    /// Any name, or any name in a namespace.
    case anyName(in: XPathPrefix?)
    case node, text, comment
    /// A processing instruction with a target, or with any target if it is nil.
    case instruction(String?)
}

/// The meaning of a name's prefix.
enum XPathPrefix: Sendable {
    case none
    case namespace(String)
    /// The prefix is not bound.
    case unbound
}

extension XPathExpression {
    /// Whether the value may be a number, which a predicate compares with the position.
    var mayBeNumber: Bool {
        switch self {
        case .or, .and, .union, .path, .literal: false
        case .number, .signed, .variable: true
        case .chain(_, let operators):
            switch operators.last {
            case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: false
            default: true
            }
        case .call(let call): call.function?.givesNumber ?? true
        }
    }

    /// Whether the expression uses the position or the size of the context, outside inner predicates.
    var asksForPosition: Bool {
        switch self {
        case .or(let operands), .and(let operands), .chain(let operands, _), .signed(let operands, _),
            .union(let operands):
            return operands.contains(where: \.asksForPosition)
        case .path(let path):
            guard case .filter(let operands, _) = path.start else { return false }
            return operands.contains(where: \.asksForPosition)
        case .literal, .number, .variable: return false
        case .call(let call):
            if call.function == .position || call.function == .last { return true }
            return call.arguments.contains(where: \.asksForPosition)
        }
    }
}

/// The functions of XPath 1.0. Source: XPath 1.0 §4.
enum XPathFunction: String, Sendable {
    case last, position, count, id
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case name
    case string, concat
    case startsWith = "starts-with"
    case contains
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case substring
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"
    case translate
    case boolean, not, `true`, `false`, lang
    case number, sum, floor, ceiling, round

    /// The number of arguments.
    var arity: ClosedRange<Int> {
        switch self {
        case .last, .position, .true, .false: 0...0
        case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
        case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
        case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
        case .substring: 2...3
        case .translate: 3...3
        case .concat: 2...Int.max
        }
    }

    var givesNumber: Bool {
        switch self {
        case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: true
        default: false
        }
    }
}
