public import Mimeograph

/// The fields of a form, in the order in which they were sent.
///
/// ```swift
/// let form = try Form(parsing: "q=swift+6&tag=a&tag=b".utf8)
/// form["q"]                // swift 6
/// form.values(of: "tag")   // ["a", "b"]
/// ```
/// A name may occur several times. Names with brackets have no special meaning here; ``nested(_:)`` interprets them.
public struct Form: Hashable, Sendable {
    /// One name with its value.
    public struct Field: Sendable {
        /// The name.
        public var name: String
        /// The value; empty if the field has none.
        public var value: String
        /// Whether the name has no `=` after it. The standard treats such a field like one with an empty value.
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

    /// Makes a form from fields.
    public init(fields: [Field] = []) { self.fields = fields }

    /// The value of the first field with that name, or nil if it is missing.
    ///
    /// All methods compare names by their bytes.
    public subscript(name: String) -> String? { fields.first { $0.name.hasSameBytes(as: name) }?.value }

    /// Returns the values of all fields with that name, in order.
    public func values(of name: String) -> [String] {
        fields.compactMap { $0.name.hasSameBytes(as: name) ? $0.value : nil }
    }
}

extension Form.Field: Hashable {
    /// Returns whether names and values have the same bytes, and both or neither have an `=`.
    public static func == (one: Form.Field, other: Form.Field) -> Bool {
        one.isBare == other.isBare && one.name.hasSameBytes(as: other.name) && one.value.hasSameBytes(as: other.value)
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(name))
        hasher.combine(ByteEqualString(value))
        hasher.combine(isBare)
    }
}

extension Form: ExpressibleByDictionaryLiteral {
    /// Makes a form with the fields in order; a name may occur more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(fields: elements.map { Field($0.0, $0.1) })
    }
}

extension Form: Sequence {
    /// Returns an iterator over the fields in order.
    public func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }

    /// The number of fields.
    public var underestimatedCount: Int { fields.count }
}

/// A serializer that reads the fields of a form.
public struct FormResponseSerializer: ResponseSerialization, Hashable {
    /// `application/x-www-form-urlencoded`.
    public var acceptedTypes: [MediaRange] { ["application/x-www-form-urlencoded"] }

    /// Makes a serializer.
    public init() {}

    /// Reads the body. The charset parameter is ignored because the standard allows UTF-8 only.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Form {
        try Form(parsing: body, limits: limits)
    }
}

extension ResponseSerialization where Self == FormResponseSerializer {
    /// Reads URL-encoded forms.
    public static var form: FormResponseSerializer { FormResponseSerializer() }
}

/// A serializer that writes the fields of a form as the body of a request, in order.
public struct FormRequestSerializer: BodySerialization {
    /// The encoder that escapes characters. Its other options have no effect because fields have no structure.
    public var encoder: QueryEncoder

    /// Makes a serializer.
    public init(encoder: QueryEncoder = .whatwg) { self.encoder = encoder }

    /// `application/x-www-form-urlencoded`.
    public var contentType: MediaType { "application/x-www-form-urlencoded" }

    /// Encodes the fields. This never fails.
    public func encode(_ input: Form) throws(SerializationError) -> [UInt8] { encoder.bytes(of: input) }
}

extension QueryEncoder {
    /// Writes fields in order. A bare field has no `=`.
    public func bytes(of form: Form) -> [UInt8] {
        guard form.fields.contains(where: \.isBare) else {
            return bytes(ofPairs: form.fields.lazy.map { ($0.name, $0.value) })
        }
        let fields = form.fields.map { field in
            field.isBare ? escape(field.name) : "\(escape(field.name))=\(escape(field.value))"
        }
        return Array(fields.joined(separator: "&").utf8)
    }
}
