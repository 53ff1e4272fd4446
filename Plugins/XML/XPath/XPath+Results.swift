public import Mimeograph

extension XML.XPath {
    /// Returns the nodes that match the expression, in document order.
    ///
    /// - Throws: The errors of ``evaluate(at:variables:)``, and the code `invalidExpression` if the value is not a node set.
    public func nodes(
        at node: XML.Node,
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> [XML.Node] {
        guard case .nodes(let nodes) = try evaluate(at: node, variables: variables) else {
            throw SerializationError(
                .invalidExpression,
                "The value of the XPath expression is a string, a number or a Boolean, not a node set.",
                remedy: "Call evaluate(at:), string(at:), number(at:) or boolean(at:)."
            )
        }
        return nodes
    }

    /// Returns the value as a string, like XPath's `string()`. For nodes it is the string value of the first, or empty.
    ///
    /// - Throws: The errors of ``evaluate(at:variables:)``.
    public func string(
        at node: XML.Node,
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> String {
        let value = try evaluate(at: node, variables: variables)
        switch value {
        case .nodes(let nodes): return nodes.first?.stringValue ?? ""
        case .string(let text): return text
        case .boolean(let flag): return flag ? "true" : "false"
        case .number(let number): return XML.XPath.text(of: number)
        }
    }

    /// Returns the value as a number, like XPath's `number()`; NaN if it is not a number.
    ///
    /// - Throws: The errors of ``evaluate(at:variables:)``.
    public func number(
        at node: XML.Node,
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> Double {
        switch try evaluate(at: node, variables: variables) {
        case .number(let number): return number
        case .boolean(let flag): return flag ? 1 : 0
        case .string(let text): return XML.XPath.number(of: text)
        case .nodes(let nodes): return XML.XPath.number(of: nodes.first?.stringValue ?? "")
        }
    }

    /// Returns the value as a Boolean, like XPath's `boolean()`. A non-empty node set or string and a number other than zero and
    /// NaN are true.
    ///
    /// - Throws: The errors of ``evaluate(at:variables:)``.
    public func boolean(
        at node: XML.Node,
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> Bool {
        switch try evaluate(at: node, variables: variables) {
        case .boolean(let flag): return flag
        case .number(let number): return !number.isNaN && number != 0
        case .string(let text): return !text.isEmpty
        case .nodes(let nodes): return !nodes.isEmpty
        }
    }
}

extension XML.XPath {
    /// Parses a number: an optional minus sign, digits, a point and digits, with white space around it. Source: XPath 1.0 §4.4.
    static func number(of text: String) -> Double {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
        let points = digits.count { $0 == UInt8(ascii: ".") }
        let isNumber =
            points <= 1 && digits.count > points
            && digits.allSatisfy { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isNumber ? Double(String(decoding: bytes, as: UTF8.self)) ?? .nan : .nan
    }

    /// Returns a number as a string without an exponent, and without a point if it is an integer. Source: XPath 1.0 §4.2.
    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == 0 { return "0" }
        let text = String(describing: number)
        guard let mark = text.firstIndex(of: "e") else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
        // "-1.25e-07" is -0.000000125: the point moves by the exponent.
        let isNegative = text.hasPrefix("-")
        let mantissa = text[..<mark].filter { $0 != "-" }
        let exponent = Int(text[text.index(after: mark)...]) ?? 0
        let whole = mantissa.prefix { $0 != "." }
        var digits = mantissa.filter { $0 != "." }
        if mantissa.hasSuffix(".0") { digits.removeLast() }
        let point = whole.count + exponent
        var plain = isNegative ? "-" : ""
        if point <= 0 {
            plain += "0." + String(repeating: "0", count: -point) + digits
        } else if point >= digits.count {
            plain += digits + String(repeating: "0", count: point - digits.count)
        } else {
            plain += String(digits.prefix(point)) + "." + String(digits.dropFirst(point))
        }
        return plain
    }
}

extension XML {
    /// The value of an XPath expression or of a variable. Source: XPath 1.0 §1.
    public enum XPathValue: Hashable, Sendable {
        /// A node set, in document order.
        case nodes([Node])
        /// A string.
        case string(String)
        /// A number.
        case number(Double)
        /// A Boolean.
        case boolean(Bool)
    }
}

extension XML.XPathValue {
    /// The nodes; empty if the value is not a node set.
    public var nodes: [XML.Node] {
        if case .nodes(let nodes) = self { nodes } else { [] }
    }
}

extension XML.XPathValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Makes a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension XML.XPathValue {
    /// Returns whether both are the same. Strings are compared by their bytes.
    public static func == (one: XML.XPathValue, other: XML.XPathValue) -> Bool {
        switch (one, other) {
        case (.nodes(let nodes), .nodes(let other)): nodes == other
        case (.string(let text), .string(let other)): ByteEqualString(text) == ByteEqualString(other)
        case (.number(let number), .number(let other)): number == other
        case (.boolean(let flag), .boolean(let other)): flag == other
        default: false
        }
    }

    /// Hashes the components that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .nodes(let nodes): hasher.combine(nodes)
        case .string(let text): hasher.combine(ByteEqualString(text))
        case .number(let number): hasher.combine(number)
        case .boolean(let flag): hasher.combine(flag)
        }
    }
}
