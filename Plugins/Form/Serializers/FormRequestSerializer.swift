public import Mimeograph

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
