import Mimeograph

/// A type that says which of its keys are attributes, which is its text, and what namespace it is in.
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
/// It is for types that are written in other formats too, whose keys must stay as they are; a type for XML alone can as
/// well have keys such as `@currency` and `#text`, see ``XMLFormat``.
public protocol XMLMapped {
    /// How the keys of the type are written in XML.
    static var xmlMapping: XMLMapping { get }
}

/// How the keys of one type are written in XML.
public struct XMLMapping: Hashable, Sendable {
    /// The name of the element where a value is the whole document; nil for the name of the type.
    ///
    /// A document whose root has another name is then refused.
    public var element: String?
    /// The URI of the namespace of all elements whose keys have no prefix, and of the root; nil for the namespace of the
    /// element around them.
    public var namespace: String?
    /// Which namespaces the prefixes in keys such as `dc:creator` stand for, by prefix. They go before those of the
    /// format.
    public var namespaces: [String: String]
    /// The keys that are attributes, as `stringValue` has them.
    public var attributes: Set<String>
    /// The key whose value is the text of the element.
    public var text: String?
    /// How lists are written, by key; a key that is not here has the format's way.
    public var lists: [String: XMLListLayout]

    /// Makes a mapping; what is not given has its default.
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

/// How the elements of a list are written.
public enum XMLListLayout: Hashable, Sendable {
    /// One element with the list's key for each: `<tag>a</tag><tag>b</tag>`.
    ///
    /// A list without elements leaves no trace. Where the key is missing a list is read as empty, an optional one as nil.
    case repeated
    /// One element with the list's key, and inside one of this name for each: `<tags><tag>a</tag><tag>b</tag></tags>`.
    /// When it is read, any name will do.
    case wrapped(String)
    /// One element with the words in its text, for lists of numbers and other words: `<tags>a b</tags>`.
    ///
    /// Lists in attributes and in the text of an element are always written so. Source: XML Schema 1.0 part 2 §2.5.1.2.
    case words
}
