/// Header fields in the order they came; names are compared without regard to case.
///
/// ```swift
/// var fields: HeaderFields = ["Accept": "text/html", "accept": "text/plain"]
/// fields["Accept"]                        // "text/html, text/plain"
/// fields["ACCEPT"] = "application/json"   // one line now, in the first one's place
/// try fields.append("Cookie", userInput)  // throws where a line break would start another field
/// ```
///
/// Every name in it is a token and no value has a line break or a zero byte, so that none can smuggle in another field.
/// What a literal or the subscript may not hold is left out and remembered in ``refused``; whoever sends the message
/// throws it.
///
/// Two are equal when they have equal lines in the same order; a line is equal to another when the names are equal but
/// for the case of letters and the values are equal.
///
/// Source: RFC 9110 §5.
public struct HeaderFields: Hashable, Sendable {
    /// One field line.
    public struct Field: Sendable {
        /// The name as it was written.
        public let name: String
        /// The value without the white space around it.
        public let value: String
    }

    /// The field lines in order.
    public private(set) var lines: [Field] = []

    /// What a literal or the subscript was given and could not take, at most one error a field; empty where all is well.
    ///
    /// Setting or removing the field by the same name takes its error away.
    public private(set) var refused: [HeaderFieldError] = []

    /// Makes an empty list.
    public init() {}
}

extension HeaderFields {
    /// The value of a field, all its lines joined with a comma and a space; nil where there is none.
    ///
    /// Setting it replaces all lines by one, in the place of the first and with the name as written now; nil removes
    /// them. A value that cannot be sent changes nothing and is remembered in ``refused``. For `Set-Cookie`, whose lines
    /// must not be joined, ask ``values(of:)``.
    ///
    /// Source: RFC 9110 §5.3.
    public subscript(name: String) -> String? {
        get {
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
        lines.compactMap { $0.isNamed(name) ? $0.value : nil }
    }

    /// Whether there is a line of that name.
    public func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

    /// Replaces all lines of a field by one, in the place of the first, or adds one at the end.
    ///
    /// - Parameters:
    ///   - name: A token; it is kept as written.
    ///   - value: Spaces and tabs around it are left out.
    /// - Throws: ``HeaderFieldError``; nothing is changed then.
    public mutating func set(_ name: String, to value: String) throws(HeaderFieldError) {
        let field = try Field(checking: name, value)
        forgive(name)
        guard let first = firstIndex(of: name) else {
            lines.append(field)
            return
        }
        lines[first] = field
        var place = 0
        lines.removeAll { line in
            defer { place += 1 }
            return place > first && line.isNamed(name)
        }
    }

    /// Adds a line at the end.
    ///
    /// - Parameters:
    ///   - name: A token; it is kept as written.
    ///   - value: Spaces and tabs around it are left out.
    /// - Throws: ``HeaderFieldError``; nothing is changed then.
    public mutating func append(_ name: String, _ value: String) throws(HeaderFieldError) {
        lines.append(try Field(checking: name, value))
    }

    /// Adds the lines of another list whose names this one lacks; what that one refused stays with it.
    mutating func addMissing(from other: HeaderFields) {
        if lines.isEmpty {
            lines = other.lines
            return
        }
        let own = lines
        // They were checked when they came into the other list.
        for line in other.lines where !own.contains(where: { $0.isNamed(line.name) }) { lines.append(line) }
    }

    /// Removes all lines of a field.
    public mutating func remove(_ name: String) {
        forgive(name)
        lines.removeAll { $0.isNamed(name) }
    }

    func firstIndex(of name: String) -> Int? {
        lines.firstIndex { $0.isNamed(name) }
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
    /// Makes the lines of a literal, in order; a name that comes twice has two lines.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements {
            do throws(HeaderFieldError) {
                lines.append(try Field(checking: name, value))
            } catch {
                refuse(error)
            }
        }
    }
}

extension HeaderFields: Sequence {
    /// Goes over the field lines in order.
    public func makeIterator() -> IndexingIterator<[Field]> { lines.makeIterator() }

    /// The number of field lines.
    public var underestimatedCount: Int { lines.count }
}

extension HeaderFields: CustomStringConvertible {
    /// The lines as `Name: value`, for people. The values of fields that hold secrets are not shown.
    public var description: String {
        lines.map(\.description).joined(separator: "\n")
    }
}
