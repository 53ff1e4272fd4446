import Mimeograph

/// The fields of a form, in the order in which they were sent.
///
/// ```swift
/// let form = try Form(parsing: "q=swift+6&tag=a&tag=b".utf8)
/// form["q"]                // swift 6
/// form.values(of: "tag")   // ["a", "b"]
/// ```
/// A name may come several times, and names with brackets are names like others here; ``nested(_:)`` makes something
/// of them.
public struct Form: Hashable, Sendable {
    /// One name with its value.
    public struct Field: Sendable {
        /// The name.
        public var name: String
        /// The value; empty where there is none.
        public var value: String
        /// Whether there was no `=` behind the name. The standard does not tell such a field from one with an empty value.
        public var isBare: Bool

        /// Makes a field.
        public init(_ name: String, _ value: String, isBare: Bool = false) {
            self.name = name
            self.value = value
            self.isBare = isBare
        }
    }

    /// The fields in order.
    public var fields: [Field]

    /// Makes a form of fields.
    public init(fields: [Field] = []) { self.fields = fields }

    /// The value of the first field of that name, or nil where there is none.
    ///
    /// Names are compared by their bytes, here and everywhere.
    public subscript(name: String) -> String? { fields.first { $0.name.hasSameBytes(as: name) }?.value }

    /// The values of all fields of that name, in order.
    public func values(of name: String) -> [String] {
        fields.compactMap { $0.name.hasSameBytes(as: name) ? $0.value : nil }
    }
}

extension Form.Field: Hashable {
    /// Whether name and value have the same bytes, and both or neither have an `=`.
    public static func == (one: Form.Field, other: Form.Field) -> Bool {
        one.isBare == other.isBare && one.name.hasSameBytes(as: other.name) && one.value.hasSameBytes(as: other.value)
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(name))
        hasher.combine(ByteEqualString(value))
        hasher.combine(isBare)
    }
}

extension Form: ExpressibleByDictionaryLiteral {
    /// Makes fields in order; a name may come twice.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(fields: elements.map { Field($0.0, $0.1) })
    }
}

extension Form: Sequence {
    /// Goes over the fields in order.
    public func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }

    /// The number of fields.
    public var underestimatedCount: Int { fields.count }
}
