import Mimeograph

/// A type that specifies which of its keys are attributes or text, and its namespace.
///
/// ```swift
/// struct Price: Codable, XMLMapped {
///     var amount: Double
///     var currency: String
///     static var xmlMapping: XMLMapping { XMLMapping(attributes: ["currency"], text: "amount") }
/// }
/// // <price currency="EUR">12.5</price>
/// ```
///
/// Use it for types that are also written in other formats, so their keys must not change. A type for XML only can use keys such
/// as `@currency` and `#text`; see ``XMLFormat``.
public protocol XMLMapped {
    /// The mapping of the type's keys.
    static var xmlMapping: XMLMapping { get }
}

/// A mapping of the keys of one type to XML.
public struct XMLMapping: Hashable, Sendable {
    /// The name of the root element; nil for the name of the type.
    ///
    /// If it is set, a document with another root name is rejected.
    public var element: String?
    /// The URI of the namespace of the root and of all elements whose keys have no prefix; nil for the namespace of the
    /// surrounding element.
    public var namespace: String?
    /// The namespaces of prefixes in keys such as `dc:creator`, by prefix. They override the namespaces of the format.
    public var namespaces: [String: String]
    /// The `stringValue` of each key that is an attribute.
    public var attributes: Set<String>
    /// The key whose value is the text of the element.
    public var text: String?
    /// The layouts of lists, by key. Other keys use the layout of the format.
    public var lists: [String: XMLListLayout]

    /// Makes a mapping with the given values.
    public init(
        element: String? = nil,
        namespace: String? = nil,
        namespaces: [String: String] = [:],
        attributes: Set<String> = [],
        text: String? = nil,
        lists: [String: XMLListLayout] = [:]
    ) {
        self.element = element
        self.namespace = namespace
        self.namespaces = namespaces
        self.attributes = attributes
        self.text = text
        self.lists = lists
    }
}

/// A layout of the elements of a list.
public enum XMLListLayout: Hashable, Sendable {
    /// One element with the list's key for each: `<tag>a</tag><tag>b</tag>`.
    ///
    /// An empty list writes nothing. If the key is missing, a list is read as empty, and an optional list as nil.
    case repeated
    /// An element with the list's key, and inside it one element with this name for each:
    /// `<tags><tag>a</tag><tag>b</tag></tags>`. When it is read, the inner elements may have any name.
    case wrapped(String)
    /// One element with words in its text, for lists of numbers and other words: `<tags>a b</tags>`.
    ///
    /// Lists in attributes and in the text of an element always have this layout. Source: XML Schema 1.0 part 2 §2.5.1.2.
    /// Lists in attributes and in the text of an element are always written so. Source: XML Schema 1.0 part 2 §2.5.1.2.
    case words
}
