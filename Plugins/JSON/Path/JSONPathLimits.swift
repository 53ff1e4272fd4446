public import Mimeograph

/// The limits of a query, of its patterns, and of the work of one evaluation.
///
/// Queries and documents may come from a peer. If one exceeds a limit, an error with the code
/// `SerializationError.Code.limitExceeded` names the limit and the property that raises it.
///
/// ```swift
/// var limits = JSONPathLimits()
/// limits.steps = 100_000
/// let path = try JSONPath(query, limits: limits)
/// ```
public struct JSONPathLimits: Hashable, Sendable {
    /// The most bytes of a query in UTF-8. Default 1 MiB.
    public var queryBytes = 1 << 20
    /// The deepest nesting of filters, parentheses and function calls in a query. Default 32. Values above 64 count as 64.
    public var nesting = 32
    /// The deepest value that an evaluation visits; the children of the searched value have depth 1. Default 10,000.
    public var depth = 10_000
    /// The most steps of one evaluation. Default nil: 32 for each value of the document, and at least 10,000,000.
    ///
    /// Each visited value counts as one or two steps, as does each value of compared containers. Four members that are searched for
    /// a name, 16 bytes of a compared text, four bytes of a path, and a state of a pattern for each character count as one.
    public var steps: Int?
    /// The most states of a compiled pattern. Default 10,000. Values above 1 Mi count as 1 Mi.
    ///
    /// `a{1,1000}` has about 2,000. A pattern with more than 64 nested parentheses, or with more than 64 bytes for each allowed
    /// state, also exceeds this limit.
    public var patternStates = 10_000

    /// Makes limits with the default values.
    public init() {}

    /// The greatest effective value of ``nesting``, because parsing and evaluation recurse once for each level.
    static let maximumNesting = 64
    /// The greatest effective value of ``patternStates``.
    static let maximumPatternStates = 1 << 20

    /// Returns the most steps in a document with that many words on its tape. A value has one or two words.
    func steps(forWords words: Int) -> Int { steps ?? max(10_000_000, 32 * words) }
}

extension SerializationError.Code {
    /// A JSONPath query is malformed, or a function in it has an argument of the wrong type. The location is in the query.
    public static let invalidPath = SerializationError.Code(rawValue: "invalidPath")
}

extension JSONPathLimits {
    enum Limit: String { case queryBytes, nesting, depth, steps, patternStates }

    /// Returns the error for an exceeded limit.
    func exceeded(_ limit: Limit, _ allowed: Int, at location: SourceLocation? = nil) -> SerializationError {
        let problem =
            switch limit {
            case .queryBytes: "The JSONPath query is longer than \(allowed) bytes."
            case .nesting:
                "The JSONPath query nests filters, parentheses or functions more than \(allowed) levels deep."
            case .depth: "The JSONPath query visits values more than \(allowed) levels deep."
            case .steps: "The evaluation of the JSONPath query takes more than \(allowed) steps."
            case .patternStates: "A pattern of the JSONPath query has more than \(allowed) states."
            }
        let advice = limit == .nesting ? "Simplify the query, or" : "Make the query more specific, or"
        return SerializationError(
            .limitExceeded,
            problem,
            at: location,
            remedy: "\(advice) raise JSONPathLimits.\(limit.rawValue)."
        )
    }
}
