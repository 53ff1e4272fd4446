/// A list of header fields in order; names are compared case-insensitively.
///
/// ```swift
/// var fields: HeaderFields = ["Accept": "text/html", "accept": "text/plain"]
/// fields["Accept"]                        // "text/html, text/plain"
/// fields["ACCEPT"] = "application/json"   // one line, at the position of the first
/// try fields.append("Cookie", userInput) // throws if the value has a line break
/// ```
///
/// Every name is a token and no value has a line break or a zero byte, so no value can inject another field. A literal or the
/// subscript omits an invalid field and records it in ``refused``; the code that sends the message throws that error.
///
/// Two lists are equal if they have equal lines in the same order. Two lines are equal if their names match case-insensitively
/// and their values have the same bytes.
///
/// Source: RFC 9110 §5.
public struct HeaderFields: Sendable {
    /// One field line.
    public struct Field: Sendable {
        /// The name as it was written.
        public let name: String
        /// The value without surrounding white space.
        public let value: String
    }

    /// The field lines in order.
    public private(set) var lines: [Field] = []

    /// The errors of fields that a literal or the subscript rejected, at most one for each field.
    ///
    /// Setting or removing a field of the same name removes its error.
    public private(set) var refused: [HeaderFieldError] = []

    private var index = FieldIndex()

    /// Makes an empty list.
    public init() {}
}

extension HeaderFields {
    /// The value of a field: all its lines, joined with a comma and a space; nil if there are none.
    ///
    /// Setting it replaces all lines by one, at the position of the first and with the new spelling of the name; nil removes the
    /// lines. A value that cannot be sent changes nothing and is recorded in ``refused``. Lines of `Set-Cookie` must not be
    /// joined; use ``values(of:)``.
    ///
    /// Source: RFC 9110 §5.3.
    public subscript(name: String) -> String? {
        get {
            if let positions = index.positions(of: name) {
                return positions.isEmpty ? nil : positions.map { lines[$0].value }.joined(separator: ", ")
            }
            guard let first = firstIndex(of: name) else { return nil }
            var value = lines[first].value
            for line in lines[(first + 1)...] where line.isNamed(name) { value += ", \(line.value)" }
            return value
        }
        set {
            guard let newValue else {
                remove(name)
                return
            }
            do throws(HeaderFieldError) {
                try set(name, to: newValue)
            } catch {
                refuse(error)
            }
        }
    }

    /// The values of a field's lines, in order.
    public func values(of name: String) -> [String] {
        if let positions = index.positions(of: name) { return positions.map { lines[$0].value } }
        return lines.compactMap { $0.isNamed(name) ? $0.value : nil }
    }

    /// Whether there is a line of that name.
    public func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

    /// Replaces all lines of a field by one at the position of the first, or adds one at the end.
    ///
    /// - Parameters:
    ///   - name: A token; it is kept as written.
    ///   - value: The value; spaces and tabs around it are removed.
    /// - Throws: ``HeaderFieldError``; the list is then unchanged.
    public mutating func set(_ name: String, to value: String) throws(HeaderFieldError) {
        let field = try Field(checking: name, value)
        forgive(name)
        guard let first = firstIndex(of: name) else {
            append(field)
            return
        }
        lines[first] = field
        index.recordSearch(lines)
        if index.positions(of: name)?.count == 1 { return }
        var position = 0
        removeLines { line in
            defer { position += 1 }
            return position > first && line.isNamed(name)
        }
    }

    /// Adds a line at the end.
    ///
    /// - Parameters:
    ///   - name: A token; it is kept as written.
    ///   - value: The value; spaces and tabs around it are removed.
    /// - Throws: ``HeaderFieldError``; the list is then unchanged.
    public mutating func append(_ name: String, _ value: String) throws(HeaderFieldError) {
        append(try Field(checking: name, value))
    }

    private mutating func append(_ field: Field) {
        lines.append(field)
        index.record(lines)
    }

    private mutating func removeLines(where isRemoved: (Field) -> Bool) {
        let count = lines.count
        lines.removeAll(where: isRemoved)
        if lines.count < count { index.forget() }
    }

    /// Adds the lines of another list whose names this one lacks, but not its ``refused`` fields.
    package mutating func addMissing(from other: HeaderFields) {
        if lines.isEmpty {
            (lines, index) = (other.lines, other.index)
            return
        }
        let own = self
        // The other list has already checked its lines.
        for line in other.lines where own.firstIndex(of: line.name) == nil { append(line) }
    }

    /// Removes all lines of a field. To remove many names from a long list, use ``remove(contentsOf:)``.
    public mutating func remove(_ name: String) {
        forgive(name)
        if index.positions(of: name)?.isEmpty == true { return }
        removeLines { $0.isNamed(name) }
    }

    /// Removes all lines of several fields in one pass.
    public mutating func remove(contentsOf names: some Sequence<String>) {
        let names = Set(names.map { FieldIndex.Name($0) })
        refused.removeAll { names.contains(FieldIndex.Name($0.name)) }
        removeLines { names.contains(FieldIndex.Name($0.name)) }
    }

    func firstIndex(of name: String) -> Int? {
        if let positions = index.positions(of: name) { return positions.first }
        return lines.firstIndex { $0.isNamed(name) }
    }

    private mutating func refuse(_ error: HeaderFieldError) {
        forgive(error.name)
        refused.append(error)
    }

