/// The reason why a header field cannot be sent. It never contains the field's value.
public struct HeaderFieldError: Error, Sendable {
    /// The name of the field as it was passed.
    public let name: String
    /// The number of UTF-8 bytes before the invalid one, in the name or in the value as ``reason`` says.
    public let offset: Int
    /// The kind of problem.
    public let reason: Reason

    package init(name: String, offset: Int, reason: Reason) {
        self.name = name
        self.offset = offset
        self.reason = reason
    }

    /// The kinds of problem.
    public enum Reason: Hashable, Sendable {
        /// The name is empty.
        case emptyName
        /// The name has a byte that is not allowed in a token.
        case badName
        /// The value has a carriage return, a line feed or a zero byte, which would end the field and start another.
        case badValue
    }
}

extension HeaderFieldError: Hashable {
    /// Whether all properties are equal; names are compared by their bytes.
    public static func == (one: HeaderFieldError, other: HeaderFieldError) -> Bool {
        one.name.hasSameBytes(as: other.name) && one.offset == other.offset && one.reason == other.reason
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.utf8Key)
        hasher.combine(offset)
        hasher.combine(reason)
    }
}

extension HeaderFieldError: CustomStringConvertible {
    /// The field, the offset and the reason in one line.
    public var description: String {
        switch reason {
        case .emptyName: "a header field has no name"
        case .badName: "\(name.quotedForMessage) is not a header field name: byte \(offset) is not allowed in a token"
        case .badValue: "the value of \(name.quotedForMessage) has a line break or a zero byte at byte \(offset)"
        }
    }
}
