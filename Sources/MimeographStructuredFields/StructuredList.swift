public import Mimeograph

/// A list, the field of this structure. Its members are items or inner lists.
///
/// ```swift
/// let list = try StructuredList(parsing: #"gzip;q=0.5, ("a" "b")"#)
/// list[0].token                                    // "gzip"
/// list[1].items?.compactMap(\.string)              // ["a", "b"]
/// let made: StructuredList = [.token("br"), 7, ["a", "b"]]
/// ```
///
/// Source: RFC 9651 §3.1.
public struct StructuredList: Hashable, Sendable {
    /// The members.
    public var members: [StructuredMember]

    /// Makes a list.
    public init(_ members: [StructuredMember]) { self.members = members }

    /// Parses a field that is a list.
    ///
    /// - Parameters:
    ///   - text: The value of the field.
    ///   - limits: The limits of bytes and elements.
    /// - Throws: ``SerializationError`` with the code `syntax`, `truncated`, `invalidText` or `limitExceeded`, and the
    ///   byte offset.
    ///
    /// Source: RFC 9651 §4.2.1.
    public init(parsing text: String, limits: DecodingLimits = .structuredField) throws(SerializationError) {
        try self.init(parsing: [text], limits: limits)
    }

    /// Parses the lines of a field that is a list. Without lines, the list is empty.
    ///
    /// - Parameters:
    ///   - lines: The values of the field's lines. Errors count bytes as if the lines were joined by a comma and a space.
    ///   - limits: The limits of bytes and elements.
    /// - Throws: ``SerializationError`` with the code `syntax`, `truncated`, `invalidText` or `limitExceeded`, and the
    ///   byte offset.
    ///
    /// Source: RFC 9651 §4.2, §4.2.1.
    public init(parsing lines: [String], limits: DecodingLimits = .structuredField) throws(SerializationError) {
        var parser = try FieldParser(lines, limits)
        members = try parser.field { (parser) throws(SerializationError) in try parser.list() }
    }

    /// Returns the value of the field; nil if the list is empty, because such a field is not sent.
    ///
    /// - Throws: ``SerializationError`` with the code `unencodableValue`; the coding path names the member.
    ///
    /// Source: RFC 9651 §4.1, §4.1.1.
    public func serialized() throws(SerializationError) -> String? {
        if members.isEmpty { return nil }
        var writer = FieldWriter()
        try writer.write(self)
        return writer.text
    }
}

extension StructuredList: RandomAccessCollection, MutableCollection {
    /// The position of the first member, 0.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { members.count }
    /// The member at a position.
    public subscript(position: Int) -> StructuredMember {
        get { members[position] }
        set { members[position] = newValue }
    }
}

extension StructuredList: ExpressibleByArrayLiteral {
    /// Makes the list of a literal.
    public init(arrayLiteral members: StructuredMember...) { self.init(members) }
}

extension StructuredList: CustomStringConvertible {
    /// The field, or a placeholder if it cannot be serialized.
    public var description: String {
        FieldWriter.description { (writer) throws(SerializationError) in try writer.write(self) }
    }
}

extension OrderedMembers<StructuredMember> {
    /// Parses a field that is a dictionary. If a key occurs twice, its last value counts, at the first position.
    ///
    /// - Parameters:
    ///   - text: The value of the field.
    ///   - limits: The limits of bytes and elements.
    /// - Throws: ``SerializationError`` with the code `syntax`, `truncated`, `invalidText` or `limitExceeded`, and the
    ///   byte offset.
    ///
    /// Source: RFC 9651 §4.2.2.
    public init(parsing text: String, limits: DecodingLimits = .structuredField) throws(SerializationError) {
        try self.init(parsing: [text], limits: limits)
    }

    /// Parses the lines of a field that is a dictionary. Without lines, the dictionary is empty.
    ///
    /// - Parameters:
    ///   - lines: The values of the field's lines. Errors count bytes as if the lines were joined by a comma and a space.
    ///   - limits: The limits of bytes and elements.
    /// - Throws: ``SerializationError`` with the code `syntax`, `truncated`, `invalidText` or `limitExceeded`, and the
    ///   byte offset.
    ///
    /// Source: RFC 9651 §4.2, §4.2.2.
    public init(parsing lines: [String], limits: DecodingLimits = .structuredField) throws(SerializationError) {
        var parser = try FieldParser(lines, limits)
        self = try parser.field { (parser) throws(SerializationError) in try parser.dictionary() }
    }

    /// Returns the value of the field; nil if the dictionary is empty, because such a field is not sent.
    ///
    /// - Throws: ``SerializationError`` with the code `unencodableValue`; the coding path names the member.
    ///
    /// Source: RFC 9651 §4.1, §4.1.2.
    public func serialized() throws(SerializationError) -> String? {
        if isEmpty { return nil }
        var writer = FieldWriter()
        try writer.write(self)
        return writer.text
    }
}

extension OrderedMembers: CustomStringConvertible {
    /// The dictionary or the parameters as in a field, or a placeholder if they cannot be serialized.
    public var description: String {
        FieldWriter.description { (writer) throws(SerializationError) in
            if let dictionary = self as? StructuredDictionary {
                try writer.write(dictionary)
            } else if let parameters = self as? StructuredParameters {
                try writer.write(parameters)
            }
        }
    }
}