    private mutating func forgive(_ name: String) {
        if refused.isEmpty { return }
        refused.removeAll { FieldSyntax.equalsIgnoringCase($0.name, name) }
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Makes the lines of a literal, in order; a repeated name makes two lines.
    ///
    /// A value is a `String`, or a number or a `Bool`, which is converted to text. Nil makes no line.
    /// ```swift
    /// try await api.get("items", headers: ["If-None-Match": etag, "X-Page": page])
    /// ```
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
        for (name, value) in elements {
            if let value { add(name, value.description) }
        }
    }

    /// Makes a line of each member of a dictionary, sorted by name.
    ///
    /// A name or a value that cannot be sent is omitted and recorded in ``refused``.
    public init(_ fields: [String: String]) {
        for (name, value) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            add(name, value)
        }
    }

    private mutating func add(_ name: String, _ value: String) {
        do throws(HeaderFieldError) {
            try append(name, value)
        } catch {
            refuse(error)
        }
    }
}

extension HeaderFields: Hashable {
    /// Whether they have equal lines in the same order, and equal errors.
    public static func == (one: HeaderFields, other: HeaderFields) -> Bool {
        one.lines == other.lines && one.refused == other.refused
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(lines)
        hasher.combine(refused)
    }
}

extension HeaderFields: Sequence {
    /// Iterates over the field lines in order.
    public func makeIterator() -> IndexingIterator<[Field]> { lines.makeIterator() }

    /// The number of field lines.
    public var underestimatedCount: Int { lines.count }
}

extension HeaderFields: CustomStringConvertible {
    /// The lines as `Name: value`, for people. The values of secret fields are hidden.
    public var description: String {
        lines.map(\.description).joined(separator: "\n")
    }
}

extension HeaderFields: CustomReflectable {
    /// Shows the description, which has no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HeaderFields.Field {
    /// Makes a line, and checks that it can be sent. Source: RFC 9110 §5.1 (names), §5.5 (values).
    init(checking name: String, _ value: String) throws(HeaderFieldError) {
        guard !name.isEmpty else { throw HeaderFieldError(name: name, offset: 0, reason: .emptyName) }
        if let offset = Self.firstIndex(in: name, where: { !FieldSyntax.isToken($0) }) {
            throw HeaderFieldError(name: name, offset: offset, reason: .badName)
        }
        if let offset = Self.firstIndex(in: value, where: FieldSyntax.endsLine) {
            throw HeaderFieldError(name: name, offset: offset, reason: .badValue)
        }
        self.name = name
        self.value = Self.trimmed(value)
    }

    /// Returns the offset of the first byte that satisfies the predicate.
    private static func firstIndex(in text: String, where isFound: (UInt8) -> Bool) -> Int? {
        withBytes(of: text.utf8) { bytes in
            for index in bytes.indices where isFound(bytes[index]) { return index }
            return nil
        }
    }

    /// Whether the line has that name, compared case-insensitively.
    func isNamed(_ other: String) -> Bool {
        // Most equal names have the same case. A name is ASCII, so an equal name has as many bytes.
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
        // Slice bytes, not characters: a space forms one character with a combining mark after it.
        return String(bytes[start...end]) ?? value
    }
}

extension HeaderFields.Field: Hashable {
    /// Whether the names match case-insensitively and the values have the same bytes.
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
    /// The line as `Name: value`, for people. The value of a secret field is hidden.
    public var description: String {
        SecretName.matches(name) ? "\(name): (hidden)" : "\(name): \(value.visible(atMost: .max))"
    }
}

extension HeaderFields.Field: CustomReflectable {
    /// Shows the description, which has no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HeaderFields {
    /// The media type that all Content-Type lines together name; nil if none can be parsed.
    ///
    /// The last one that can be parsed counts. If it has the same essence as the one before it and no `charset`, it takes over
    /// that one's `charset`. `*/*` is skipped.
    ///
    /// Source: Fetch §2.2.2 "extract a MIME type".
    public var contentType: MediaType? {
        guard let first = firstIndex(of: "Content-Type") else { return nil }
        for line in lines[(first + 1)...] where line.isNamed("Content-Type") {
            return withBytes(of: values(of: "Content-Type").joined(separator: ", ").utf8) { Self.contentType(in: $0) }
        }
        // The most frequent value needs no parser.
        if lines[first].value.hasSameBytes(as: MediaType.json.essence) { return .json }
        return withBytes(of: lines[first].value.utf8) { Self.contentType(in: $0) }
    }

    private static func contentType(in bytes: Span<UInt8>) -> MediaType? {
        var extracted: MediaType?
        var charset: String?
        var start = 0
        while start <= bytes.count {
            let end = FieldSyntax.endOfListElement(bytes, from: start, to: bytes.count)
            defer { start = end + 1 }
            guard let type = MediaType.parse(bytes.extracting(start..<end), isomorphic: false), type.essence != "*/*"
            else { continue }
            if type.essence != extracted?.essence {
                charset = type.charset
                extracted = type
            } else if let charset, type.charset == nil, type.parameters.count < MediaType.maximumParameterCount {
                let carried = MediaType.Parameter(name: "charset", value: charset)
                extracted = MediaType(canonicalEssence: type.essence, parameters: type.parameters + [carried])
            } else {
                extracted = type
            }
        }
        return extracted
    }
}
