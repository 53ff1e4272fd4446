extension XML {
    /// What an XPath expression gives, or a variable in one holds. Source: XPath 1.0 §1.
    public enum XPathValue: Hashable, Sendable {
        /// A node set, in document order.
        case nodes([Node])
        /// A string.
        case string(String)
        /// A number.
        case number(Double)
        /// A boolean.
        case boolean(Bool)
    }
}

extension XML.XPathValue {
    /// The nodes; empty where the value is no node set.
    public var nodes: [XML.Node] {
        if case .nodes(let nodes) = self { nodes } else { [] }
    }
}

extension XML.XPathValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// A number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
