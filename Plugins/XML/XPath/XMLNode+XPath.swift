public import Mimeograph

extension XML.Node {
    /// Returns the nodes that match an XPath expression at this node, in document order.
    ///
    /// This compiles the expression each time. For repeated use, compile an ``XML/XPath`` once.
    ///
    /// - Throws: The errors of ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/nodes(at:variables:)``.
    public func nodes(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> [XML.Node] {
        try XML.XPath(expression, namespaces: namespaces).nodes(at: self, variables: variables)
    }

    /// Returns the value of an XPath expression as a string; empty if no node matches.
    ///
    /// - Throws: The errors of ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/string(at:variables:)``.
    public func string(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> String {
        try XML.XPath(expression, namespaces: namespaces).string(at: self, variables: variables)
    }

    /// Returns the value of an XPath expression as a number; NaN if the value is not a number.
    ///
    /// - Throws: The errors of ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/number(at:variables:)``.
    public func number(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> Double {
        try XML.XPath(expression, namespaces: namespaces).number(at: self, variables: variables)
    }

    /// Returns the value of an XPath expression as a Boolean.
    ///
    /// - Throws: The errors of ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/boolean(at:variables:)``.
    public func boolean(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> Bool {
        try XML.XPath(expression, namespaces: namespaces).boolean(at: self, variables: variables)
    }
}

extension XML.Document {
    /// Returns the nodes that match an XPath expression, in document order.
    ///
    /// ```swift
    /// let links = try feed.nodes("//a:link/@href", namespaces: ["a": "http://www.w3.org/2005/Atom"])
    /// ```
    ///
    /// - Throws: The errors of ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/nodes(at:variables:)``.
    public func nodes(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> [XML.Node] {
        try node.nodes(expression, namespaces: namespaces, variables: variables)
    }

    /// Returns the value of an XPath expression as a string; empty if no node matches.
    ///
    /// - Throws: The errors of ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/string(at:variables:)``.
    public func string(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> String {
        try node.string(expression, namespaces: namespaces, variables: variables)
    }
}
