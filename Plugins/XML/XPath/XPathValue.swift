import Mimeograph

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

extension XML.XPathValue {
    /// Whether both are the same, strings byte by byte.
    public static func == (one: XML.XPathValue, other: XML.XPathValue) -> Bool {
        switch (one, other) {
        case (.nodes(let nodes), .nodes(let other)): nodes == other
        case (.string(let text), .string(let other)): ByteEqualString(text) == ByteEqualString(other)
        case (.number(let number), .number(let other)): number == other
        case (.boolean(let flag), .boolean(let other)): flag == other
        default: false
        }
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .nodes(let nodes): hasher.combine(nodes)
        case .string(let text): hasher.combine(ByteEqualString(text))
        case .number(let number): hasher.combine(number)
        case .boolean(let flag): hasher.combine(flag)
        }
    }
}
