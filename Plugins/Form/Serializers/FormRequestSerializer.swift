public import Mimeograph

/// Writes the fields of a form as the body of a request, in their order.
public struct FormRequestSerializer: RequestSerialization {
    /// How characters are escaped; a field has no structure for the other options to act on.
    public var encoder: QueryEncoder

    /// Makes a serializer.
    public init(encoder: QueryEncoder = .whatwg) { self.encoder = encoder }

    /// `application/x-www-form-urlencoded`.
    public var contentType: MediaType { "application/x-www-form-urlencoded" }

    /// Sets the body, and Content-Type where there is none. It does not fail.
    public func write(_ input: Form, into message: inout RequestMessage) throws(SerializationError) {
        message.body = .bytes(encoder.bytes(of: input))
        if !message.fields.contains("Content-Type") { message.fields["Content-Type"] = contentType.description }
    }
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
