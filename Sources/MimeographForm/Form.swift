public import Mimeograph

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

/// Reads a form into its fields.
public struct FormResponseSerializer: ResponseSerialization, Hashable {
    /// `application/x-www-form-urlencoded`.
    public var acceptedTypes: [MediaRange] { ["application/x-www-form-urlencoded"] }

    /// Makes a serializer.
    public init() {}

    /// Reads the body. A charset parameter is not looked at: the standard knows UTF-8 only.
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

/// Writes the fields of a form as the body of a request, in their order.
public struct FormRequestSerializer: BodySerialization {
    /// How characters are escaped; a field has no structure for the other options to act on.
    public var encoder: QueryEncoder

    /// Makes a serializer.
    public init(encoder: QueryEncoder = .whatwg) { self.encoder = encoder }

    /// `application/x-www-form-urlencoded`.
    public var contentType: MediaType { "application/x-www-form-urlencoded" }

    /// Encodes the fields. It does not fail.
    public func encode(_ input: Form) throws(SerializationError) -> [UInt8] { encoder.bytes(of: input) }
}

extension QueryEncoder {
    /// Writes fields in their order; one without a value has no `=`.
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
