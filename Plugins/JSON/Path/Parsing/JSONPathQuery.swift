import MimeographJSON

/// A parsed query, from the root or, in a filter, from the current value.
///
/// Source: RFC 9535 §2.1 and §2.3.5.
struct JSONPathQuery: Sendable {
    let isAbsolute: Bool
    let segments: [JSONPathSegment]
    /// Whether it selects at most one value, because it has only names and indices.
    let isSingular: Bool

    init(isAbsolute: Bool, _ segments: [JSONPathSegment]) {
        self.isAbsolute = isAbsolute
        self.segments = segments
        isSingular = segments.allSatisfy(\.isSingular)
    }
}

/// A segment, which selects children of each value, or of each value and its descendants. Source: RFC 9535 §2.5.
struct JSONPathSegment: Sendable {
    var isDescendant = false
    let selectors: [JSONPathSelector]

    var isSingular: Bool {
        guard !isDescendant, selectors.count == 1 else { return false }
        return switch selectors[0] {
        case .name, .index: true
        case .wildcard, .slice, .filter: false
        }
    }
}

/// A selector. Source: RFC 9535 §2.3.
enum JSONPathSelector: Sendable {
    case name(JSONPathName)
    case wildcard
    /// An index from the start, or from the end if it is negative.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(JSONPathExpression)
}

/// The name of a member, in the two forms that searches need.
struct JSONPathName: Sendable {
    let text: String
    let bytes: [UInt8]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }
}

/// A logical expression. Operands of one operator share a list, so it nests only as deep as its parentheses and functions.
///
/// Source: RFC 9535 §2.3.5.1.
indirect enum JSONPathExpression: Sendable {
    case or([JSONPathExpression])
    case and([JSONPathExpression])
    case not(JSONPathExpression)
    /// Whether a query selects anything.
    case exists(JSONPathQuery)
    case comparison(JSONPathOperand, JSONPathComparison, JSONPathOperand)
    /// `match`, which needs the whole text, or `search`.
    case pattern(JSONPathOperand, JSONPathPattern, isWhole: Bool)
}

/// A comparison operator.
enum JSONPathComparison: Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// An expression with a value, or without any. Source: RFC 9535 §2.3.5.2.2 and §2.4.
indirect enum JSONPathOperand: Sendable {
    case literal(JSONPathScalar)
    /// The value of a singular query.
    case query(JSONPathQuery)
    case length(JSONPathOperand)
    case count(JSONPathQuery)
    /// The value that a query selects, if it selects exactly one.
    case value(JSONPathQuery)
}

/// The second argument of `match` and `search`.
enum JSONPathPattern: Sendable {
    /// A pattern that was compiled with the query; nil if it is malformed, so that nothing matches.
    case compiled(IRegexp?)
    case computed(JSONPathOperand)
}

/// A value in a comparison.
enum JSONPathScalar: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A number that is not an integer of 64 bits.
    case number(JSON)
    case string(String)
    /// A container, or a value of a kind that JSON does not have.
    case other(JSON)
}
