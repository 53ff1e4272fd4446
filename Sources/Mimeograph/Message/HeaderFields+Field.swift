extension HeaderFields.Field {
    /// Makes a line that can be sent.
    ///
    /// Source: RFC 9110 §5.1 (names), §5.5 (values).
    init(checking name: String, _ value: String) throws(HeaderFieldError) {
        guard !name.isEmpty else { throw HeaderFieldError(name: name, offset: 0, reason: .emptyName) }
        var offset = 0
        for byte in name.utf8 {
            guard FieldSyntax.isToken(byte) else {
                throw HeaderFieldError(name: name, offset: offset, reason: .badName)
            }
            offset += 1
        }
        offset = 0
        for byte in value.utf8 {
            if byte == FieldSyntax.carriageReturn || byte == FieldSyntax.lineFeed || byte == 0 {
                throw HeaderFieldError(name: name, offset: offset, reason: .badValue)
            }
            offset += 1
        }
        self.name = name
        self.value = Self.trimmed(value)
    }

    /// Whether the line has that name, without regard to case.
    func isNamed(_ other: String) -> Bool {
        // Nearly all names that are equal are written alike. A name is ASCII, and so is what equals it in as many bytes.
        name.utf8.count == other.utf8.count
            && (name.hasSameBytes(as: other) || FieldSyntax.equalsIgnoringCase(name, other))
    }

    private static func trimmed(_ value: String) -> String {
        let bytes = value.utf8
        guard let first = bytes.first, let last = bytes.last else { return value }
        if !FieldSyntax.isOptionalWhitespace(first), !FieldSyntax.isOptionalWhitespace(last) { return value }
        guard let start = bytes.firstIndex(where: { !FieldSyntax.isOptionalWhitespace($0) }),
            let end = bytes.lastIndex(where: { !FieldSyntax.isOptionalWhitespace($0) })
        else { return "" }
        // By bytes: a space is part of the character before it where that is one that joins what follows.
        return String(bytes[start...end]) ?? value
    }
}

extension HeaderFields.Field: Hashable {
    /// Whether the names are equal without regard to case and the values have the same bytes.
    public static func == (one: HeaderFields.Field, other: HeaderFields.Field) -> Bool {
        one.isNamed(other.name) && one.value.hasSameBytes(as: other.value)
    }

    /// Hashes the name in lower case and the value.
    public func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(FieldSyntax.lowercased(byte)) }
        hasher.combine(value.utf8Key)
    }
}

extension HeaderFields.Field: CustomStringConvertible {
    /// The line as `Name: value`, for people. The value of a field whose name is one of a secret is not shown.
    public var description: String {
        SecretName.matches(name) ? "\(name): (hidden)" : "\(name): \(value.visible(atMost: .max))"
    }
}
