public import Mimeograph

/// An item with its parameters: a whole field, or a member of a list or dictionary.
///
/// ```swift
/// let item = try StructuredItem(parsing: "text/html;q=0.5")
/// item.token             // "text/html"
/// item.parameters["q"]   // 0.5, a decimal
/// ```
///
/// Source: RFC 9651 §3.3.
public struct StructuredItem: Hashable, Sendable {
    /// The value.
    public var value: BareItem
    /// The parameters, in order.
    public var parameters: StructuredParameters

    /// Makes an item.
    public init(_ value: BareItem, parameters: StructuredParameters) {
        self.value = value
        self.parameters = parameters
    }
}

extension StructuredItem: StructuredValue {
    /// Makes an item without parameters.
    public init(_ bareItem: BareItem) { self.init(bareItem, parameters: [:]) }

    /// Makes a token without parameters. Serializing throws if it does not follow the grammar of tokens.
    public static func token(_ text: String) -> Self { Self(BareItem.token(text)) }
    /// Makes a byte sequence without parameters.
    public static func byteSequence(_ bytes: [UInt8]) -> Self { Self(BareItem.byteSequence(bytes)) }
    /// Makes a date without parameters, from the seconds since the start of 1970 in UTC.
    public static func date(_ seconds: Int64) -> Self { Self(BareItem.date(seconds)) }
    /// Makes a display string without parameters.
    public static func displayString(_ text: String) -> Self { Self(BareItem.displayString(text)) }

    /// The value.
    public var bareItem: BareItem? { value }

    /// The field, or a placeholder if it cannot be serialized.
    public var description: String {
        FieldWriter.description { (writer) throws(SerializationError) in try writer.write(self) }
    }

    /// Parses a field that is one item.
    ///
    /// - Parameters:
    ///   - text: The value of the field.
    ///   - limits: The limits of bytes and elements.
    /// - Throws: ``SerializationError`` with the code `syntax`, `truncated`, `invalidText` or `limitExceeded`, and the
    ///   byte offset.
    ///
    /// Source: RFC 9651 §4.2.3.
    public init(parsing text: String, limits: DecodingLimits = .structuredField) throws(SerializationError) {
        try self.init(parsing: [text], limits: limits)
    }

    /// Parses the lines of a field that is one item. Two lines are an error, unless a text extends over both.
    ///
    /// - Parameters:
    ///   - lines: The values of the field's lines. Errors count bytes as if the lines were joined by a comma and a space.
    ///   - limits: The limits of bytes and elements.
    /// - Throws: ``SerializationError`` with the code `syntax`, `truncated`, `invalidText` or `limitExceeded`, and the
    ///   byte offset.
    ///
    /// Source: RFC 9651 §4.2, §4.2.3.
    public init(parsing lines: [String], limits: DecodingLimits = .structuredField) throws(SerializationError) {
        var parser = try FieldParser(lines, limits)
        self = try parser.field { (parser) throws(SerializationError) in try parser.item() }
    }

    /// Returns the value of the field.
    ///
    /// - Throws: ``SerializationError`` with the code `unencodableValue`.
    ///
    /// Source: RFC 9651 §4.1.3.
    public func serialized() throws(SerializationError) -> String {
        var writer = FieldWriter()
        try writer.write(self)
        return writer.text
    }
}

/// A list of items inside a list or dictionary, with parameters of its own. It contains no lists.
///
/// Source: RFC 9651 §3.1.1.
public struct InnerList: Hashable, Sendable {
    /// The items.
    public var items: [StructuredItem]
    /// The parameters of the list, in order.
    public var parameters: StructuredParameters

    /// Makes a list.
    public init(_ items: [StructuredItem], parameters: StructuredParameters = [:]) {
        self.items = items
        self.parameters = parameters
    }
}

extension InnerList: ExpressibleByArrayLiteral {
    /// Makes a list without parameters of its own.
    public init(arrayLiteral items: StructuredItem...) { self.init(items) }
}

/// A member of a list or dictionary: an item or an inner list.
///
/// Source: RFC 9651 §3.1, §3.2.
public enum StructuredMember: Hashable, Sendable {
    /// An item.
    case item(StructuredItem)
    /// An inner list.
    case innerList(InnerList)
}

extension StructuredMember {
    /// The parameters of the item or the inner list.
    public var parameters: StructuredParameters {
        switch self {
        case .item(let item): item.parameters
        case .innerList(let list): list.parameters
        }
    }

    /// The items of an inner list; nil for an item.
    public var items: [StructuredItem]? { if case .innerList(let list) = self { list.items } else { nil } }
}

extension StructuredMember: StructuredValue {
    /// Makes an item without parameters.
    public init(_ bareItem: BareItem) { self = .item(StructuredItem(bareItem)) }

    /// Makes a token without parameters. Serializing throws if it does not follow the grammar of tokens.
    public static func token(_ text: String) -> Self { Self(BareItem.token(text)) }
    /// Makes a byte sequence without parameters.
    public static func byteSequence(_ bytes: [UInt8]) -> Self { Self(BareItem.byteSequence(bytes)) }
    /// Makes a date without parameters, from the seconds since the start of 1970 in UTC.
    public static func date(_ seconds: Int64) -> Self { Self(BareItem.date(seconds)) }
    /// Makes a display string without parameters.
    public static func displayString(_ text: String) -> Self { Self(BareItem.displayString(text)) }

    /// The value of an item; nil for an inner list.
    public var bareItem: BareItem? { if case .item(let item) = self { item.value } else { nil } }

    /// The member as in a list, or a placeholder if it cannot be serialized.
    public var description: String {
        FieldWriter.description { (writer) throws(SerializationError) in try writer.write(self) }
    }
}

extension StructuredMember: ExpressibleByArrayLiteral {
    /// Makes an inner list without parameters of its own.
    public init(arrayLiteral items: StructuredItem...) { self = .innerList(InnerList(items)) }
}
