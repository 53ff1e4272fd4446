public import Mimeograph

extension XML.Node {
    /// The nodes that an XPath expression gives at this node, in document order.
    ///
    /// It compiles the expression each time; make an ``XML/XPath`` of one that is used often.
    ///
    /// - Throws: As ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/nodes(at:variables:)``.
    public func nodes(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> [XML.Node] {
        try XML.XPath(expression, namespaces: namespaces).nodes(at: self, variables: variables)
    }

    /// The value of an XPath expression as a string; empty where it gives no node.
    ///
    /// - Throws: As ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/string(at:variables:)``.
    public func string(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> String {
        try XML.XPath(expression, namespaces: namespaces).string(at: self, variables: variables)
    }

    /// The value of an XPath expression as a number; not a number where it is none.
    ///
    /// - Throws: As ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/number(at:variables:)``.
    public func number(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> Double {
        try XML.XPath(expression, namespaces: namespaces).number(at: self, variables: variables)
    }

    /// The value of an XPath expression as a boolean.
    ///
    /// - Throws: As ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/boolean(at:variables:)``.
    public func boolean(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> Bool {
        try XML.XPath(expression, namespaces: namespaces).boolean(at: self, variables: variables)
    }
}

extension XML.Document {
    /// The nodes that an XPath expression gives in the document, in document order.
    ///
    /// ```swift
    /// let links = try feed.nodes("//a:link/@href", namespaces: ["a": "http://www.w3.org/2005/Atom"])
    /// ```
    ///
    /// - Throws: As ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/nodes(at:variables:)``.
    public func nodes(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> [XML.Node] {
        try node.nodes(expression, namespaces: namespaces, variables: variables)
    }

    /// The value of an XPath expression as a string; empty where it gives no node.
    ///
    /// - Throws: As ``XML/XPath/init(_:namespaces:)`` and ``XML/XPath/string(at:variables:)``.
    public func string(
        _ expression: String,
        namespaces: [String: String] = [:],
        variables: [String: XML.XPathValue] = [:]
    ) throws(SerializationError) -> String {
        try node.string(expression, namespaces: namespaces, variables: variables)
    }
}
